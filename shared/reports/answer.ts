import * as v from 'valibot';
import { ConsentRecord } from '../consents/record.ts';
import { consentStates } from '../consents/state.ts';
import { identifier, integer, says, timeIfAnyOf, timeOf } from '../schema/scalar.ts';

const { id, projectUid, projectId, consentInformationPid, consentInformationVersionId, lang, channel, time, userData } =
  ConsentRecord.entries;

/** In which state a consent is (docs/contract.md, States). */
export const ConsentState = v.pipe(
  v.picklist(consentStates, says('unknown', `Must be one of ${consentStates.join(', ')}.`)),
  v.description('In which state a consent is.'),
);

/** A consent in a list: what a record says of it but for proofs, and its state. */
export const ListedConsent = v.strictObject({
  ...{ id, projectUid, projectId, consentInformationPid, consentInformationVersionId },
  consentInformationVersion: v.pipe(integer, v.description('Number of the version of the notice.')),
  ...{ lang, channel, time },
  userData: v.pipe(userData, v.description('As it was given; empty where the consent was erased.')),
  imported: v.pipe(v.boolean(), v.description('Whether it was imported, and not recorded here.')),
  state: v.pipe(ConsentState, v.description('In which state it is now.')),
  stateTime: timeOf('Since when it is in that state'),
  revokeTime: timeIfAnyOf('When it was revoked, or `null`'),
  expiryTime: timeIfAnyOf('When its validity ends or has ended, or `null`'),
  supersedeTime: timeIfAnyOf('Since when a later version asks the person again, or `null`'),
  eraseTime: timeIfAnyOf('When it was erased, or `null`'),
});
export type ListedConsent = v.InferOutput<typeof ListedConsent>;

/** A page of a list. */
export const ListedConsents = v.strictObject({
  data: v.pipe(
    v.array(ListedConsent),
    v.description('Newest first. There may be fewer than `perPage`, even none, where `next` is not `null`.'),
  ),
  next: v.pipe(
    v.nullable(identifier),
    v.description('What `after` of the next request is; `null` at the end of the list.'),
  ),
});
export type ListedConsents = v.InferOutput<typeof ListedConsents>;
