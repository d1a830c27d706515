/** What a statement is called in its member `format`; another number when it changes. */
export const statementFormat = 'consent-register-evidence/1';

/** What the type of a signed document is called in its header (RFC 7515, section 4.1.9). */
export const documentType = 'consent-evidence+jws';

/** The parts of a statement, each with a hash of its own. Beside their schemas, so that what makes statements loads none. */
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
export type PartName = (typeof partNames)[number];
