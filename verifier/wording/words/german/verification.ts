import type { CheckName, Place } from '../../../verification.ts';
import type { CheckWords } from '../verification-words.ts';

const places: Readonly<Record<Place, string>> = {
  file: 'Datei',
  statement: 'Aussage',
  hashes: 'Hashes',
  header: 'Kopf',
  signature: 'Signatur',
  key: 'Schlüssel',
  account: 'Konto',
  project: 'Projekt',
  record: 'Eintrag',
  claimed: 'Angaben der Website',
  observed: 'Beobachtungen',
  notice: 'Hinweis',
  revocation: 'Widerruf',
  imported: 'Übernahme',
  erasure: 'Löschung',
  completeness: 'Vollständigkeit',
  times: 'Zeiten',
  state: 'erfragter Stand',
  stateNow: 'Stand jetzt',
};

const names: Readonly<Record<CheckName, string>> = {
  page: 'Seite',
  json: 'Form der Datei',
  canonical: 'kanonische Schreibweise',
  document: 'Dokument',
  header: 'Kopf',
  signature: 'Signatur',
  hash: 'Hash',
  'only-signature': 'nur die Signatur',
  members: 'Teile der Aussage',
  record: 'Eintrag',
  'record-times': 'Zeiten des Eintrags',
  erasure: 'Löschung',
  'record-notice': 'Hinweis des Eintrags',
  'id-time': 'Zeit der Id',
  origin: 'Herkunft',
  'observed-times': 'beobachtete Zeiten',
  revocation: 'Widerruf',
  observation: 'Beobachtung',
  'notice-hash': 'Hash des Textes',
  'notice-history': 'Fassungen des Hinweises',
  'notice-text': 'Text des Hinweises',
  'notice-language': 'Sprache des Textes',
  'notice-terms': 'Bedingungen der Fassung',
  times: 'Zeiten',
  state: 'erfragter Stand',
  'state-now': 'Stand jetzt',
  issued: 'Ausstellung nach der Einwilligung',
  'issued-before-now': 'Ausstellung vor jetzt',
  signer: 'Unterzeichner',
  'key-times': 'Zeit des Schlüssels',
};

export const germanChecks: CheckWords = {
  heading: 'Was geprüft wurde',
  marks: { holds: 'Bestanden', fails: 'Nicht bestanden', asks: 'Selbst beurteilen' },
  count: ({ held, failed, open }) =>
    `${[
      held === 1 ? '1 Prüfung bestanden' : `${held} Prüfungen bestanden`,
      failed === 0 ? 'keine nicht bestanden' : `${failed} nicht bestanden`,
      ...(open === 0 ? [] : [`${open} selbst zu beurteilen`]),
    ].join(', ')}.`,
  every: 'Alle bestandenen Prüfungen',
  hashes: {
    heading: 'SHA-256 jedes Teils',
    remark:
      'Jeder ist aus dem kanonischen JSON (RFC 8785) des Teils gebildet. Vergleichen Sie sie, wenn Sie einen Teil von anderswo haben.',
  },
  name: ({ name, part }) => (name === 'hash' ? `${names.hash} (${places[part]})` : names[name]),
};
