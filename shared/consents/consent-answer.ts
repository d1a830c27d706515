import * as v from 'valibot';
import { NoticePid, NoticeVersionId } from '../notices/notice-answer.ts';
import { identifier, timeOf } from '../schema/scalar.ts';

export const ConsentId = v.pipe(identifier, v.description('Id of the consent.'));

export const AddedConsent = v.strictObject({
  consentId: ConsentId,
  consentInformationVersionId: NoticeVersionId,
  consentInformationPid: NoticePid,
  time: timeOf('When the consent was recorded'),
});

export const AddedConsentList = v.strictObject({
  data: v.pipe(v.array(AddedConsent), v.description('In the order of the notices in the request.')),
});

/** One consent for a single notice, a list for an array of notices (docs/api.md, Recording). */
export const AddedConsents = v.pipe(
  v.union([AddedConsent, AddedConsentList]),
  v.description('The list, if the notices were sent as an array.'),
);
export type AddedConsents = v.InferOutput<typeof AddedConsents>;

/** `consentInformationId` is the notice version's id (docs/api.md, Answers). */
export const RevokedConsent = v.strictObject({
  revoked: v.pipe(v.literal(true), v.description('The consent is revoked.')),
  consentId: v.pipe(identifier, v.description('Id of the consent.')),
  consentInformationId: NoticeVersionId,
  time: timeOf('When it was first revoked'),
});
export type RevokedConsent = v.InferOutput<typeof RevokedConsent>;
