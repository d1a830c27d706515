import type { ReceivedBy } from '../consents/arrival.ts';
import type { NoticeNaming } from '../notices/naming.ts';
import type { Channel, Lang } from '../schema/vocabulary.ts';

/**
 * What a leaf of the log commits to: the canonical JSON (RFC 8785) of one of these (docs/evidence.md, The log). An
 * evidence document contains everything for them, so that a verifier can rebuild them. Times are ISO 8601, hashes
 * SHA-256 in hexadecimal digits.
 */
export type LeafStatement =
  | GivenLeaf
  | RevokedLeaf
  | ErasedLeaf
  | { readonly event: 'consent.removed'; readonly account: string; readonly consent: string }
  | PublishedLeaf
  | EvidenceKeyLeaf
  | OperationLeaf;

/** What the register observed of a call. Null if it was erased. */
interface ObservedLeaf {
  readonly userId: number;
  readonly sessionId: string;
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** The source of an imported consent. */
interface ImportedLeaf {
  readonly source: string;
  readonly line: number;
  readonly time: string;
  readonly by: string;
}

/** The members of all leaves of a consent. They identify it and stay when it is erased. */
interface ConsentLeaf {
  readonly account: string;
  readonly consent: string;
  readonly project: { readonly uid: string; readonly id: string };
  readonly notice: { readonly pid: number; readonly versionId: string; readonly contentHash: string };
  readonly noticeNamedBy: NoticeNaming | null;
  readonly lang: Lang;
  readonly channel: Channel;
  readonly imported: ImportedLeaf | null;
}

/** A consent that was recorded here or imported. */
export interface GivenLeaf extends ConsentLeaf {
  readonly event: 'consent.recorded' | 'consent.imported';
  readonly time: string;
  /** The way that the proof names and the table also keeps beside it. Absent if there is none. */
  readonly receivedBy?: ReceivedBy;
  readonly proofHash: string;
  readonly userDataHash: string;
  readonly observed: ObservedLeaf | null;
}

export interface RevokedLeaf {
  readonly event: 'consent.revoked';
  readonly account: string;
  readonly consent: string;
  readonly time: string;
  readonly channel: Channel | null;
  /** The same of the revocation. */
  readonly receivedBy?: ReceivedBy;
  readonly proofHash: string;
  readonly observed: ObservedLeaf | null;
  /** Whether the revocation was imported with the consent. */
  readonly imported: boolean;
}

/** What stays of an erased consent. */
export interface ErasedLeaf extends ConsentLeaf {
  readonly event: 'consent.erased';
  readonly time: string;
  readonly given: string;
  readonly observed: ObservedLeaf | null;
  readonly revocation: {
    readonly time: string;
    readonly channel: Channel | null;
    readonly observed: ObservedLeaf | null;
  } | null;
}

/** A published version, with everything of it that decides the states of consents, or that is copied out of its text. */
export interface PublishedLeaf {
  readonly event: 'notice.published';
  readonly account: string;
  readonly pid: number;
  readonly version: number;
  readonly versionId: string;
  readonly contentHash: string;
  readonly time: string;
  readonly by: string;
  readonly askAgain: boolean;
  readonly languages: readonly string[];
  readonly validityDays: number;
  readonly retentionDays: number | null;
}

/** A key that signs evidence from now on. */
interface EvidenceKeyLeaf {
  readonly event: 'evidence-key.used';
  readonly kid: string;
  readonly stage: string;
  readonly usedFrom: string;
  /** The public key: its coordinates on P-256, as a JWK has them. */
  readonly x: string;
  readonly y: string;
}

/** An entry of the operations log. Its salt keeps it from being guessed. */
interface OperationLeaf {
  readonly event: 'operation.logged';
  readonly id: string;
  readonly time: string;
  readonly by: string;
  readonly command: string;
  readonly target: Readonly<Record<string, string | number | boolean>>;
  readonly reason: string | null;
}
