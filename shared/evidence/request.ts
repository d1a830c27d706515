import * as v from 'valibot';
import { identifier, positiveInteger } from '../schema/scalar.ts';
import { Moment } from './moment.ts';

/** The parameters of evidence. */
export const EvidenceRequest = v.strictObject({
  id: v.pipe(identifier, v.description('Id of the consent.')),
  at: v.optional(
    v.pipe(
      Moment,
      v.description(
        'For which time the document also says in which state the consent was: a month, a day or a time in UTC, such as `2026-11`, `2026-11-22` or `2026-11-22T14:30`. Now without it.',
      ),
    ),
  ),
  treeSize: v.optional(
    v.pipe(
      positiveInteger,
      v.description(
        'Leaves of the log, as a checkpoint says them that the reader has kept: the document then also proves that the consent is in that tree, where it is.',
      ),
    ),
  ),
});
