import * as v from 'valibot';
import type { Table } from '../store/client.ts';
import { logKeyOf } from '../store/keys.ts';
import { queryPages } from '../store/query.ts';
import type { Checkpoint } from './checkpoint.ts';
import { openCheckpoint } from './checkpoint.ts';
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

/** The note may have any form, since somebody may have changed it. */
const Held = v.object({ note: v.fallback(v.string(), '') });

const together = 20;

async function* readNotes(log: Table): AsyncGenerator<string> {
  for await (const page of queryPages(log, logKeyOf.checkpoint(''), { order: 'descending', limit: together }))
    for (const item of page) yield v.parse(Held, item).note;
}

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
  for await (const note of readNotes(log)) {
    const head = publicKey && (await openCheckpoint(note, { publicKey }));
    if (publicKey && head) return { key: { name: head.origin, publicKey }, note, head, damaged };
    damaged += 1;
  }
  if (damaged > 0) throw new DamagedLog('The key in the log table signed none of the checkpoints of the log.');
  return undefined;
};
