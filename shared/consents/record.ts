import * as v from 'valibot';
import { bytesInResult } from '../http/http-answer.ts';
import { NoticePid, NoticeVersionId } from '../notices/notice-answer.ts';
import { formatTime } from '../runtime/time.ts';
import { identifier, timeIfAnyOf, timeOf } from '../schema/scalar.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import type { Consent } from './consent.ts';
import { ConsentId } from './consent-answer.ts';
import { Proof, UserData } from './person-data.ts';

const empty = v.strictObject({});

/** A consent in an answer. The order of its members is part of the contract (docs/api.md, Answers). */
export const ConsentRecord = v.strictObject({
  id: ConsentId,
  projectUid: v.pipe(v.string(), v.description('UID of the project.')),
  projectId: v.pipe(identifier, v.description('Id of the project.')),
  consentInformationPid: NoticePid,
  consentInformationVersionId: NoticeVersionId,
  lang: v.pipe(Lang, v.description('Language in which the person saw the text.')),
  time: timeOf('When the consent was recorded'),
  channel: v.pipe(Channel, v.description('How the consent reached you.')),
  channelData: v.pipe(empty, v.description('Always empty.')),
  proof: v.pipe(Proof, v.description('As it was sent.')),
  userData: v.pipe(UserData, v.description('As it was sent.')),
  revoked: v.pipe(v.boolean(), v.description('Whether the consent is revoked.')),
  revokeTime: timeIfAnyOf('When the consent was revoked, or `null`'),
  revokeChannel: v.pipe(v.nullable(Channel), v.description('How the revocation reached you.')),
  revokeChannelData: v.pipe(v.nullable(empty), v.description('`null` until the consent is revoked, then empty.')),
  revokeProof: v.pipe(v.nullable(Proof), v.description('Proof of the revocation, as it was sent.')),
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

/** The consent in the form of the interface. */
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

/** Bytes that the record of a consent adds to an answer. */
export const sizeAnswer = (consent: Shown): number => bytesInResult(JSON.stringify(toConsentRecord(consent)));
