import * as v from 'valibot';
import { Compressed } from '../compression.ts';
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
    proof: v.optional(v.pipe(Compressed, Proof)),
    proofId: v.optional(v.string()),
    userData: v.pipe(Compressed, UserData),
    observed: Observed,
    revoked: v.boolean(),
    revokeTime: v.optional(time),
    revokeChannel: v.optional(Channel),
    revokeProof: v.optional(v.pipe(Compressed, Proof)),
    revokeObserved: v.optional(Observed),
  }),
  v.transform(({ GSI1SK, ...rest }) => ({ id: GSI1SK, ...rest })),
);
export type StoredConsent = v.InferOutput<typeof StoredConsent>;

/** A consent with its proof, wherever that is kept. */
export type Consent = StoredConsent & { readonly proof: Proof };

export const consentKey = (accountId: string, id: string): Key => ({
  PK: `ACCOUNT#${accountId}#CONSENT#${id}`,
  SK: 'CONSENT',
});

export const parseConsent = (item: Item): StoredConsent => v.parse(StoredConsent, item);

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
