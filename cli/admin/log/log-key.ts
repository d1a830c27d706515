import type { Table } from '../../../shared/store/client.ts';
import { parseCheckpoint } from '../../../shared/transparency/checkpoint.ts';
import type { StoredCheckpoint } from '../../../shared/transparency/checkpoints.ts';
import { findLastCheckpoint } from '../../../shared/transparency/checkpoints.ts';
import type { NoteKey } from '../../../shared/transparency/signed-note.ts';
import { parseNoteKey } from '../../../shared/transparency/signed-note.ts';
import { readPublicKey } from '../../../shared/transparency/signing-keys.ts';
import { CommandError } from '../../command-error.ts';

const noCheckpoint =
  'The log has no checkpoint yet: the job PublishCheckpoint makes one within the time that `checkpointMinutes` says.';

/** The last checkpoint of a log, and the key that the table has for its checkpoints. @throws CommandError notFound */
export const readLogKey = async (
  log: Table,
): Promise<{ readonly key: NoteKey; readonly checkpoint: StoredCheckpoint }> => {
  const [checkpoint, publicKey] = await Promise.all([findLastCheckpoint(log), readPublicKey(log, 'checkpoints')]);
  const name = checkpoint && parseCheckpoint(checkpoint.note)?.origin;
  if (checkpoint === undefined || publicKey === undefined || name === undefined)
    throw new CommandError(noCheckpoint, 'notFound');
  return { checkpoint, key: { name, publicKey } };
};

/** The key that somebody kept, as `log keys` printed it. @throws CommandError usage */
export const parseGivenKey = (text: string): NoteKey => {
  const key = parseNoteKey(text);
  if (key === undefined)
    throw new CommandError('--key is no key of a log: give what `log keys` printed, as name+hash+key.', 'usage');
  return key;
};
