import type { DocumentJwk } from '../shared/evidence/document.ts';
import type { ProvableEvent } from '../shared/evidence/log-schema.ts';
import type { PartName } from '../shared/evidence/statement-format.ts';
import type { Statement, StateStatement } from '../shared/evidence/statement-schema.ts';
import type { Saying } from './saying.ts';

/** The place of a check: a part of the statement, the frame around the parts, or the reader's key. */
export type Place = PartName | 'file' | 'statement' | 'hashes' | 'header' | 'signature' | 'key' | 'log';

/** Names of checks, in order. They never change between versions. */
export type CheckName =
  | 'page'
  | 'json'
  | 'canonical'
  | 'document'
  | 'header'
  | 'signature'
  | 'hash'
  | 'only-signature'
  | 'members'
  | 'record'
  | 'record-times'
  | 'erasure'
  | 'record-notice'
  | 'id-time'
  | 'origin'
  | 'observed-times'
  | 'revocation'
  | 'observation'
  | 'notice-hash'
  | 'notice-history'
  | 'notice-versions'
  | 'notice-text'
  | 'notice-language'
  | 'notice-terms'
  | 'times'
  | 'state'
  | 'state-now'
  | 'issued'
  | 'issued-before-now'
  | 'signer'
  | 'key-times'
  | 'log'
  | 'log-missing'
  | 'log-checkpoint'
  | 'log-stamp'
  | 'log-key'
  | 'log-order'
  | 'log-late'
  | 'log-kept'
  | 'log-stripped'
  | 'log-time';

/** One check. */
export interface Check {
  readonly name: CheckName;
  /** Null if the document is not wrong but the reader must judge: `saying` explains why. */
  readonly holds: boolean | null;
  readonly saying: Saying;
  readonly part: Place;
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
 * Since when something cannot have been changed, and the source: a checkpoint that the reader kept, the word of the register, or only the
 * document, whose log anybody may have made.
 */
export interface Since {
  readonly event: ProvableEvent;
  /** The version of the notice that was published. */
  readonly versionId?: string;
  readonly time: string;
  readonly by: 'kept' | 'register' | 'document';
}

export interface Verification {
  readonly verdict: Verdict;
  /** In the order in which they were made. */
  readonly checks: readonly Check[];
  /** The names of the checks that count as doubts, each once. A document with one is never valid. */
  readonly doubts: readonly CheckName[];
  /** Present if the file has a well-formed statement, even if the document is refused. */
  readonly statement?: Statement;
  readonly signer?: Signer;
  /** The state at the time that the reader asked about; absent if the document is refused. */
  readonly stateAt?: StateStatement;
  /** Since when the events in a log cannot have been changed; absent if the document is refused. */
  readonly since?: readonly Since[];
}

export const holds = (name: CheckName, part: Place, saying: Saying): Check => ({ name, holds: true, saying, part });
export const fails = (name: CheckName, part: Place, saying: Saying): Check => ({ name, holds: false, saying, part });
/** A check that the reader must judge. */
export const asks = (name: CheckName, part: Place, saying: Saying): Check => ({ name, holds: null, saying, part });

/** Checks that do not count as doubts: the verdict and the page already explain who signed and how far to trust the log. */
const toldElsewhere: readonly CheckName[] = ['signer', 'key-times', 'log', 'log-stamp', 'log-time'];

/** Whether the reader must judge this before relying on the document. A document with a doubt is never valid. */
export const isDoubt = ({ holds: isHolding, name }: Pick<Check, 'holds' | 'name'>): boolean =>
  isHolding === null && !toldElsewhere.includes(name);

export const doubtsOf = (checks: readonly Check[]): readonly CheckName[] => [
  ...new Set(checks.filter(isDoubt).map(({ name }) => name)),
];
