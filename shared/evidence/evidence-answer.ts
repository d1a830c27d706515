import * as v from 'valibot';

/** A document for callers, who keep it as it is. `facts-schema.ts` describes the whole statement for verifiers. */
export const SignedEvidence = v.object({
  protected: v.pipe(
    v.string(),
    v.description('Header with `alg`, `jwk`, `kid` and `typ`, as canonical JSON in base64url.'),
  ),
  signature: v.pipe(
    v.string(),
    v.description('ES256 signature over `protected`, a dot, and the canonical JSON of `statement` in base64url.'),
  ),
  statement: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description(
      'What the register says of the consent: the leaves of its log, and what their hashes are of. `docs/evidence.schema.json` describes it, and `log`.',
    ),
  ),
  log: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.description('Proof that the consent is in the log of the register, once a checkpoint covers it.'),
    ),
  ),
});
export type SignedEvidence = v.InferOutput<typeof SignedEvidence>;
