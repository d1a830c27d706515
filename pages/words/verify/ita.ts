import type { VerifyWords } from './eng.ts';

const unchanged = 'Niente è cambiato da quando è stato firmato';
const besides = (open: number): string =>
  open === 0 ? '' : ` Inoltre ${open === 1 ? 'una verifica è' : `${open} verifiche sono`} da valutare.`;

export const italian: VerifyWords = {
  language: 'Lingua',
  title: 'Documento di prova di un consenso',
  emptyTitle: 'Verificare il documento di prova di un consenso',
  titleOf: (id) => `Documento di prova del consenso ${id}`,
  verifying: 'Verifica in corso …',
  cannotVerify:
    'Questo browser non può verificare un documento qui, quindi del documento non si sa nulla. Salvi questa pagina e la apra dal Suo disco in un browser più recente, o usi il comando `consent-register evidence verify`.',
  todo: 'Che cosa fare:',
  verdict: {
    valid: (whence) => ({
      heading: 'Valido',
      says: `${unchanged}, e Lei conosce la chiave che lo ha firmato tramite ${whence}. Ciò prova che cosa ha detto il registro, non che il sito ha detto la verità al registro.`,
    }),
    doubtful: (whence, open) => ({
      heading: `Dubbio: ${open === 1 ? 'una cosa è' : `${open} cose sono`} da valutare`,
      says: `${unchanged}, e Lei conosce la chiave che lo ha firmato tramite ${whence}. Ma ciò che dice non concorda in ogni punto con ciò che Lei ha dato, o con se stesso.`,
      todo: `Legga ${open === 1 ? 'la riga' : 'le righe'} «Da valutare» sotto «Che cosa è stato verificato». Non si affidi al documento prima di aver chiarito ${open === 1 ? 'ciò' : 'ognuna'}.`,
    }),
    otherKey: (open) => ({
      heading: 'Invariato, ma non firmato con una chiave data da Lei',
      says: `${unchanged}. Ma chiunque può fare un tale documento con una propria chiave, e la chiave che Lei ha dato non ha firmato questo. Se è quella del registro, il registro non ha firmato questo documento con essa.${besides(open)}`,
      todo: 'Chieda al registro il file con tutte le sue chiavi, e lo dia qui sotto. Se la chiave non c’è, non si affidi al documento.',
    }),
    withoutKey: (open) => ({
      heading: 'Invariato. Chi lo ha firmato non è ancora verificato.',
      says: `${unchanged}. Ma chiunque può fare un tale documento con una propria chiave.${besides(open)}`,
      todo: 'Dia qui sotto la chiave del registro: il suo file keys.json, o l’impronta da una lettera. La chieda al gestore del registro, non a chi Le ha dato il documento. Fino ad allora non si affidi al documento.',
    }),
    refused: (places) => ({
      heading: 'Rifiutato',
      says: `Non si affidi a questo documento. Non supera: ${places}. Questa pagina non mostra che cosa dice il documento, perché qualcuno può averlo modificato.`,
    }),
    ofItself: (heading) => `${heading}, dice questa pagina di sé`,
  },
  origin: {
    own: 'Il documento in questa pagina, come dice la pagina stessa',
    page: (name) => `Il documento in ${name}; la pagina intorno è stata ignorata`,
  },
  self: {
    strong: 'Questa pagina non può garantire per sé.',
    says: 'Chi modifica il documento può modificare anche questa pagina, e farle dire qualunque cosa. Per essere sicuri, chieda `verify.html` e `keys.json` al gestore del registro, o li prenda da un altro posto di cui si fida. Apra `verify.html`, e vi trascini questo file e la chiave del registro. Estrae il documento e ignora questa pagina.',
  },
  intake: {
    heading: 'I Suoi file',
    headingOfOwn: 'Lo verifichi Lei',
    says: 'Questa pagina verifica se un documento firmato su un consenso è stato modificato, e se lo ha firmato una chiave di cui Lei si fida. Poi mostra che cosa dice il documento.',
    how: 'Scelga i file, o li trascini ovunque su questa pagina. Restano su questo dispositivo: la pagina non invia nulla.',
    document: 'Il documento (`.json` o `.html`)',
    anotherDocument: 'Un altro documento (`.json` o `.html`)',
    keys: 'La chiave del registro (`keys.json`)',
    thumbprint: 'O l’impronta della chiave, per esempio da una lettera',
    thumbprintRule: 'Un’impronta ha 64 cifre, da 0 a 9 e da a a f, o 43 caratteri.',
    log: 'Per il registro a prova di modifica: punti di controllo che Lei ha conservato',
    whence:
      'Prenda la chiave o l’impronta da un posto di cui si fida, come il sito del registro, un notaio o una lettera. Non la prenda da chi Le ha dato il documento.',
    noKey: 'Non ha ancora dato una chiave. Senza chiave questa pagina non può verificare chi ha firmato.',
    trustsThumbprint: (thumbprint) => `Lei si fida della chiave con l’impronta ${thumbprint}.`,
    trustsKeys: (count, whence) =>
      `Lei si fida ${count === 1 ? 'della chiave' : `delle ${count} chiavi`} di ${whence}.`,
    forLog: (names) => `Per il registro a prova di modifica ha dato: ${names}.`,
    givenThumbprint: 'l’impronta che ha dato',
  },
  files: {
    unreadable: (name) => `${name} non si può leggere. Non è stato verificato.`,
    tooLong: (name) => `${name} è troppo lungo per un documento o un file di chiavi. Non è stato verificato.`,
    keysAsDocument: (name) =>
      `${name} è un file di chiavi, non un documento. Lo scelga come chiave solo se si fida della sua fonte.`,
    documentForLog: (name) =>
      `${name} è un documento o una pagina, e niente per il registro a prova di modifica. Lo scelga come documento.`,
    spareDocument: (name) => `Dia un documento alla volta: ${name} non è stato usato.`,
    spareKeys: (name) => `Dia un file di chiavi alla volta: ${name} non è stato usato.`,
  },
  keyFaults: {
    'too-long': (name) => `${name} non è un file di chiavi: è troppo lungo.`,
    form: (name) => `${name} non è un file di chiavi: non è JSON.`,
    document: (name) =>
      `${name} è un documento firmato. Prenda il file di chiavi da un’altra fonte: la chiave in un documento non prova nulla.`,
    private: (name) => `${name} contiene una chiave privata. Dia quella pubblica, e tenga per sé quella privata.`,
    repeated: (name, member) =>
      `${name} contiene due volte il membro «${member}» in un oggetto, quindi non è chiaro quale valga.`,
    'no-key': (name) =>
      `${name} non contiene alcuna chiave pubblica sulla curva P-256 per firmare. Dia un JWK Set o un JWK.`,
    'no-point': (name) => `${name} contiene una chiave danneggiata: non è un punto della curva P-256.`,
    time: (name) =>
      `${name} contiene una chiave con un’ora non valida: scriva «usedFrom» come 2026-11-22T10:00:00.000Z.`,
    kid: (name) => `${name} contiene una chiave il cui «kid» non è la sua impronta: uno dei due è stato modificato.`,
    'twice-times': (name) => `${name} contiene due volte la stessa chiave, con tempi d’uso diversi.`,
    'log-keys': (name) =>
      `${name} contiene «logKeys» che non sono un elenco di chiavi del registro a prova di modifica.`,
    'log-key': (name) =>
      `${name} contiene una chiave danneggiata del registro a prova di modifica: la forma in «logKeys» è <name>+<hash>+<key>.`,
  },
  onlyEnglish: 'Ciò che segue esiste solo in inglese:',
  tools: {
    heading: 'Verificarlo con altri strumenti',
    only: 'Salvare solo il documento, byte per byte:',
    save: (file) => `Salva ${file}`,
    command: 'La riga di comando del registro:',
    library:
      'Qualunque libreria per JSON Web Signatures: il file è una JWS piatta (RFC 7515) senza `payload`. Il contenuto è il membro `statement` in JSON canonico (RFC 8785), in base64url. La firma è ES256. `docs/evidence-format.md` del registro ha tutte le regole.',
    thumbprint: (thumbprint, kid) =>
      `L’impronta della chiave (RFC 7638) è \`${thumbprint}\`, come \`kid\` \`${kid}\`. La confronti con quella che il registro pubblica.`,
    issued: (time) => `Rilascio del documento: ${time}.`,
  },
};
