import type { CheckName, Place } from '../../../verification.ts';
import type { CheckWords } from '../verification-words.ts';

const places: Readonly<Record<Place, string>> = {
  file: 'fichier',
  statement: 'attestation',
  hashes: 'empreintes',
  header: 'en-tête',
  signature: 'signature',
  key: 'clé',
  account: 'compte',
  project: 'projet',
  record: 'enregistrement',
  claimed: 'déclarations du site',
  observed: 'observations',
  notice: 'notice',
  revocation: 'retrait',
  imported: 'importation',
  erasure: 'effacement',
  completeness: 'complétude',
  times: 'heures',
  state: 'état demandé',
  stateNow: 'état actuel',
};

const names: Readonly<Record<CheckName, string>> = {
  page: 'page',
  json: 'format du fichier',
  canonical: 'écriture canonique',
  document: 'document',
  header: 'en-tête',
  signature: 'signature',
  hash: 'empreinte',
  'only-signature': 'signature seule',
  members: 'éléments de l’attestation',
  record: 'enregistrement',
  'record-times': 'heures de l’enregistrement',
  erasure: 'effacement',
  'record-notice': 'notice de l’enregistrement',
  'id-time': 'heure de l’identifiant',
  origin: 'provenance',
  'observed-times': 'heures observées',
  revocation: 'retrait',
  observation: 'observation',
  'notice-hash': 'empreinte du texte',
  'notice-history': 'versions de la notice',
  'notice-text': 'texte de la notice',
  'notice-language': 'langue du texte',
  'notice-terms': 'conditions de la version',
  times: 'heures',
  state: 'état demandé',
  'state-now': 'état actuel',
  issued: 'délivrance après le consentement',
  'issued-before-now': 'délivrance avant maintenant',
  signer: 'signataire',
  'key-times': 'période d’usage de la clé',
};

export const frenchChecks: CheckWords = {
  heading: 'Ce qui a été vérifié',
  marks: { holds: 'Réussie', fails: 'Échouée', asks: 'À apprécier' },
  count: ({ held, failed, open }) =>
    `${[
      held === 1 ? '1 vérification réussie' : `${held} vérifications réussies`,
      failed === 0 ? 'aucune échouée' : `${failed} ${failed === 1 ? 'échouée' : 'échouées'}`,
      ...(open === 0 ? [] : [`${open} à apprécier`]),
    ].join(', ')}.`,
  every: 'Toutes les vérifications réussies',
  hashes: {
    heading: 'SHA-256 de chaque partie',
    remark:
      'Chacun est calculé sur le JSON canonique (RFC 8785) de la partie. Comparez-les si vous avez une partie provenant d’ailleurs.',
  },
  name: ({ name, part }) => (name === 'hash' ? `${names.hash} (${places[part]})` : names[name]),
};
