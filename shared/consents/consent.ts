import * as v from 'valibot';
import type { NamedVersion } from '../notices/reference.ts';
import { Channel, Lang } from '../schema/vocabulary.ts';
import type { Item } from '../store/client.ts';
import { Compressed } from '../store/compression.ts';

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

/** What the service saw itself of a consent or a revocation; in no answer (docs/contract.md, What the register observes). */
export interface Observed {
  readonly userId: number;
  readonly sessionId: string;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** What was observed, as it is read again: an erasure takes what may tell the person. */
const StoredObserved = v.object({
  userId: v.number(),
  sessionId: hex,
  sourceIp: v.optional(v.string()),
  userAgent: v.optional(v.string()),
  requestId: v.string(),
});
export type StoredObserved = v.InferOutput<typeof StoredObserved>;

/** What was observed, as it is stored. */
export const storeObserved = ({ sessionId, ...rest }: StoredObserved) => ({ ...rest, sessionId: toBytes(sessionId) });

/** Where an imported consent comes from, and who imported it (docs/contract.md, Imported consents). */
const Imported = v.object({
  /** As the operator called it. */
  source: v.string(),
  /** Of the file, from 1. */
  line: v.number(),
  at: time,
  /** As the operations log names who ran the command. */
  by: v.string(),
  /** That its revocation was imported with it; without this, it was revoked here. */
  withRevocation: v.optional(v.literal(true)),
});
export type Imported = v.InferOutput<typeof Imported>;

/** Where it comes from, as it is stored. */
export const storeImported = ({ at, ...rest }: Imported) => ({ ...rest, at: at.toISOString() });

/** The consent's id. */
const id = { SK: v.string() };

const recorded = {
  projectUid: v.string(),
  projectId: hex,
  pid: v.number(),
  versionId: v.string(),
  /** SHA-256 of the content of the notice version that was consented to. */
  contentHash: hex,
  /** Whether the caller named the notice by its PID, not by the id of the version; what was recorded before this was kept lacks it. */
  byPid: v.optional(v.boolean()),
  lang: Lang,
  time,
  channel: Channel,
  proof: v.optional(Compressed),
  proofId: v.optional(v.string()),
  /** SHA-256 of the canonical JSON of a proof that another consent keeps. */
  proofHash: v.optional(hex),
  userData: v.optional(Compressed),
  observed: v.optional(StoredObserved),
  /** Bytes that its record adds to an answer, as long as it is not revoked. */
  answerBytes: v.number(),
};

const revoked = {
  revokeTime: v.optional(time),
  revokeChannel: v.optional(Channel),
  revokeProof: v.optional(Compressed),
  /** Bytes as JSON of the revocation's proof where it is an item of its own. */
  revokeProofBytes: v.optional(v.number()),
  /** SHA-256 of its canonical JSON, there too. */
  revokeProofHash: v.optional(hex),
  revokeObserved: v.optional(StoredObserved),
};

const erased = {
  /** When what was personal in it was erased: its proofs, its userData, and what could tell them. */
  eraseTime: v.optional(time),
};

const imported = { imported: v.optional(Imported) };

/** What the log commits to it with; what was recorded before there was a log may lack it. */
const salted = { salt: v.optional(v.instance(Uint8Array)) };

/** What recording writes and records are made of, beside keys. */
export const recordedAttributes: readonly string[] = Object.keys(recorded);

/** What revoking adds. */
export const revokedAttributes: readonly string[] = Object.keys(revoked);

/** All that a consent is read from, beside its keys. */
export const consentAttributes: readonly string[] = [recorded, revoked, erased, imported].flatMap(Object.keys);

/**
 * A consent as stored: written once, revoked once, never edited or deleted by a function. Of the consents of one
 * request, the first may keep the proof for all, which name it by `proofId`. One that was erased has neither proofs nor userData.
 */
const StoredConsent = v.pipe(
  v.object({ ...id, ...recorded, ...revoked, ...erased, ...imported, ...salted }),
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest, revoked: rest.revokeTime !== undefined })),
);
export type StoredConsent = v.InferOutput<typeof StoredConsent>;

export const parseConsent = (item: Item): StoredConsent => v.parse(StoredConsent, item);

const RevocationState = v.pipe(
  v.object({ ...id, versionId: v.string(), revokeTime: v.optional(time) }),
  v.transform(({ SK, ...rest }) => ({ id: SK, ...rest })),
);
export type RevocationState = v.InferOutput<typeof RevocationState>;

/** Whether and when a consent was revoked, without what is compressed in it. */
export const parseRevocationState = (item: Item): RevocationState => v.parse(RevocationState, item);

/** A version and a project, as they are stored with a consent. */
export const storeVersion = ({ pid, versionId, contentHash }: NamedVersion) => ({
  pid,
  versionId,
  contentHash: toBytes(contentHash),
});

export const storeProject = ({ uid, id }: { readonly uid: string; readonly id: string }) => ({
  projectUid: uid,
  projectId: toBytes(id),
});
