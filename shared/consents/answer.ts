import * as v from 'valibot';
import { identifier, integer, time } from '../schema/scalar.ts';

export const AddedConsent = v.strictObject({
  consentId: identifier,
  consentInformationVersionId: identifier,
  consentInformationPid: integer,
  time,
});

export const AddedConsentList = v.strictObject({ data: v.array(AddedConsent) });

/** One consent for a single notice, a list for an array of notices (docs/contract.md, Recording). */
export const AddedConsents = v.union([AddedConsent, AddedConsentList]);
export type AddedConsents = v.InferOutput<typeof AddedConsents>;

/** `consentInformationId` is the notice version's id (docs/contract.md, Answers). */
export const RevokedConsent = v.strictObject({
  revoked: v.literal(true),
  consentId: identifier,
  consentInformationId: identifier,
  time,
});
export type RevokedConsent = v.InferOutput<typeof RevokedConsent>;
