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

/** Bytes that stand for hexadecimal digits, in half the room: a usual consent fits one write unit by little. */
const hex = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes) => Buffer.from(bytes).toString('hex')),
);

const toBytes = (digits: string): Buffer => Buffer.from(digits, 'hex');

/** What the service saw itself when a consent was recorded or revoked (open point 21). Not part of any answer. */
const Observed = v.object({
  userId: v.number(),
  sessionId: hex,
  sourceIp: v.string(),
  userAgent: v.string(),
  requestId: v.string(),
});
export type Observed = v.InferOutput<typeof Observed>;

/** What was observed, as it is stored. */
export const storeObserved = ({ sessionId, ...rest }: Observed) => ({ ...rest, sessionId: toBytes(sessionId) });

/**
 * A consent as stored: written once, revoked once, never edited or deleted by a function. Of the consents of one
 * request, the first may keep the proof for all, which name it by `proofId`.
 */
const StoredConsent = v.pipe(
  v.object({
    /** The consent's id. */
    SK: v.string(),
    projectUid: v.string(),
    projectId: hex,
    pid: v.number(),
    versionId: v.string(),
    /** SHA-256 of the content of the notice version that was consented to. */
    contentHash: hex,
    lang: Lang,
    time,
    channel: Channel,
    proof: v.optional(Compressed),
    proofId: v.optional(v.string()),
    userData: Compressed,
    observed: Observed,
    /** Bytes that its record adds to an answer, as long as it is not revoked. */
    answerBytes: v.number(),
    revokeTime: v.optional(time),
    revokeChannel: v.optional(Channel),
    revokeProof: v.optional(Compressed),
    /** Bytes as JSON of the revocation's proof where it is an item of its own. */
    revokeProofBytes: v.optional(v.number()),
    revokeObserved: v.optional(Observed),
  }),
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest, revoked: rest.revokeTime !== undefined })),
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
  SK: id,
});

/** Where the proof of a consent's revocation is, if it is an item of its own: not where the role that writes it could replace a consent. */
export const revokeProofKey = (accountId: string, id: string): Key => ({
  PK: `ACCOUNT#${accountId}#REVOKE-PROOF#${id}`,
  SK: 'REVOKE-PROOF',
});

const StoredRevokeProof = v.object({ revokeProof: Compressed });

export const parseConsent = (item: Item): StoredConsent => v.parse(StoredConsent, item);

/** The person's data of a stored consent, and its bytes as JSON. */
export const openUserData = ({ userData }: StoredConsent): { readonly userData: UserData; readonly bytes: number } => {
  const { value, bytes } = unpack(userData);
  return { userData: v.parse(UserData, value), bytes };
};

/** What a consent has in other items: the consent that keeps its proof, if it is another one, and its revocation's proof. */
export interface Kept {
  readonly keeper: StoredConsent | undefined;
  readonly revokeProof: Item | undefined;
}

const findRevokeProof = (consent: StoredConsent, { revokeProof }: Kept): Uint8Array | undefined => {
  if (consent.revokeProofBytes === undefined) return consent.revokeProof;
  if (revokeProof === undefined) throw new Error('A consent names a proof of its revocation that is not there.');
  return v.parse(StoredRevokeProof, revokeProof).revokeProof;
};

export const openConsent = (
  consent: StoredConsent,
  { userData, bytes }: ReturnType<typeof openUserData>,
  kept: Kept,
): Consent => {
  const keeper = consent.proofId === undefined ? consent : kept.keeper;
  if (keeper?.proof === undefined) throw new Error('A consent names a proof that is not there.');
  const proof = unpack(keeper.proof);
  const compressed = findRevokeProof(consent, kept);
  const revokeProof = compressed && unpack(compressed);
  return {
    ...consent,
    proof: v.parse(Proof, proof.value),
    userData,
    revokeProof: revokeProof && v.parse(Proof, revokeProof.value),
    bytes: bytes + proof.bytes + (revokeProof?.bytes ?? 0),
  };
};

const RevocationState = v.pipe(
  v.object({ SK: v.string(), versionId: v.string(), revokeTime: v.optional(time) }),
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest })),
);
export type RevocationState = v.InferOutput<typeof RevocationState>;

/** Whether and when a consent was revoked, without what is compressed in it. */
export const parseRevocationState = (item: Item): RevocationState => v.parse(RevocationState, item);

/** A notice version as a consent refers to it. */
export type ConsentedVersion = Pick<StoredConsent, 'pid' | 'versionId' | 'contentHash'>;

/** A version and a project, as they are stored with a consent. */
export const storeVersion = ({ pid, versionId, contentHash }: ConsentedVersion) => ({
  pid,
  versionId,
  contentHash: toBytes(contentHash),
});

export const storeProject = ({ uid, id }: { readonly uid: string; readonly id: string }) => ({
  projectUid: uid,
  projectId: toBytes(id),
});

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

/** The consent as the interface answers with it (specification 2.3, in its order). */
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
