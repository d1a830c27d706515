import { isSameBytes } from '../../bytes.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { parseCheckpoint } from '../checkpoint.ts';
import type { NoteKey } from '../signed-note.ts';
import type { HeldCheckpoint } from './check-checkpoints.ts';
import { isGenuine } from './check-checkpoints.ts';
import type { Report } from './finding.ts';
import type { WholeLog } from './read-whole-log.ts';

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

/** Parses kept checkpoints. Reports anything that is not a checkpoint. */
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

/** What a log is compared with. */
interface Compared {
  readonly held: readonly HeldCheckpoint[];
  readonly whole: Pick<WholeLog, 'size' | 'roots'>;
  readonly key: NoteKey;
}

const judge = async (
  { note, head, from }: SizedCheckpoint,
  { whole, key, held }: { readonly held: ReadonlyMap<number, string> } & Omit<Compared, 'held'>,
  report: Report,
): Promise<boolean> => {
  const { size: at } = head;
  if (!(await isGenuine({ size: at, note }, key))) {
    report({ kind: 'foreign', at, says: from });
    return false;
  }
  if (at > whole.size) {
    report({ kind: 'shorter', at, says: `${from}; the log has the size ${whole.size}` });
    return false;
  }
  const root = whole.roots.get(at);
  if (root === undefined || !isSameBytes(root, head.root)) {
    report({ kind: 'fork', at, says: `${from}, of ${head.time.toISOString()}` });
    return false;
  }
  const own = held.get(at);
  if (own === undefined) report({ kind: 'dropped', at, says: from });
  else if (own !== note) report({ kind: 'replaced', at, says: from });
  return true;
};

/** Compares a log with checkpoints that others keep. @returns those that are in the log's past */
export const checkKept = async (
  kept: readonly SizedCheckpoint[],
  { held, whole, key }: Compared,
  report: Report,
): Promise<Checkpoint[]> => {
  const bySize = new Map(held.map(({ size, note }) => [size, note]));
  const right: Checkpoint[] = [];
  for (const each of kept) if (await judge(each, { held: bySize, whole, key }, report)) right.push(each.head);
  return right;
};

/** Reports checkpoints that are not anchored, although later ones are or it is past time. */
export const checkAnchored = (
  held: readonly HeldCheckpoint[],
  kept: readonly SizedCheckpoint[],
  before: Date,
  report: Report,
): void => {
  const anchored = new Set(kept.filter(({ isAnchor }) => isAnchor).map(({ head }) => head.size));
  for (const { size: at, head } of held)
    if (!anchored.has(at) && head !== undefined && head.time < before) report({ kind: 'unanchored', at });
};
