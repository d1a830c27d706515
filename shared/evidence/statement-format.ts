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

/** A format from before the first release, which no verifier accepts. */
export const earlierFormat = 'consent-register-evidence/1';

/** The type of a signed document in its header (RFC 7515, section 4.1.9). */
export const documentType = 'consent-evidence+jws';

export type PartName = (typeof partNames)[number];
