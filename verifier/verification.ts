import type { DocumentJwk, ProvableEvent } from '../shared/evidence/schema.ts';
import type { StateStatement } from '../shared/evidence/state-statement.ts';
import type { Statement } from '../shared/evidence/statement.ts';
import type { NoticeNaming } from '../shared/notices/content.ts';
import type { Lang } from '../shared/schema/vocabulary.ts';

/** Names of checks, in order. They never change between versions. */
export const checkNames = [
  'json',
  'canonical',
  'document',
  'header',
  'signature',
  'contents',
  'text',
  'language',
  'versions',
  'events',
  'signer',
  'key-times',
  'log',
  'log-missing',
  'log-checkpoint',
  'log-key',
  'log-late',
  'log-kept',
] as const;
export type CheckName = (typeof checkNames)[number];

/** One check. Several may have the same name, such as those of the checkpoints of a document. */
export interface Check {
  readonly name: CheckName;
  /** Null if the document is not wrong but the reader must judge: `saying` explains why. */
  readonly holds: boolean | null;
  readonly saying: Message;
}

/**
 * `valid`: unchanged, signed by a key that the reader named, and without a doubt. `doubtful`: the same with a doubt. `consistent`: unchanged, but
 * the reader's keys do not have the signer. `refused`: anything else (docs/evidence.md, Verdicts).
 */
export type Verdict = 'valid' | 'doubtful' | 'consistent' | 'refused';

/** The key that a document names, and what the reader's key file says about it. */
export interface Signer {
  readonly kid: string;
  readonly jwk: DocumentJwk;
  /** The reader's source for the key; null if the reader's keys lack it, or the reader has no keys. */
  readonly source: string | null;
  readonly usedFrom: string | null;
}

/**
 * Since when an event of the consent cannot have been changed, and the source: a checkpoint that the reader kept, the word of the register, or only
 * the document, whose log anybody may have made.
 */
export interface Since {
  readonly event: ReportedEvent;
  readonly time: string;
  readonly by: 'kept' | 'register' | 'document';
  /** The reader's name for the checkpoint, or for the source of the key of the log; null for the document. */
  readonly source: string | null;
}

export interface Verification {
  readonly verdict: Verdict;
  /** In the order of their names. */
  readonly checks: readonly Check[];
  /** The names of the checks that count as doubts, each once. A document with one is never valid. */
  readonly doubts: readonly CheckName[];
  /** What the document says. Present if its form is right, even if the document is refused. */
  readonly statement?: Statement;
  readonly signer?: Signer;
  /** The state at the time that the reader asked about; absent if the document is refused. */
  readonly stateAt?: StateStatement;
  /** Since when the events of the consent cannot have been changed; absent if the document is refused, or nothing proves it. */
  readonly since?: readonly Since[];
}

export const pass = (name: CheckName, saying: Message): Check => ({ name, holds: true, saying });
export const fail = (name: CheckName, saying: Message): Check => ({ name, holds: false, saying });
/** A check that the reader must judge. */
export const leaveOpen = (name: CheckName, saying: Message): Check => ({ name, holds: null, saying });

/** Checks that do not count as doubts: the verdict and the page already explain who signed and how far to trust the log. */
const reportedElsewhere: readonly CheckName[] = ['signer', 'key-times', 'log'];

/** Whether the reader must judge this before relying on the document. A document with a doubt is never valid. */
export const isDoubt = ({ holds: isHolding, name }: Pick<Check, 'holds' | 'name'>): boolean =>
  isHolding === null && !reportedElsewhere.includes(name);

export const doubtsOf = (checks: readonly Check[]): readonly CheckName[] => [
  ...new Set(checks.filter(isDoubt).map(({ name }) => name)),
];

/** What a leaf of the log states: an event of the consent, or the publication of a version of its notice, if it is known which. */
export interface ReportedEvent {
  readonly event: ProvableEvent;
  readonly version: number | null;
}

/** A tree of the log, of the document or of a checkpoint that the reader kept. */
export interface NamedTree {
  readonly size: number;
  /** The reader's name for the checkpoint; null for one of the document. */
  readonly source: string | null;
}

/** A checkpoint that the reader kept. */
export interface NamedCheckpoint {
  readonly source: string;
  readonly size: number;
  readonly time: string;
}

interface OfEvent {
  readonly event: ReportedEvent;
}

interface OfKept {
  readonly kept: NamedCheckpoint;
}

interface OfTree {
  readonly size: number;
  readonly time: string;
}

/** A code for each sentence that a check says, with the facts in it. Times are in ISO 8601; names of others are safe to show. */
export interface MessageFacts {
  readonly 'json-ok': null;
  readonly 'page-ok': null;
  readonly 'json-not': null;
  readonly 'json-large': { readonly bytes: number; readonly depth: number };
  readonly 'canonical-ok': null;
  readonly 'canonical-none': null;
  readonly 'canonical-differs': { readonly at: number };
  readonly 'document-ok': null;
  readonly 'document-none': null;
  /** @param member safe to be shown; null for the whole statement */
  readonly 'document-member': { readonly member: string | null };
  readonly 'document-newer': { readonly given: string; readonly format: string };
  readonly 'header-ok': null;
  readonly 'header-other': null;
  readonly 'signature-ok': null;
  readonly 'signature-other': null;
  readonly 'contents-ok': null;
  readonly 'contents-erased': null;
  readonly 'contents-other': { readonly content: 'proof' | 'userData' | 'revokeProof' };
  readonly 'text-ok': null;
  readonly 'text-imported': {
    readonly namedBy: NoticeNaming | null;
    readonly publishedAt: string;
    readonly given: string;
    /** Whether the version was published before the consent was given. */
    readonly isBefore: boolean;
  };
  readonly 'text-gone': null;
  readonly 'text-other': null;
  readonly 'text-terms': null;
  readonly 'language-ok': null;
  readonly 'language-none': { readonly lang: Lang };
  readonly 'versions-ok': { readonly count: number };
  readonly 'versions-other': null;
  readonly 'versions-gap': null;
  readonly 'events-ok': { readonly issuedAt: string };
  readonly 'events-other': null;
  readonly 'events-order': null;
  readonly 'events-id': { readonly ofId: string; readonly given: string };
  readonly 'events-unobserved': null;
  readonly 'events-later': { readonly issuedAt: string };
  readonly 'signer-known': { readonly kid: string; readonly source: string };
  readonly 'signer-without-key': { readonly thumbprint: string };
  readonly 'signer-other': { readonly thumbprint: string; readonly source: string };
  readonly 'key-without-times': { readonly source: string; readonly issuedAt: string };
  readonly 'key-in-use': { readonly from: string };
  readonly 'key-not-in-use': { readonly from: string; readonly issuedAt: string };
  readonly 'log-none': null;
  readonly 'log-form': null;
  readonly 'log-has': OfEvent & OfTree & { readonly index: number };
  readonly 'log-lacks': OfEvent;
  readonly 'log-not-yet': OfEvent;
  readonly 'log-two-histories': { readonly one: NamedTree; readonly other: NamedTree };
  readonly 'missing-due': OfEvent & { readonly after: 'hour' | 'day' };
  readonly 'checkpoint-ok': OfTree & { readonly log: string; readonly stamps: number };
  readonly 'checkpoint-damaged': null;
  readonly 'checkpoint-unsigned': OfTree;
  readonly 'checkpoint-unchecked': OfTree;
  readonly 'checkpoint-time': OfTree;
  readonly 'log-key-ok': { readonly source: string };
  readonly 'log-key-other': { readonly source: string };
  readonly 'log-late': OfEvent & { readonly logged: string; readonly happened: string };
  readonly 'log-early': OfEvent & OfTree & { readonly happened: string };
  readonly 'kept-has': OfEvent & OfKept;
  readonly 'kept-lacks': OfEvent & OfKept;
  readonly 'kept-afterwards': OfEvent & OfKept & { readonly happened: string };
  readonly 'kept-unproved': OfEvent & OfKept;
  readonly 'kept-other-log': OfKept;
  readonly 'kept-older': OfKept;
}

export type MessageCode = keyof MessageFacts;

/** What a check says, for words of any language. */
export type Message = {
  [Code in MessageCode]: MessageFacts[Code] extends null ? readonly [Code] : readonly [Code, MessageFacts[Code]];
}[MessageCode];
