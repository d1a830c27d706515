import * as v from 'valibot';
import { nameOfLeaf } from '../../shared/evidence/leaf-statements.ts';
import type { LogLeaf } from '../../shared/evidence/log-schema.ts';
import { DocumentLog } from '../../shared/evidence/log-schema.ts';
import type { PlacedLeaf } from '../../shared/evidence/placed-leaf.ts';
import { placeLeaf } from '../../shared/evidence/placed-leaf.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NoteKey } from '../../shared/log/signed-note.ts';
import { parseNoteKey, writeNoteKey } from '../../shared/log/signed-note.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import { findUnread } from '../members.ts';
import type { PublishedKeys } from '../published-keys.ts';
import type { Saying } from '../saying.ts';
import type { Check, Since } from '../verification.ts';
import { asks, fails, holds } from '../verification.ts';
import { checkKept } from './kept.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';
import { doubtKept } from './kept-doubts.ts';
import { checkMissing, doubtHeads, doubtKey, doubtLate, doubtTimes, isPast, tellSince } from './log-doubts.ts';
import { checkHistory } from './one-history.ts';
import type { Heads, Proofs } from './proofs.ts';
import { includedIn, isIncluded } from './proofs.ts';
import { partOf, toldOf } from './told-events.ts';
import { checkCheckpoints } from './tree-heads.ts';

/** What a reader has to judge a log. */
export interface LogReader {
  readonly keys?: PublishedKeys | undefined;
  readonly checkpoints?: readonly KeptCheckpoint[] | undefined;
  readonly now: Date;
}

interface LogFound {
  readonly checks: readonly Check[];
  /** For the events that the document proves. */
  readonly since: readonly Since[];
}

const noLog = asks('log', 'log', ['log-none']);

/** Whether a checkpoint of the document contains the leaf; no check for a leaf with a path to a checkpoint that only the reader has. */
const checkLeaf = (placed: PlacedLeaf, heads: Heads, statement: Statement): readonly Check[] => {
  const { leaf, root } = placed;
  const [part, told] = [partOf(leaf), toldOf(leaf, statement)];
  if (root !== undefined && !heads.has(leaf.size)) return [];
  if (isIncluded(placed, heads)) return [holds('log', part, ['log-has', { told, index: leaf.index, size: leaf.size }])];
  return [fails('log', part, ['log-lacks', { told }])];
};

/** The reader's source for the key of the log. */
const findWhence = (key: string, keys: PublishedKeys | undefined): string | undefined =>
  keys?.logKeys?.includes(key) === true ? keys.whence : undefined;

/** Without the checkpoints of the future, which prove no time. */
const pastOf = (proofs: Proofs, now: Date): Proofs => ({
  ...proofs,
  included: proofs.included.filter(({ head }) => isPast(head, now)),
  proving: proofs.proving.filter(({ kept }) => isPast(kept.head, now)),
});

/**
 * Checks the log in a document (docs/evidence.md, The log). It rebuilds the leaf statements from the document's statement, so a statement that
 * differs from the log fails, even with a valid signature.
 *
 * @param value the member `log` of the document; undefined if there is none
 */
export const checkLog = async (
  statement: Statement,
  value: unknown,
  { keys, checkpoints = [], now }: LogReader,
): Promise<LogFound> => {
  if (value === undefined)
    return {
      checks: [noLog, ...doubtStripped(checkpoints)],
      since: [],
    };
  const read = readDocumentLog(value);
  if ('holds' in read) return { checks: [read], since: [] };
  const { log, key } = read;
  const leaves = await Promise.all(log.leaves.map((leaf) => placeLeaf(leaf, statement)));
  const { checks: ofHeads, heads } = await checkCheckpoints(log.checkpoints, key);
  const kept = await checkKept(checkpoints, { statement, key, heads, leaves });
  const told = [...new Map(leaves.map(({ leaf }) => [nameOfLeaf(leaf), leaf])).values()];
  const proofs: Proofs = {
    statement,
    included: includedIn(leaves, heads),
    proving: kept.proving,
  };
  const past = pastOf(proofs, now);
  const keptInPast = kept.known.filter(({ head }) => isPast(head, now));
  const whence = findWhence(log.key, keys);
  const since = tellSince(told, { ...past, whence });
  return {
    checks: [
      ...leaves.flatMap((leaf) => checkLeaf(leaf, heads, statement)),
      ...checkMissing(proofs),
      ...ofHeads,
      ...tellStamps(heads),
      ...kept.checks,
      ...checkHistory(leaves, heads, kept.known),
      ...doubtKept(keptInPast, proofs),
      ...doubtTimes(proofs),
      ...(whence === undefined ? doubtKey(log.key, keys) : []),
      ...doubtHeads(
        [...heads.values(), ...kept.known].map(({ head }) => head),
        now,
      ),
      ...doubtLate(told, past),
      ...since.map(({ check }) => check),
    ],
    since: since.map(({ check: _, ...known }) => known),
  };
};

/** The well-formed log of a document, with the log's key. */
interface LogRead {
  readonly log: DocumentLog;
  readonly key: NoteKey;
}

const refuse = (saying: Saying): Check => fails('log', 'log', saying);

/** What a checkpoint can say: twelve digits. */
const largestTree = 999_999_999_999;

/** Why the places of the leaves cannot be right. */
const findWrongPlace = (leaves: readonly LogLeaf[]): Saying | undefined => {
  const indexes = new Map<string, number>();
  for (const leaf of leaves) {
    const { index, size } = leaf;
    if (index < 0 || index >= size || size > largestTree) return ['log-place', { index, size }];
    const first = indexes.get(nameOfLeaf(leaf)) ?? index;
    if (first !== index) return ['log-two-places', { first, index }];
    indexes.set(nameOfLeaf(leaf), index);
  }
  return undefined;
};

/** @returns a failed check if the form is wrong */
const readDocumentLog = (value: unknown): LogRead | Check => {
  const result = v.safeParse(DocumentLog, value, { abortEarly: true });
  if (!result.success || findUnread(value, result.output).length > 0) return refuse(['log-form']);
  if (
    new Set(result.output.leaves.map((leaf) => `${nameOfLeaf(leaf)} ${leaf.size}`)).size < result.output.leaves.length
  )
    return refuse(['log-twice']);
  const wrong = findWrongPlace(result.output.leaves);
  if (wrong !== undefined) return refuse(wrong);
  const key = parseNoteKey(result.output.key);
  if (key === undefined || writeNoteKey(key) !== result.output.key) return refuse(['log-key-form']);
  return { log: result.output, key };
};

/** The reader kept checkpoints, but the document has no log. Anybody can remove a log from a document. */
const doubtStripped = (checkpoints: readonly KeptCheckpoint[]): readonly Check[] => {
  const given = checkpoints.map(({ whence }) => tame(whence));
  return given.length === 0 ? [] : [asks('log-stripped', 'log', ['log-stripped', { given }])];
};

/** Time stamps are kept, not judged: whoever relies on one verifies it with software for RFC 3161. */
const tellStamps = (heads: Heads): readonly Check[] =>
  [...heads.values()]
    .filter(({ stamps }) => stamps.length > 0)
    .map(({ head: { size } }) => asks('log-stamp', 'log', ['stamp-unchecked', { size }]));
