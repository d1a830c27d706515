import type { Table } from '../store/client.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { findLastCheckpoint } from './checkpoints.ts';
import { writeNoteKey } from './signed-note.ts';
import { readPublicKey } from './signing-keys.ts';

/** What verifies the checkpoints of a log, as it is given to verifiers; undefined before the first checkpoint. */
export const findLogKey = async (log: Table): Promise<string | undefined> => {
  const [publicKey, last] = await Promise.all([readPublicKey(log, 'checkpoints'), findLastCheckpoint(log)]);
  const name = parseCheckpoint(last?.note ?? '')?.origin;
  return publicKey === undefined || name === undefined ? undefined : writeNoteKey({ name, publicKey });
};
