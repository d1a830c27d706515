import * as v from 'valibot';
import { identifier, integer, time } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { formatTime } from '../time.ts';
import { Proof, UserData } from './evidence.ts';
import type { Consent } from './opened-consent.ts';

const empty = v.strictObject({});

/** A consent in an answer; the order of its members is part of the contract (docs/contract.md, Answers). */
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

/** What a record shows of a consent. */
type Shown = Pick<
  Consent,
  | 'id'
  | 'projectUid'
  | 'projectId'
  | 'pid'
  | 'versionId'
  | 'lang'
  | 'time'
  | 'channel'
  | 'proof'
  | 'userData'
  | 'revoked'
> &
  Partial<Pick<Consent, 'revokeTime' | 'revokeChannel' | 'revokeProof'>>;

/** The consent as the interface answers with it. */
export const toConsentRecord = (consent: Shown): ConsentRecord => ({
  id: consent.id,
  projectUid: consent.projectUid,
  projectId: consent.projectId,
  consentInformationPid: consent.pid,
  consentInformationVersionId: consent.versionId,
  lang: consent.lang,
  time: formatTime(consent.time),
  channel: consent.channel,
  channelData: {},
  proof: consent.proof,
  userData: consent.userData,
  revoked: consent.revoked,
  revokeTime: consent.revokeTime ? formatTime(consent.revokeTime) : null,
  revokeChannel: consent.revokeChannel ?? null,
  revokeChannelData: consent.revoked ? {} : null,
  revokeProof: consent.revokeProof ?? null,
});
