import * as v from 'valibot';
import { identifier, positiveInteger } from '../schema/scalar.ts';
import { Moment } from '../schema/time-span.ts';

/** The parameters of evidence. */
export const EvidenceRequest = v.strictObject({
  id: v.pipe(identifier, v.description('Id of the consent.')),
  at: v.optional(
    v.pipe(
      Moment,
      v.description(
        'A month, a day or a time in UTC, such as `2026-11`, `2026-11-22` or `2026-11-22T14:30`. The document also has the state of the consent at that time. Default: now.',
      ),
    ),
  ),
  treeSize: v.optional(
    v.pipe(
      positiveInteger,
      v.description(
        'Size of the log, from a checkpoint that the reader has kept. If the consent is in that tree, the document also proves this.',
      ),
    ),
  ),
});
export type EvidenceRequest = v.InferOutput<typeof EvidenceRequest>;

/** A document for callers, who keep it as it is. `schema.ts` describes the whole statement for verifiers. */
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
