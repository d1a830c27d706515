import * as v from 'valibot';
import { identifier } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { Proof, UserData } from './evidence.ts';

const integer = v.pipe(v.number(), v.integer());
const time = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/));
const empty = v.strictObject({});

/** Specification 2.3, in its order. */
export const ConsentRecord = v.strictObject({
  id: identifier,
  projectUid: v.string(),
  projectId: identifier,
  consentInformationPid: integer,
  consentInformationVersionId: identifier,
  lang: Lang,
  time,
  channel: Channel,
  channelData: empty,
  proof: Proof,
  userData: UserData,
  revoked: v.boolean(),
  revokeTime: v.nullable(time),
  revokeChannel: v.nullable(Channel),
  revokeChannelData: v.nullable(empty),
  revokeProof: v.nullable(Proof),
});
export type ConsentRecord = v.InferOutput<typeof ConsentRecord>;

export const AddedConsent = v.strictObject({
  consentId: identifier,
  consentInformationVersionId: identifier,
  consentInformationPid: integer,
  time,
});

export const AddedConsentList = v.strictObject({ data: v.array(AddedConsent) });

/** One consent for a single notice, a list for an array of notices (specification 4.4). */
export const AddedConsents = v.union([AddedConsent, AddedConsentList]);
export type AddedConsents = v.InferOutput<typeof AddedConsents>;

/** Specification 4.5. */
export const ConsentPage = v.strictObject({
  page: v.pipe(v.string(), v.digits()),
  totalPages: integer,
  results: integer,
  resultsPerPage: integer,
  totalResults: integer,
  data: v.array(ConsentRecord),
});

/** The answer with `first`; null if there is no match (open point 9). */
export const LatestConsent = v.strictObject({ data: v.nullable(ConsentRecord) });

export const FoundConsents = v.union([ConsentPage, LatestConsent]);

/** Specification 4.6; `consentInformationId` is the notice version's id. */
export const RevokedConsent = v.strictObject({
  revoked: v.literal(true),
  consentId: identifier,
  consentInformationId: identifier,
  time,
});
export type RevokedConsent = v.InferOutput<typeof RevokedConsent>;
