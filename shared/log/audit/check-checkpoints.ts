import { isSameBytes } from '../../runtime/values.ts';
import type { Table } from '../../store/table.ts';
import { readNotes } from '../checkpoints.ts';
import type { Checkpoint, NoteKey } from '../note.ts';
import { openCheckpoint, parseCheckpoint } from '../note.ts';
import type { Report } from './findings.ts';
import type { WholeLog } from './read-log.ts';

/** A checkpoint in the log table. */
export interface TableCheckpoint {
  /** The size under which it is kept. */
  readonly size: number;
  readonly note: string;
  readonly head: Checkpoint | undefined;
}

/** A checkpoint that is kept out of reach of rights on tables. */
export interface KeptCheckpoint {
  /** Its place, for people. */
  readonly from: string;
  /** From the bucket of anchors, which has all checkpoints. */
  readonly isAnchor: boolean;
  readonly note: string;
  /** Changes that were made to it there. */
  readonly changes?: readonly string[];
}

/** A kept checkpoint whose size is known. */
export interface SizedCheckpoint extends KeptCheckpoint {
  readonly head: Checkpoint;
}

/** The checkpoints of a log by size, including damaged ones. */
export const readTableCheckpoints = async (log: Table): Promise<TableCheckpoint[]> => {
  const held: TableCheckpoint[] = [];
  for await (const { size, note } of readNotes(log)) held.push({ size, note, head: parseCheckpoint(note) });
  return held;
};

/** Parses kept checkpoints. Reports anything that is not a checkpoint, and changes of anchors. */
export const readKept = async (
  kept: AsyncIterable<KeptCheckpoint> | Iterable<KeptCheckpoint>,
  report: Report,
): Promise<SizedCheckpoint[]> => {
  const sized: SizedCheckpoint[] = [];
  for await (const each of kept) {
    const head = parseCheckpoint(each.note);
    if (head === undefined) report({ kind: 'foreign', says: `${each.from} is no checkpoint` });
    else sized.push({ ...each, head });
    for (const change of each.changes ?? []) report({ kind: 'anchor-changed', at: head?.size, says: change });
  }
  return sized.sort((one, other) => one.head.size - other.head.size);
};

/** The leaves, and the key of the log. */
interface Compared {
  readonly whole: Pick<WholeLog, 'size' | 'roots'>;
  readonly key: NoteKey;
}

/** Milliseconds by which clocks may differ: every checkpoint has the time of the machine that signed it. */
const clockDifference = 5 * 60_000;

/** Compares the checkpoints of a log with its leaves. @returns the correct ones, by size */
export const checkCheckpoints = async (
  held: readonly TableCheckpoint[],
  { whole, key }: Compared,
  report: Report,
): Promise<Checkpoint[]> => {
  const right: Checkpoint[] = [];
  for (const checkpoint of held) {
    const { size: at, head } = checkpoint;
    const root = whole.roots.get(at);
    const before = right.at(-1);
    if (head === undefined || !(await isGenuine(checkpoint, key)))
      report({ kind: 'checkpoint', at, says: 'the key of the log did not sign it' });
    else if (root === undefined || !isSameBytes(root, head.root))
      report({ kind: 'checkpoint', at, says: `its root is not that of the leaves; the log has ${whole.size()}` });
    else {
      if (before !== undefined && head.time.getTime() < before.time.getTime() - clockDifference)
        report({ kind: 'checkpoint', at, says: 'it is older than the one before it' });
      right.push(head);
    }
  }
  return right;
};

/** Compares a log with checkpoints that others keep. @returns those that are in the log's past */
export const checkKept = async (
  kept: readonly SizedCheckpoint[],
  held: readonly TableCheckpoint[],
  compared: Compared,
  report: Report,
): Promise<Checkpoint[]> => {
  const own = new Map(held.map(({ size, note }) => [size, note]));
  const right: Checkpoint[] = [];
  for (const { note, head, from } of kept) {
    const { size: at } = head;
    if (!(await isGenuine({ size: at, note }, compared.key))) report({ kind: 'foreign', at, says: from });
    else if (!isPast(head, compared))
      report({
        kind: 'fork',
        at,
        says: `${from}, of ${head.time.toISOString()}; the log has ${compared.whole.size()}`,
      });
    else {
      right.push(head);
      if (own.get(at) !== note)
        report({ kind: 'fork', at, says: `${from}: the log ${own.has(at) ? 'has another checkpoint' : 'lacks it'}` });
    }
  }
  return right;
};

/** Reports checkpoints that are older than `before` and not anchored. */
export const checkAnchored = (
  held: readonly TableCheckpoint[],
  kept: readonly SizedCheckpoint[],
  before: Date,
  report: Report,
): void => {
  const anchored = new Set(kept.filter(({ isAnchor }) => isAnchor).map(({ head }) => head.size));
  for (const { size: at, head } of held)
    if (!anchored.has(at) && head !== undefined && head.time < before) report({ kind: 'unanchored', at });
};

/** Whether a note is a checkpoint of this size with a valid signature of the key. */
const isGenuine = async ({ note, size }: Omit<TableCheckpoint, 'head'>, key: NoteKey): Promise<boolean> =>
  (await openCheckpoint(note, key))?.size === size;

const isPast = ({ size, root }: Checkpoint, { whole }: Compared): boolean => {
  const own = whole.roots.get(size);
  return own !== undefined && isSameBytes(own, root);
};
