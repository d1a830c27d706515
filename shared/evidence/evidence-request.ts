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
