/** The `format` of a statement. Its number changes with the format. */
export const statementFormat = 'consent-register-evidence/2';

/**
 * The parts of a statement. Each has a hash of its own. They are not in the schema file, so that making statements
 * loads no schemas.
 */
export const partNames = [
  'account',
  'project',
  'record',
  'claimed',
  'observed',
  'notice',
  'revocation',
  'imported',
  'erasure',
  'times',
  'state',
  'stateNow',
  'completeness',
] as const;

/** The type of a signed document in its header (RFC 7515, section 4.1.9). */
export const documentType = 'consent-evidence+jws';

export type PartName = (typeof partNames)[number];

/**
 * What would make a consent stronger evidence, the gravest gap first. docs/contract.md says when each applies
 * (Completeness).
 */
export const gaps = [
  'text-gone',
  'text-changed',
  'erased',
  'imported',
  'version-naming-unknown',
  'version-named-by-pid',
  'version-not-current',
  'language-without-text',
  'form-unknown',
  'page-unknown',
  'browser-unknown',
  'email-malformed',
  'email-unconfirmed',
  'person-unidentified',
] as const;
export type Gap = (typeof gaps)[number];
