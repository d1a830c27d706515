/** The `format` of signed facts. Its number changes with the format. */
export const factsFormat = 'consent-register-evidence/3';

/** The type of a signed document in its header (RFC 7515, section 4.1.9). */
export const documentType = 'consent-evidence+jws';

/**
 * What would make a consent stronger evidence, the gravest gap first. docs/api.md says when each applies
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
