import * as v from 'valibot';
import { NoticePid, NoticeVersionId } from '../notices/answer.ts';
import { identifier, timeIfAnyOf, timeOf } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { formatTime } from '../time.ts';
import { ConsentId } from './answer.ts';
import { Proof, UserData } from './evidence.ts';
import type { Consent } from './opened-consent.ts';

const empty = v.strictObject({});

/** A consent in an answer; the order of its members is part of the contract (docs/contract.md, Answers). */
export const ConsentRecord = v.strictObject({
  id: ConsentId,
  projectUid: v.pipe(v.string(), v.description('UID of the project.')),
  projectId: v.pipe(identifier, v.description('The id behind the UID.')),
  consentInformationPid: NoticePid,
  consentInformationVersionId: NoticeVersionId,
  lang: v.pipe(Lang, v.description('Language in which the text was shown.')),
  time: timeOf('When it was recorded'),
  channel: v.pipe(Channel, v.description('How the consent came in.')),
  channelData: v.pipe(empty, v.description('Empty.')),
  proof: v.pipe(Proof, v.description('As it was given.')),
  userData: v.pipe(UserData, v.description('As it was given.')),
  revoked: v.pipe(v.boolean(), v.description('Whether it was revoked.')),
  revokeTime: timeIfAnyOf('When it was revoked, or `null`'),
  revokeChannel: v.pipe(v.nullable(Channel), v.description('How the revocation came in, or `null`.')),
  revokeChannelData: v.pipe(v.nullable(empty), v.description('Empty, or `null` until it is revoked.')),
  revokeProof: v.pipe(v.nullable(Proof), v.description('As it was given with the revocation, or `null`.')),
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
