import * as v from 'valibot';
import { Compressed, unpack } from '../compression.ts';
import type { ConsentRecord } from '../schema/consent-record.ts';
import { Proof, UserData } from '../schema/evidence.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import { formatTime } from '../time.ts';
import type { Item, Key } from './client.ts';

const time = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
);

/** What the service saw itself when a consent was recorded or revoked (open point 21). Not part of any answer. */
const Observed = v.object({
  userId: v.number(),
  sessionId: v.string(),
  sourceIp: v.string(),
  userAgent: v.string(),
  requestId: v.string(),
});
export type Observed = v.InferOutput<typeof Observed>;

/**
 * A consent as stored: written once, revoked once, never edited or deleted by a function. Of the consents of one
 * request, the first may keep the proof for all, which name it by `proofId`.
 */
const StoredConsent = v.pipe(
  v.object({
    /** The consent's id. */
    GSI1SK: v.string(),
    projectUid: v.string(),
    projectId: v.string(),
    pid: v.number(),
    versionId: v.string(),
    /** SHA-256 of the content of the notice version that was consented to. */
    contentHash: v.string(),
    lang: Lang,
    time,
    channel: Channel,
    proof: v.optional(Compressed),
    proofId: v.optional(v.string()),
    userData: Compressed,
    observed: Observed,
    revoked: v.boolean(),
    revokeTime: v.optional(time),
    revokeChannel: v.optional(Channel),
    revokeProof: v.optional(Compressed),
    revokeObserved: v.optional(Observed),
  }),
  v.transform(({ GSI1SK, ...rest }) => ({ id: GSI1SK, ...rest })),
);
export type StoredConsent = v.InferOutput<typeof StoredConsent>;

/** A consent with what is compressed in it taken apart, and its proof, wherever that is kept. */
export interface Consent extends Omit<StoredConsent, 'proof' | 'userData' | 'revokeProof'> {
  readonly proof: Proof;
  readonly userData: UserData;
  readonly revokeProof: Proof | undefined;
  /** Of proofs and userData as JSON: nearly the size of the record in an answer. */
  readonly bytes: number;
}

export const consentKey = (accountId: string, id: string): Key => ({
  PK: `ACCOUNT#${accountId}#CONSENT#${id}`,
  SK: 'CONSENT',
});

export const parseConsent = (item: Item): StoredConsent => v.parse(StoredConsent, item);

/** The person's data of a stored consent, and its bytes as JSON. */
export const openUserData = ({ userData }: StoredConsent): { readonly userData: UserData; readonly bytes: number } => {
  const { value, bytes } = unpack(userData);
  return { userData: v.parse(UserData, value), bytes };
};

/** @param keeper the consent that keeps the proof: itself, or the one that `proofId` names */
export const openConsent = (
  consent: StoredConsent,
  { userData, bytes }: ReturnType<typeof openUserData>,
  keeper: StoredConsent | undefined,
): Consent => {
  if (keeper?.proof === undefined) throw new Error('A consent names a proof that is not there.');
  const proof = unpack(keeper.proof);
  const revokeProof = consent.revokeProof && unpack(consent.revokeProof);
  return {
    ...consent,
    proof: v.parse(Proof, proof.value),
    userData,
    revokeProof: revokeProof && v.parse(Proof, revokeProof.value),
    bytes: bytes + proof.bytes + (revokeProof?.bytes ?? 0),
  };
};

const RevocationState = v.pipe(
  v.object({ GSI1SK: v.string(), versionId: v.string(), revokeTime: v.optional(time) }),
  v.transform(({ GSI1SK, ...rest }) => ({ id: GSI1SK, ...rest })),
);
export type RevocationState = v.InferOutput<typeof RevocationState>;

/** Whether and when a consent was revoked, without what is compressed in it. */
export const parseRevocationState = (item: Item): RevocationState => v.parse(RevocationState, item);

/** A notice version as a consent refers to it. */
export type ConsentedVersion = Pick<StoredConsent, 'pid' | 'versionId' | 'contentHash'>;

/** The consent as the interface answers with it (specification 2.3, in its order). */
export const toConsentRecord = (consent: Consent): ConsentRecord => ({
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
