import * as v from 'valibot';

/**
 * What would make a consent stronger evidence, the gravest gap first. docs/data-protection.md has their words (What
 * makes a consent strong).
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
  'email-unconfirmed',
  'person-unidentified',
] as const;

/** What a consent lacks to be stronger evidence (docs/contract.md, Completeness). */
export const CompletenessStatement = v.strictObject({
  gaps: v.pipe(
    v.array(v.picklist(gaps)),
    v.description(
      'What would make the consent stronger evidence, in the order of the codes. Empty if nothing is missing.',
    ),
  ),
});

export type Gap = (typeof gaps)[number];

export type CompletenessStatement = v.InferOutput<typeof CompletenessStatement>;
