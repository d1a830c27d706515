import * as v from 'valibot';
import { isSameBytes } from '../../bytes.ts';
import type { Table } from '../../store/client.ts';
import { logKeyOf, numberIn } from '../../store/keys.ts';
import { queryPages } from '../../store/query.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { openCheckpoint, parseCheckpoint } from '../checkpoint.ts';
import { findLogName } from '../log-name.ts';
import type { NoteKey } from '../signed-note.ts';
import type { Report } from './finding.ts';
import type { WholeLog } from './read-whole-log.ts';

/** A checkpoint as it is held. */
export interface HeldCheckpoint {
  /** The size under which it is kept. */
  readonly size: number;
  readonly note: string;
  readonly head: Checkpoint | undefined;
}

const Stored = v.object({ SK: v.string(), note: v.optional(v.string(), '') });

/** The checkpoints of a log by size, including damaged ones. */
export const readHeld = async (log: Table): Promise<HeldCheckpoint[]> => {
  const held: HeldCheckpoint[] = [];
  for await (const page of queryPages(log, logKeyOf.checkpoint('')))
    for (const item of page) {
      const { SK, note } = v.parse(Stored, item);
      held.push({ size: numberIn(SK), note, head: parseCheckpoint(note) });
    }
  return held;
};

/** Whether a note is a checkpoint of this size with a valid signature of the key. */
export const isGenuine = async ({ note, size }: Omit<HeldCheckpoint, 'head'>, key: NoteKey): Promise<boolean> =>
  (await openCheckpoint(note, key))?.size === size;

/** Compares the checkpoints of a log with its leaves. @returns the correct ones, by size */
export const checkCheckpoints = async (
  held: readonly HeldCheckpoint[],
  { size: end, roots }: Pick<WholeLog, 'size' | 'roots'>,
  key: NoteKey,
  report: Report,
): Promise<Checkpoint[]> => {
  const right: Checkpoint[] = [];
  for (const checkpoint of held) {
    const { size: at, head } = checkpoint;
    if (head === undefined || !(await isGenuine(checkpoint, key))) {
      report({ kind: 'checkpoint', at });
      continue;
    }
    const root = roots.get(at);
    if (root === undefined) {
      report({ kind: 'root', at, says: `the log has the size ${end}` });
      continue;
    }
    if (!isSameBytes(root, head.root)) {
      report({ kind: 'root', at });
      continue;
    }
    const before = right.at(-1);
    if (before !== undefined && head.time < before.time) report({ kind: 'checkpoint-time', at });
    right.push(head);
  }
  return right;
};

/** Compares the name in the log table with that of the checkpoints. A job writes a name that is gone again. */
export const checkName = async (log: Table, { name }: NoteKey, report: Report): Promise<void> => {
  const stored = await findLogName(log);
  if (stored !== undefined && stored !== name) report({ kind: 'name', says: `${stored}, and ${name}` });
};
