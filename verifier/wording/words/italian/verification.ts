import type { CheckName, Place } from '../../../verification.ts';
import type { CheckWords } from '../verification-words.ts';

const places: Readonly<Record<Place, string>> = {
  file: 'file',
  statement: 'attestazione',
  hashes: 'hash',
  header: 'intestazione',
  signature: 'firma',
  key: 'chiave',
  account: 'account',
  project: 'progetto',
  record: 'registrazione',
  claimed: 'dichiarazioni del sito',
  observed: 'osservazioni',
  notice: 'informativa',
  revocation: 'revoca',
  imported: 'importazione',
  erasure: 'cancellazione',
  completeness: 'completezza',
  times: 'tempi',
  state: 'stato richiesto',
  stateNow: 'stato attuale',
};

const names: Readonly<Record<CheckName, string>> = {
  page: 'pagina',
  json: 'formato del file',
  canonical: 'scrittura canonica',
  document: 'documento',
  header: 'intestazione',
  signature: 'firma',
  hash: 'hash',
  'only-signature': 'sola firma',
  members: 'elementi dell’attestazione',
  record: 'registrazione',
  'record-times': 'orari della registrazione',
  erasure: 'cancellazione',
  'record-notice': 'informativa della registrazione',
  'id-time': 'orario dell’id',
  origin: 'provenienza',
  'observed-times': 'orari osservati',
  revocation: 'revoca',
  observation: 'osservazione',
  'notice-hash': 'hash del testo',
  'notice-history': 'versioni dell’informativa',
  'notice-text': 'testo dell’informativa',
  'notice-language': 'lingua del testo',
  'notice-terms': 'condizioni della versione',
  times: 'tempi',
  state: 'stato richiesto',
  'state-now': 'stato attuale',
  issued: 'rilascio dopo il consenso',
  'issued-before-now': 'rilascio prima di ora',
  signer: 'firmatario',
  'key-times': 'periodo d’uso della chiave',
};

export const italianChecks: CheckWords = {
  heading: 'Che cosa è stato verificato',
  marks: { holds: 'Superata', fails: 'Non superata', asks: 'Da valutare' },
  count: ({ held, failed, open }) =>
    `${[
      held === 1 ? '1 verifica superata' : `${held} verifiche superate`,
      failed === 0 ? 'nessuna non superata' : `${failed} non ${failed === 1 ? 'superata' : 'superate'}`,
      ...(open === 0 ? [] : [`${open} da valutare`]),
    ].join(', ')}.`,
  every: 'Tutte le verifiche superate',
  hashes: {
    heading: 'SHA-256 di ogni parte',
    remark:
      'Ciascuno è calcolato sul JSON canonico (RFC 8785) della parte. Li confronti se ha una parte da un’altra fonte.',
  },
  name: ({ name, part }) => (name === 'hash' ? `${names.hash} (${places[part]})` : names[name]),
};
