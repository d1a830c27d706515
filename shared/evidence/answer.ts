import * as v from 'valibot';

/** A document as callers get it, who keep it as it is: what a statement has in full is in `statement-schema.ts`, for verifiers. */
export const SignedEvidence = v.object({
  protected: v.pipe(
    v.string(),
    v.description('The header as canonical JSON, in base64url: `alg`, `jwk`, `kid`, `typ`.'),
  ),
  signature: v.pipe(
    v.string(),
    v.description('ES256 over `protected`, a dot and the canonical JSON of `statement` in base64url.'),
  ),
  statement: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description('All that the register holds of the consent, as `docs/evidence.schema.json` has it.'),
  ),
  log: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.description(
        'That the log of the register has it, as soon as a checkpoint does: as `docs/evidence.schema.json` has it.',
      ),
    ),
  ),
});
export type SignedEvidence = v.InferOutput<typeof SignedEvidence>;
