import type { DocumentJwk } from '../shared/evidence/document.ts';
import type { ProvableEvent } from '../shared/evidence/log-schema.ts';
import type { StateStatement } from '../shared/evidence/state-schema.ts';
import type { PartName } from '../shared/evidence/statement-format.ts';
import type { Statement } from '../shared/evidence/statement-schema.ts';

/** Where in a document something holds or fails: a part of the statement, what stands around the parts, or the reader's key. */
export type Place = PartName | 'file' | 'statement' | 'hashes' | 'header' | 'signature' | 'key' | 'log';

/** Kinds of checks, in the order in which they are made. They stay the same between versions. */
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
  | 'log-checkpoint'
  | 'log-stamp'
  | 'log-key'
  | 'log-order'
  | 'log-kept'
  | 'log-time';

/** One thing that was looked at. */
export interface Check {
  readonly name: CheckName;
  /** Null where nothing is wrong with the document and the reader must judge: `says` tells what. */
  readonly holds: boolean | null;
  /** In words, a sentence or two. */
  readonly says: string;
  readonly part: Place;
}

/**
 * `valid`: signed by a key that the reader named, and unchanged. `consistent`: unchanged, and signed by somebody whom the reader's keys do
 * not show. `refused`: anything else (docs/evidence.md, Verdicts).
 */
export type Verdict = 'valid' | 'consistent' | 'refused';

/** The key that a document names, and what the reader's key file says of it. */
export interface Signer {
  readonly kid: string;
  readonly jwk: DocumentJwk;
  /** Whence the reader knows it, as the reader said; null where the reader's keys lack it, or there are none. */
  readonly whence: string | null;
  readonly usedFrom: string | null;
  readonly usedUntil: string | null;
}

/**
 * Since when something cannot have been changed, and by what one knows it: the stamp of an authority that the reader trusts, a checkpoint
 * that the reader has kept, the word of the register, or that of the document alone, whose log anybody may have made.
 */
export interface Since {
  readonly event: ProvableEvent;
  readonly time: string;
  readonly by: 'stamp' | 'kept' | 'register' | 'document';
}

export interface Verification {
  readonly verdict: Verdict;
  /** In the order in which they were made. */
  readonly checks: readonly Check[];
  /** Where the file has one that has the form of a statement, also where it is refused. */
  readonly statement?: Statement;
  readonly signer?: Signer;
  /** The state in the span that the reader asked about; of no document that is refused. */
  readonly stateAt?: StateStatement;
  /** Since when what a log proves cannot have been changed; of no document that is refused. */
  readonly since?: readonly Since[];
}

export const holds = (name: CheckName, part: Place, says: string): Check => ({ name, holds: true, says, part });
export const fails = (name: CheckName, part: Place, says: string): Check => ({ name, holds: false, says, part });
/** What the reader must judge. */
export const asks = (name: CheckName, part: Place, says: string): Check => ({ name, holds: null, says, part });

/** What a verdict, a page and a sentence of their own tell already: who signed, and how far the log is to be trusted. */
const toldElsewhere: readonly CheckName[] = ['signer', 'log', 'log-stamp', 'log-time'];

/** Whether it is for the reader to judge before relying on the document. */
export const isDoubt = ({ holds: isHolding, name }: Check): boolean =>
  isHolding === null && !toldElsewhere.includes(name);
