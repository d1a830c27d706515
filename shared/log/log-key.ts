import type { Table } from '../store/table.ts';
import type { Checkpoint } from './checkpoint.ts';
import { openCheckpoint } from './checkpoint.ts';
import { readNotes } from './checkpoints.ts';
import type { NoteKey } from './signed-note.ts';
import { readPublicKey } from './signing-keys.ts';
import { DamagedLog } from './tiles.ts';

/** The key of a log, and the last checkpoint that it signed. */
export interface LogKey {
  readonly key: NoteKey;
  readonly note: string;
  readonly head: Checkpoint;
  /** How many later checkpoints it did not sign, because somebody changed them. */
  readonly damaged: number;
}

/** Checkpoints to read at a time. The last one usually suffices. */
const together = 20;

/**
 * The key that verifies the checkpoints of a log. Its name comes from a checkpoint that it signed: a changed checkpoint
 * could give another name and make all others wrong.
 *
 * @returns undefined before the first checkpoint
 * @throws DamagedLog when the key signed none of the checkpoints
 */
export const findLogKey = async (log: Table): Promise<LogKey | undefined> => {
  const publicKey = await readPublicKey(log, 'checkpoints');
  let damaged = 0;
  for await (const { note } of readNotes(log, { order: 'descending', limit: together })) {
    const head = publicKey && (await openCheckpoint(note, { publicKey }));
    if (publicKey && head) return { key: { name: head.origin, publicKey }, note, head, damaged };
    damaged += 1;
  }
  if (damaged > 0) throw new DamagedLog('The key in the log table signed none of the checkpoints of the log.');
  return undefined;
};
