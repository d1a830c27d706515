import type { FactWords, NoticeWords, TermWords } from './fact-words.ts';
import { frenchWriting } from './verifier-wording-words-french-writing.ts';

const { days, time: write } = frenchWriting;

export const frenchFacts: FactWords = {
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
  notice: ({ name, version, pid }) => `${name}, version ${version} (PID ${pid})`,
  nothingThere: 'Il n’y a rien.',
  erasedOn: (time) => `Effacé le ${write(time)} UTC.`,
  namings: {
    version: 'l’identifiant de la version',
    pid: 'son PID, qui vaut pour la version alors actuelle',
  },
  notKnown: 'on ne sait pas comment',
  unknownChannel: 'inconnu',
  erased: 'effacé',
  noProgram: 'aucun n’a été envoyé',
  userGone: 'n’existe plus',
  time: (time) => `${write(time)} UTC`,
  importedBy: (time, by) => `${write(time)} UTC par ${by}`,
  givenInFile: (time) => `${write(time)} UTC, d’après le fichier importé`,
};

export const frenchNotice: NoticeWords = {
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
    `${write(at)} UTC par ${by} ; ${until === null ? 'c’était la version actuelle lorsque ceci a été établi' : `c’était la version actuelle jusqu’au ${write(until)}`}`,
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
};

const consentTypes: Readonly<Record<string, string>> = {
  ImpliedConsent: 'consentement implicite',
  ExpressedConsent: 'consentement exprimé',
  ExplicitlyExpressedConsent: 'consentement explicite',
};

export const frenchTerms: TermWords = {
  names: {
    validity: 'validité',
    askAgain: 'redemande le consentement',
    retention: 'conservé',
    controller: 'responsable du traitement',
    purpose: 'finalité',
    recipient: 'destinataire',
    personalData: 'données à caractère personnel',
    processing: 'traitement',
    dataSource: 'origine des données',
    storageLocation: 'lieu de conservation',
    storagePeriod: 'durée de conservation',
    processingLocation: 'lieu du traitement',
    jurisdiction: 'droit applicable',
    lawfulBasis: 'base juridique',
    consentType: 'type de consentement',
    withdrawal: 'retrait',
    right: 'droit',
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
  consentType: (type) => (Object.hasOwn(consentTypes, type) ? `${consentTypes[type]} (${type})` : type),
};
