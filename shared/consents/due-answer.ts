import * as v from 'valibot';
import { identifier, ruleMessage, zonedTimeOf } from '../schema/scalar.ts';
import { dueReasons } from './due-reasons.ts';
import { ListedConsent } from './list-answer.ts';

/** Why a person must be asked again (docs/officers.md, Who must be asked again). */
export const DueReason = v.pipe(
  v.picklist(dueReasons, ruleMessage('unknown', `Must be one of ${dueReasons.join(', ')}.`)),
  v.description(
    'Why a person must be asked again: the consent `expires` or has expired, is `superseded` by a version that asks again, or was given in a `language` in which its version has no text.',
  ),
);

export const DueSince = v.strictObject({
  reason: DueReason,
  since: zonedTimeOf('From when the reason holds, which may be in the future'),
});

/** A consent whose person must be asked again. */
export const DueConsent = v.strictObject({
  ...v.pick(ListedConsent, [
    'id',
    'projectUid',
    'consentInformationPid',
    'consentInformationVersionId',
    'consentInformationVersion',
    'lang',
    'channel',
    'time',
    'userData',
  ]).entries,
  reasons: v.pipe(v.array(DueSince), v.description('Why it is due, at least one reason.')),
  due: zonedTimeOf('From when the first of the reasons holds'),
});

/** A page of a list of consents whose people must be asked again. */
export const DueConsents = v.strictObject({
  data: v.pipe(
    v.array(DueConsent),
    v.description('Newest first. There may be fewer than `perPage`, even none, although `next` is not `null`.'),
  ),
  next: v.pipe(v.nullable(identifier), v.description('Send it as `after` for the next page. `null` at the end.')),
});
export type DueConsents = v.InferOutput<typeof DueConsents>;
