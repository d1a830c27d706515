import type { CheckName, Place } from '../../../verification.ts';
import type { CheckWords } from '../verification-words.ts';

const places: Readonly<Record<Place, string>> = {
  file: 'archivo',
  statement: 'declaración',
  hashes: 'huellas',
  header: 'cabecera',
  signature: 'firma',
  key: 'clave',
  account: 'cuenta',
  project: 'proyecto',
  record: 'asiento',
  claimed: 'declaraciones del sitio',
  observed: 'observaciones',
  notice: 'aviso',
  revocation: 'retirada',
  imported: 'importación',
  erasure: 'supresión',
  completeness: 'integridad',
  times: 'horas',
  state: 'estado consultado',
  stateNow: 'estado actual',
};

const names: Readonly<Record<CheckName, string>> = {
  page: 'página',
  json: 'formato del archivo',
  canonical: 'escritura canónica',
  document: 'documento',
  header: 'cabecera',
  signature: 'firma',
  hash: 'huella',
  'only-signature': 'solo la firma',
  members: 'elementos de la declaración',
  record: 'asiento',
  'record-times': 'horas del asiento',
  erasure: 'supresión',
  'record-notice': 'aviso del asiento',
  'id-time': 'hora del id',
  origin: 'procedencia',
  'observed-times': 'horas observadas',
  revocation: 'retirada',
  observation: 'observación',
  'notice-hash': 'huella del texto',
  'notice-history': 'versiones del aviso',
  'notice-text': 'texto del aviso',
  'notice-language': 'idioma del texto',
  'notice-terms': 'condiciones de la versión',
  times: 'horas',
  state: 'estado consultado',
  'state-now': 'estado actual',
  issued: 'expedición después del consentimiento',
  'issued-before-now': 'expedición antes de ahora',
  signer: 'firmante',
  'key-times': 'período de uso de la clave',
};

export const spanishChecks: CheckWords = {
  heading: 'Qué se ha comprobado',
  marks: { holds: 'Superada', fails: 'No superada', asks: 'Por valorar' },
  count: ({ held, failed, open }) =>
    `${[
      held === 1 ? '1 comprobación superada' : `${held} comprobaciones superadas`,
      failed === 0 ? 'ninguna no superada' : `${failed} no ${failed === 1 ? 'superada' : 'superadas'}`,
      ...(open === 0 ? [] : [`${open} por valorar`]),
    ].join(', ')}.`,
  every: 'Todas las comprobaciones superadas',
  hashes: {
    heading: 'SHA-256 de cada parte',
    remark:
      'Cada uno se calcula sobre el JSON canónico (RFC 8785) de la parte. Compárelos si tiene una parte de otra procedencia.',
  },
  name: ({ name, part }) => (name === 'hash' ? `${names.hash} (${places[part]})` : names[name]),
};
