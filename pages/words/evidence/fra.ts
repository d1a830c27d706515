import type { Arrival } from '../../../shared/consents/arrival.ts';
import type { CheckName } from '../../../verifier/verification.ts';
import { newFrenchSince } from '../checks/fra.ts';
import type { EvidenceWords } from './eng.ts';
import type { NamedSpan, Standing } from './intl-writing.ts';
import { capitalise, newWriting } from './intl-writing.ts';
import { readerRegion } from './zoned-time.ts';

const frenchWriting = newWriting(readerRegion('fr'), {
  days: (count, written) => (count === 1 ? '1 jour' : `${written} jours`),
  operator: (by) => `exploitant (${by})`,
  channels: {
    web: 'sur un site web',
    'web.form': 'avec un formulaire sur un site web',
    'web.social.login': 'avec une connexion par un réseau social',
    email: 'par e-mail',
    'app.form': 'avec un formulaire dans une application',
  },
  received: {
    telephone: 'par téléphone',
    letter: 'par lettre',
    'in-person': 'en personne',
    fax: 'par fax',
    other: 'd’une autre façon',
  },
  orOtherwise: '(ou d’une autre façon : la preuve est effacée)',
  noted: (how, by) => (by === null ? `${how}, comme noté` : `${how}, comme l’a noté ${by}`),
  notedInFile: (how) => `${how}, d’après le fichier importé`,
  user: (id) => `l’utilisateur ${id}`,
  mend: (date) => date.replace(/^1 /, '1er '),
});

const { days, operator, time: write, moment, isUtc, clock, span: writeSpan, how, number } = frenchWriting;

const standings: Readonly<Record<Standing, string>> = {
  held: 'en vigueur',
  ended: 'non en vigueur',
  none: 'pas encore donné',
};

const onSpan = (span: NamedSpan): string => `${span.precision === 'month' ? 'en' : 'le'} ${writeSpan(span)}`;

const noted = (time: string | null): string => (time === null ? '' : ` le ${write(time)}`);

const by = (arrival: Arrival | null): string => (arrival === null ? 'par un canal inconnu' : how(arrival));

const whileOpen = (isOpen: boolean): string => (isOpen ? ', pour autant qu’on le sache à présent' : '');

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'consentement implicite',
  ExpressedConsent: 'consentement exprimé',
  ExplicitlyExpressedConsent: 'consentement explicite',
};

const names: Readonly<Record<CheckName, string>> = {
  json: 'format du fichier',
  canonical: 'écriture canonique',
  document: 'document',
  header: 'en-tête',
  signature: 'signature',
  contents: 'contenus',
  text: 'texte de la notice',
  language: 'langue du texte',
  versions: 'versions de la notice',
  events: 'événements',
  signer: 'signataire',
  'key-times': 'période d’usage de la clé',
  log: 'journal',
  'log-missing': 'non prouvé par le journal',
  'log-checkpoint': 'point de contrôle du journal',
  'log-key': 'clé du journal',
  'log-late': 'entré tard au journal',
  'log-kept': 'point de contrôle conservé',
};

export const french: EvidenceWords = {
  writing: frenchWriting,
  state: {
    heads: {
      none: 'Pas encore donné',
      active: 'En vigueur',
      revoked: 'Retiré',
      expired: 'Expiré',
      superseded: 'Remplacé',
      erased: 'Effacé',
    },
    next: 'puis',
    headAt: (span, head) => `${capitalise(onSpan(span))} : ${head}`,
    headNow: (head) => `À présent : ${head}`,
    causes: {
      none: (given) => `il a été donné${noted(given)}`,
      active: (given) => `donné${noted(given)}`,
      revoked: (time, arrival) => `retiré${noted(time)} ${by(arrival)}`,
      expired: (time, said) =>
        `${said.isToCome ? 'il expire' : 'expiré'}${noted(time)} (${days(said.days)} après avoir été donné)`,
      superseded: (time, version) =>
        `remplacé${time === null ? '' : ` depuis le ${write(time)}`} : la version ${version ?? '?'} de la notice redemande le consentement`,
      erased: (time) => `effacé${noted(time)}`,
    },
    afterwards: (ending, later) => `${ending} ; puis ${later}`,
    now: ({ given, cause, isBeside }) => {
      const says = cause === null ? `en vigueur depuis le ${write(given)}.` : `non en vigueur : ${cause}.`;
      return isBeside ? `À présent : ${says}` : capitalise(says);
    },
    at: ({ span, standing, cause, isOpen }) =>
      `${capitalise(standings[standing])} ${onSpan(span)}${whileOpen(isOpen)} : ${cause}.`,
    during: ({ span, phases, isOpen }) =>
      `${capitalise(onSpan(span))}, cela a changé${whileOpen(isOpen)} : ${phases.join(' ; ')}.`,
    firstPhase: (standing, cause) => `d’abord ${standings[standing]}${cause === null ? '' : ` (${cause})`}`,
    laterPhase: (standing, { time, isClock }, cause) =>
      `${standings[standing]} ${isClock ? `à partir de ${clock(time)}` : `à partir du ${write(time)}`}${cause === null ? '' : ` (${cause})`}`,
    endless: 'Rien n’y met fin, sauf un retrait.',
    expires: (time, validity) =>
      `Il expire le ${write(time)}, ${days(validity)} après avoir été donné, s’il n’est pas retiré auparavant.`,
  },
  timeline: {
    published: (version) => `La version ${version} de la notice a été publiée.`,
    publishedAskingAgain: (version) =>
      `La version ${version} de la notice a été publiée : elle redemande le consentement à tous.`,
    publishedAskingNobody: (version) =>
      `La version ${version} de la notice a été publiée : elle ne redemande le consentement à personne, ce consentement est donc resté tel quel.`,
    given: (version, arrival) => `Le consentement à la version ${version} de la notice a été donné ${how(arrival)}.`,
    expires: (version, validity) => `Le consentement expire : la version ${version} vaut pour ${days(validity)}.`,
    superseded: 'Le consentement est remplacé : une version ultérieure le redemande.',
    revoked: (arrival) => `Le consentement a été retiré ${by(arrival)}.`,
    imported: 'Le consentement a été importé : le registre n’était pas là lorsqu’il a été donné.',
    erased: 'Les données à caractère personnel du consentement ont été effacées.',
    asked: (span) => `Début de la période demandée : ${writeSpan(span)}.`,
    toCome: (says) => `À venir : ${says}`,
  },
  facts: {
    names: {
      consent: 'consentement',
      account: 'compte',
      project: 'projet',
      notice: 'notice',
      channel: 'canal',
      language: 'langue',
      noticeNamedBy: 'notice désignée par',
      time: 'heure',
      user: 'utilisateur',
      address: 'adresse internet',
      program: 'programme',
      session: 'session',
      request: 'requête',
      source: 'origine',
      line: 'ligne',
      imported: 'importé',
      given: 'donné',
    },
    notice: ({ title, name, version, pid }) =>
      title === null
        ? `${name}, version ${version} (numéro ${pid})`
        : `${title}, version ${version} (${name}, numéro ${pid})`,
    nothingThere: 'Il n’y a rien.',
    erasedOn: (time) => `Effacé le ${moment(time)}.`,
    namings: {
      version: 'l’identifiant de la version',
      pid: 'son numéro (PID), qui vaut pour la version alors actuelle',
    },
    notKnown: 'on ne sait pas comment',
    unknownChannel: 'inconnu',
    erased: 'effacé',
    noProgram: 'aucun n’a été envoyé',
    userGone: 'n’existe plus',
    time: moment,
    importedBy: (time, by) => `${moment(time)} par l’${operator(by)}`,
    givenInFile: (time) => `${moment(time)}, d’après le fichier importé`,
  },
  notice: {
    names: {
      version: 'version',
      published: 'publiée',
      notCurrent: 'non actuelle',
      languages: 'langues',
      hash: 'SHA-256',
      check: 'vérification',
      hashOfVersion: 'SHA-256 de la version',
      hashNow: 'SHA-256 du texte actuel',
    },
    version: (version, id) => `${version}, identifiant ${id}`,
    published: ({ at, by, until }) =>
      `${moment(at)} par l’${operator(by)} ; ${until === null ? 'c’était la version actuelle lorsque ceci a été établi' : `c’était la version actuelle jusqu’au ${write(until)}`}`,
    notCurrent: 'ce n’était pas la version actuelle lorsque le consentement a été donné',
    noHash: 'aucun',
    checks: {
      gone: 'VÉRIFICATION IMPOSSIBLE : le texte a disparu',
      same: 'le texte est celui auquel la personne a consenti : son SHA-256 est le même',
      sameAsImported:
        'le texte est celui que l’importation a indiqué : son SHA-256 est le même. Que la personne ait consenti à ce texte, c’est le fichier importé qui le dit',
      publishedLater:
        'LE TEXTE A ÉTÉ PUBLIÉ APRÈS LE CONSENTEMENT. L’importation l’a indiqué ; ce que la personne a lu n’est pas connu',
      other: 'LE TEXTE N’EST PAS CELUI AUQUEL LA PERSONNE A CONSENTI : son SHA-256 est différent',
    },
    gone: 'Le texte a disparu : la table est endommagée. Restaurez-la à partir d’une sauvegarde. Pour vérifier une copie du texte, comparez son SHA-256 à celui de la notice.',
    missing: (lang, has) =>
      `La version n’a pas de texte dans la langue indiquée par le site : ${lang}. Elle a des textes en : ${has}. On ne sait pas ce que la personne a lu.`,
  },
  terms: {
    names: {
      validity: 'validité',
      askAgain: 'redemande le consentement',
      retentionDays: 'conservé',
      controller: 'responsable du traitement',
      purposes: 'finalité',
      recipients: 'destinataire',
      personalData: 'données à caractère personnel',
      processing: 'traitement',
      dataSources: 'origine des données',
      storageLocations: 'lieu de conservation',
      storagePeriod: 'durée de conservation',
      processingLocations: 'lieu du traitement',
      jurisdictions: 'droit applicable',
      lawfulBasis: 'base juridique',
      consentType: 'type de consentement',
      withdrawal: 'retrait',
      rights: 'droit',
      authority: 'autorité de contrôle',
    },
    noLimit: 'sans limite',
    validity: days,
    retention: (count) => `${days(count)} après sa fin`,
    yes: 'oui',
    no: 'non',
    flags: { optional: 'facultatives', sensitive: 'sensibles', special: 'catégorie particulière' },
    article: ({ number, paragraph, letter }) =>
      `article ${number}${paragraph === undefined ? '' : `, paragraphe ${paragraph}`}${letter === undefined ? '' : `, point ${letter})`} du RGPD`,
    consentType: (type) => (Object.hasOwn(consentTypes, type) ? (consentTypes[type] ?? type) : type),
  },
  gaps: {
    gaps: {
      'text-gone': {
        says: 'Le texte de la version a disparu. Personne ne peut montrer à quoi la personne a consenti.',
        mend: 'L’exploitant restaure la table à partir d’une sauvegarde.',
      },
      'text-changed': {
        says: 'Le texte conservé n’est pas celui auquel la personne a consenti : son SHA-256 est différent.',
        mend: 'L’exploitant restaure le texte à partir d’une sauvegarde et établit qui a modifié la table.',
      },
      erased: {
        says: 'Les données à caractère personnel du consentement ont été effacées. Le registre ne peut plus montrer qui a consenti, ni comment.',
        mend: 'Il n’y a rien à faire : l’effacement était voulu.',
      },
      imported: {
        says: 'Il a été importé. Le registre n’était pas là lorsqu’il a été donné et n’a rien observé.',
        mend: 'Le site enregistre lui-même ses consentements dans ce registre.',
      },
      'version-naming-unknown': {
        says: 'On ne sait pas si le site a désigné la version qu’il a montrée. Le registre ne le notait pas alors, ou le consentement a été importé.',
        mend: 'Le site envoie l’identifiant de la version qu’il a montrée (consentInformationVersionId). Le registre note qu’il l’a fait.',
      },
      'version-named-by-pid': {
        says: 'Le site a désigné la notice par son numéro (PID), et donc pas la version qu’il a montrée. Le registre a pris la version alors actuelle.',
        mend: 'Le site envoie l’identifiant qu’il a reçu avec le texte (consentInformationVersionId, de information/get).',
      },
      'version-not-current': {
        says: 'Lorsque le consentement a été donné, la version actuelle de la notice était une autre.',
        mend: 'Le site demande la notice toutes les quelques minutes. Si un formulaire montre une version antérieure, il montre le formulaire de nouveau.',
      },
      'language-without-text': {
        says: 'La version n’a pas de texte dans la langue indiquée par le site.',
        mend: 'Le site envoie la langue du texte qu’il a montré (lang). Ou bien l’exploitant publie une version avec un texte dans cette langue.',
      },
      'form-unknown': {
        says: 'La preuve ne montre pas ce que la personne a vu et fait.',
        mend: 'Le site envoie le formulaire tel qu’il a été montré, ou le texte de l’e-mail (proof[html] ou proof[mail]).',
      },
      'page-unknown': {
        says: 'La preuve ne dit pas sur quelle page la personne a consenti.',
        mend: 'Le site envoie l’adresse de la page, ou de l’écran de l’application (proof[url]).',
      },
      'browser-unknown': {
        says: 'Rien n’indique d’où la personne a consenti. Aucun navigateur n’a appelé le registre : il a tout au plus vu le serveur du site.',
        mend: 'Le site envoie l’adresse et l’agent utilisateur de la requête de la personne elle-même, ou l’un des deux (proof[ip_address], proof[user_agent]).',
      },
      'email-malformed': {
        says: 'Cette adresse e-mail n’en est pas une : aucun message ne peut y atteindre la personne.',
        mend: 'Le site vérifie l’adresse avant de l’envoyer, et la redemande à la personne.',
      },
      'email-unconfirmed': {
        says: 'Rien ne montre que la boîte aux lettres est celle de la personne : n’importe qui aurait pu saisir cette adresse e-mail.',
        mend: 'Le site demande une confirmation par e-mail (double opt-in) avant d’enregistrer le consentement, et envoie le moment où elle est arrivée (proof[email_confirmed_at]).',
      },
      'person-unidentified': {
        says: 'Les données ne distinguent personne : il y a tout au plus un nom, et d’autres peuvent porter le même.',
        mend: 'Le site envoie une adresse e-mail, un numéro de téléphone, un numéro fiscal ou un numéro qui lui est propre (userData).',
      },
    },
    noted: {
      'form-unknown':
        'Gardez le papier ou l’enregistrement là où le dit la référence. La prochaine fois, notez aussi les mots de la personne.',
      'page-unknown': 'Il n’est pas venu d’une page : il n’y en a pas à envoyer.',
      'browser-unknown': 'Il n’est pas venu d’un navigateur : il n’y en a pas à indiquer.',
      'email-unconfirmed': 'Écrivez à cette adresse e-mail, et gardez la réponse avec le papier ou l’enregistrement.',
    },
    languages: (named, has) => `Il a indiqué : ${named} ; la version a des textes en : ${has}.`,
    none: 'Rien ne manque de ce que le registre recherche.',
    heading: 'Ce qui le rendrait plus solide',
    remark:
      'Le registre recherche ce qui rend un consentement plus solide comme preuve. Cette liste ne dit pas si le consentement est licite.',
  },
  markup: {
    looks: (name) => `Comment cela se présentait : ${name}`,
    source: (name) => `Comment c’est écrit : ${name}`,
    asWritten: 'Comment c’est écrit',
    leftOut: (list) =>
      list === ''
        ? 'Rien n’a été retiré. Les champs ne peuvent pas être utilisés.'
        : `Pour que rien ne s’exécute ni ne se charge, ceci a été retiré : ${list}. Les champs ne peuvent pas être utilisés.`,
    tooLong: 'C’est trop long ou trop imbriqué pour être montré comme cela se présentait.',
  },
  parts: {
    given: 'Qui, quand et comment',
    said: 'Ce que le site a déclaré',
    saidRemark: 'Le registre le conserve tel qu’il est arrivé. Il ne peut pas savoir si c’est vrai.',
    person: 'Sur la personne',
    observed: 'Ce que le registre a observé',
    observedRemark:
      'Le registre l’a noté à l’arrivée de l’appel. L’adresse et le programme sont ceux de l’appelant. C’est souvent le serveur du site. Les noms sont ceux au moment de la délivrance.',
    origin: 'D’où il vient',
    importRemark:
      'Le consentement a été importé. Le registre n’était pas là lorsqu’il a été donné et n’en a rien observé.',
    elsewhere: 'Ce qu’un autre registre a observé, selon le fichier',
    elsewhereRevoked: 'La même chose pour le retrait',
    text: 'Le texte auquel la personne a consenti',
    textOfImport: 'Le texte que l’importation a indiqué',
    ofText: 'Ce que l’on sait de ce texte',
    otherText: 'Le texte n’est pas celui auquel la personne a consenti : son empreinte est différente.',
    proof: 'La preuve',
    proofRemark: 'Telle que le site l’a fournie. Les caractères que personne ne voit sont écrits \\u{…}.',
    revocation: 'Le retrait',
    proofOfRevocation: 'La preuve du retrait',
    timeline: 'Ce qui s’est passé',
    erasure: 'L’effacement',
    erasedOn: (time) =>
      `Les données à caractère personnel du consentement ont été effacées le ${moment(time)} : les données de la personne, les preuves, les adresses et les programmes. Ce qui reste montre qu’il y a eu un consentement et comment il a pris fin.`,
  },
  texts: {
    theText: 'le texte',
    source: 'Le texte comme il est écrit',
    none: 'Il n’y a pas de texte dans cette langue.',
    in: 'En',
    others: 'La même version dans d’autres langues',
    folded: (name, characters) => `${name} (${number(characters)} caractères)`,
  },
  history: {
    heading: 'Versions de la notice',
    columns: {
      version: 'Version',
      published: 'Publiée',
      by: 'Par',
      until: 'Actuelle jusqu’au',
      askAgain: 'Redemande le consentement',
    },
    agreedTo: (version) => `${version} (celle du consentement)`,
    current: 'actuelle lors de la délivrance',
  },
  question: {
    heading: 'Si le consentement était en vigueur',
    label: 'À un autre moment (UTC), par exemple 2026-11-22 ou 2026-11-22T14:30',
    rule: 'Ce doit être un mois, un jour ou une heure en UTC, par exemple 2026-11, 2026-11-22 ou 2026-11-22T14:30.',
    remark: (issuedAt) =>
      `« À présent » est le moment où le document a été délivré : le ${moment(issuedAt)}. Le document ne sait pas ce qui s’est passé ensuite. ${isUtc ? 'Toutes les heures sont en UTC.' : 'Les jours et les mois sont ceux d’UTC ; les heures sont celles de votre horloge, à côté de l’heure UTC.'}`,
  },
  checks: {
    heading: 'Ce qui a été vérifié',
    marks: { holds: 'Réussie', fails: 'Échouée', asks: 'À apprécier', notes: 'Remarque' },
    count: ({ held, failed, open, notes }) =>
      `${[
        held === 1 ? '1 vérification réussie' : `${held} vérifications réussies`,
        failed === 0 ? 'aucune échouée' : `${failed} ${failed === 1 ? 'échouée' : 'échouées'}`,
        ...(open === 0 ? [] : [`${open} à apprécier`]),
        ...(notes === 0 ? [] : [notes === 1 ? '1 remarque' : `${notes} remarques`]),
      ].join(', ')}. Les détails sont en anglais.`,
    every: 'Toutes les vérifications réussies',
    names,
    since: newFrenchSince(moment),
  },
};
