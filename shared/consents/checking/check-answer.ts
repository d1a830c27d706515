import * as v from 'valibot';

/** Why somebody may not be written to (docs/contract.md, Before a mailing). */
export const CheckReason = v.pipe(
  v.picklist(['none', 'revoked', 'expired', 'superseded']),
  v.description(
    'Why not: the register finds no consent (`none`), or the latest one was `revoked`, has `expired`, or is `superseded` by a version that asks again.',
  ),
);
export type CheckReason = v.InferOutput<typeof CheckReason>;

/** What the register says of one person. */
export const CheckedPerson = v.strictObject({
  allowed: v.pipe(v.boolean(), v.description("Whether the person's latest consent to the notice is in force now.")),
  reason: v.pipe(v.nullable(CheckReason), v.description('Why not; `null` if allowed.')),
});
export type CheckedPerson = v.InferOutput<typeof CheckedPerson>;

/** The answer of a check. It has no id, no value and no time. */
export const CheckedPeople = v.strictObject({
  data: v.pipe(v.array(CheckedPerson), v.description('One entry for each person, in the order of the request.')),
});
