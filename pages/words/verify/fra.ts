import type { VerifyWords } from './eng.ts';

const unchanged = 'Rien n’a changé depuis la signature';
const besides = (open: number): string =>
  open === 0 ? '' : ` En outre, ${open === 1 ? 'une vérification est' : `${open} vérifications sont`} à apprécier.`;

export const french: VerifyWords = {
  language: 'Langue',
  title: 'Document de preuve d’un consentement',
  emptyTitle: 'Vérifier le document de preuve d’un consentement',
  titleOf: (id) => `Document de preuve du consentement ${id}`,
  verifying: 'Vérification …',
  cannotVerify:
    'Ce navigateur ne peut pas vérifier de document ici : on ne sait donc rien du document. Enregistrez cette page et ouvrez-la depuis votre disque dans un navigateur plus récent, ou utilisez la commande `consent-register evidence verify`.',
  todo: 'Que faire :',
  verdict: {
    valid: (whence) => ({
      heading: 'Valable',
      says: `${unchanged}, et vous connaissez la clé qui a signé par ${whence}. Cela prouve ce que le registre a dit, non que le site a dit la vérité au registre.`,
    }),
    doubtful: (whence, open) => ({
      heading: `Douteux : ${open === 1 ? 'un point est' : `${open} points sont`} à apprécier`,
      says: `${unchanged}, et vous connaissez la clé qui a signé par ${whence}. Mais ce que dit le document ne s’accorde pas en tout avec ce que vous avez donné, ou avec lui-même.`,
      todo: `Lisez ${open === 1 ? 'la ligne' : 'les lignes'} « À apprécier » sous « Ce qui a été vérifié ». Ne vous fiez pas au document avant d’avoir réglé ${open === 1 ? 'ce point' : 'chacun d’eux'}.`,
    }),
    otherKey: (open) => ({
      heading: 'Inchangé, mais pas signé avec une clé que vous avez donnée',
      says: `${unchanged}. Mais n’importe qui peut faire un tel document avec sa propre clé, et la clé que vous avez donnée n’a pas signé celui-ci. Si c’est celle du registre, le registre n’a pas signé ce document avec elle.${besides(open)}`,
      todo: 'Demandez au registre le fichier de toutes ses clés, et donnez-le ci-dessous. Si la clé n’y est pas, ne vous fiez pas au document.',
    }),
    withoutKey: (open) => ({
      heading: 'Inchangé. Qui l’a signé n’est pas encore vérifié.',
      says: `${unchanged}. Mais n’importe qui peut faire un tel document avec sa propre clé.${besides(open)}`,
      todo: 'Donnez ci-dessous la clé du registre : son fichier keys.json, ou l’empreinte reçue par lettre. Demandez-la à l’exploitant du registre, non à la personne qui vous a remis le document. D’ici là, ne vous fiez pas au document.',
    }),
    refused: (places) => ({
      heading: 'Refusé',
      says: `Ne vous fiez pas à ce document. Il échoue en : ${places}. Cette page ne montre pas ce que dit le document, parce que quelqu’un a pu le modifier.`,
    }),
    ofItself: (heading) => `${heading}, dit cette page d’elle-même`,
  },
  origin: {
    own: 'Le document de cette page, d’après la page elle-même',
    page: (name) => `Le document dans ${name} ; la page qui l’entoure a été ignorée`,
  },
  self: {
    strong: 'Cette page ne peut pas répondre d’elle-même.',
    says: 'Qui modifie le document peut aussi modifier cette page, et lui faire dire n’importe quoi. Pour être sûr, demandez `verify.html` et `keys.json` à l’exploitant du registre, ou prenez-les à un autre endroit auquel vous faites confiance. Ouvrez `verify.html`, et déposez-y ce fichier et la clé du registre. Il extrait le document et ignore cette page.',
  },
  intake: {
    heading: 'Vos fichiers',
    headingOfOwn: 'Vérifiez vous-même',
    says: 'Cette page vérifie si un document signé sur un consentement a été modifié, et si une clé à laquelle vous faites confiance l’a signé. Puis elle montre ce que dit le document.',
    how: 'Choisissez les fichiers, ou déposez-les n’importe où sur cette page. Ils restent sur cet appareil : la page n’envoie rien.',
    document: 'Le document (`.json` ou `.html`)',
    anotherDocument: 'Un autre document (`.json` ou `.html`)',
    keys: 'La clé du registre (`keys.json`)',
    thumbprint: 'Ou l’empreinte de la clé, reçue par lettre par exemple',
    thumbprintRule: 'Une empreinte a 64 chiffres, de 0 à 9 et de a à f, ou 43 caractères.',
    log: 'Pour le journal : des points de contrôle que vous avez conservés',
    whence:
      'Prenez la clé ou l’empreinte d’un endroit auquel vous faites confiance, comme le site du registre, un notaire ou une lettre. Ne la prenez pas de la personne qui vous a remis le document.',
    noKey: 'Vous n’avez pas encore donné de clé. Sans clé, cette page ne peut pas vérifier qui a signé.',
    trustsThumbprint: (thumbprint) => `Vous faites confiance à la clé d’empreinte ${thumbprint}.`,
    trustsKeys: (count, whence) =>
      `Vous faites confiance ${count === 1 ? 'à la clé' : `aux ${count} clés`} de ${whence}.`,
    forLog: (names) => `Vous avez donné pour le journal : ${names}.`,
    givenThumbprint: 'l’empreinte que vous avez donnée',
  },
  files: {
    unreadable: (name) => `${name} ne peut pas être lu. Il n’a pas été vérifié.`,
    tooLong: (name) => `${name} est trop long pour un document ou un fichier de clés. Il n’a pas été vérifié.`,
    keysAsDocument: (name) =>
      `${name} est un fichier de clés, non un document. Choisissez-le comme clé seulement si vous faites confiance à sa source.`,
    documentForLog: (name) =>
      `${name} est un document ou une page, et rien pour le journal. Choisissez-le comme document.`,
    spareDocument: (name) => `Donnez un document à la fois : ${name} n’a pas servi.`,
    spareKeys: (name) => `Donnez un fichier de clés à la fois : ${name} n’a pas servi.`,
  },
  keyFaults: {
    'too-long': (name) => `${name} n’est pas un fichier de clés : il est trop long.`,
    form: (name) => `${name} n’est pas un fichier de clés : ce n’est pas du JSON.`,
    document: (name) =>
      `${name} est un document signé. Prenez le fichier de clés d’une autre source : la clé d’un document ne prouve rien.`,
    private: (name) => `${name} contient une clé privée. Donnez la clé publique, et gardez la clé privée pour vous.`,
    repeated: (name, member) =>
      `${name} contient deux fois le membre « ${member} » dans un même objet : on ne sait pas lequel compte.`,
    'no-key': (name) =>
      `${name} ne contient aucune clé publique sur la courbe P-256 pour signer. Donnez un JWK Set ou un JWK.`,
    'no-point': (name) => `${name} contient une clé endommagée : ce n’est pas un point de la courbe P-256.`,
    time: (name) =>
      `${name} contient une clé avec une heure non valable : écrivez « usedFrom » comme 2026-11-22T10:00:00.000Z.`,
    kid: (name) => `${name} contient une clé dont « kid » n’est pas l’empreinte : l’un des deux a été modifié.`,
    'twice-times': (name) => `${name} contient deux fois la même clé, avec des temps d’usage différents.`,
    'log-keys': (name) => `${name} contient des « logKeys » qui ne sont pas une liste de clés du journal.`,
    'log-key': (name) =>
      `${name} contient une clé du journal endommagée : la forme dans « logKeys » est <name>+<hash>+<key>.`,
  },
  onlyEnglish: 'Ce qui suit n’existe qu’en anglais :',
  tools: {
    heading: 'Vérifier avec d’autres outils',
    only: 'Enregistrer seulement le document, octet par octet :',
    save: (file) => `Enregistrer ${file}`,
    command: 'La ligne de commande du registre :',
    library:
      'Toute bibliothèque de JSON Web Signatures : le fichier est une JWS aplatie (RFC 7515) sans `payload`. La charge est le membre `statement` en JSON canonique (RFC 8785), en base64url. La signature est ES256. `docs/evidence-format.md` du registre a toutes les règles.',
    thumbprint: (thumbprint, kid) =>
      `L’empreinte de la clé (RFC 7638) est \`${thumbprint}\`, comme \`kid\` \`${kid}\`. Comparez-la avec celle que le registre publie.`,
    issued: (time) => `Le document a été délivré le ${time}.`,
  },
};
