import type { DocumentJwk } from '../shared/evidence/document.ts';
import type { StateStatement } from '../shared/evidence/state-statement.ts';
import type { Statement } from '../shared/evidence/statement.ts';
import type { Saying, ToldEvent } from './saying.ts';

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
  readonly saying: Saying;
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
  /** The reader's source for the key; null if the reader's keys do not have it, or there are none. */
  readonly whence: string | null;
  readonly usedFrom: string | null;
}

/**
 * Since when an event of the consent cannot have been changed, and the source: a checkpoint that the reader kept, the word of the register, or only
 * the document, whose log anybody may have made.
 */
export interface Since {
  readonly told: ToldEvent;
  readonly time: string;
  readonly by: 'kept' | 'register' | 'document';
  /** The reader's name for the checkpoint, or for the source of the key of the log; null for the document. */
  readonly whence: string | null;
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

export const holds = (name: CheckName, saying: Saying): Check => ({ name, holds: true, saying });
export const fails = (name: CheckName, saying: Saying): Check => ({ name, holds: false, saying });
/** A check that the reader must judge. */
export const asks = (name: CheckName, saying: Saying): Check => ({ name, holds: null, saying });

/** Checks that do not count as doubts: the verdict and the page already explain who signed and how far to trust the log. */
const toldElsewhere: readonly CheckName[] = ['signer', 'key-times', 'log'];

/** Whether the reader must judge this before relying on the document. A document with a doubt is never valid. */
export const isDoubt = ({ holds: isHolding, name }: Pick<Check, 'holds' | 'name'>): boolean =>
  isHolding === null && !toldElsewhere.includes(name);

export const doubtsOf = (checks: readonly Check[]): readonly CheckName[] => [
  ...new Set(checks.filter(isDoubt).map(({ name }) => name)),
];
