import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { logKeyOf } from '../store/keys.ts';
import { getItem } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { isNew, write } from '../store/write.ts';
import { openCheckpoint } from './checkpoint.ts';
import { findLastCheckpoint } from './checkpoints.ts';
import { DamagedLog } from './tiles.ts';

const StoredName = v.object({ name: v.pipe(v.string(), v.nonEmpty()) });

const randomCharacters = 8;
const base = 32;

/** The stage's name with random digits and letters. */
const makeName = (stage: string): string =>
  `${stage}-${Array.from(randomBytes(randomCharacters), (byte) => (byte % base).toString(base)).join('')}`;

/** The name that a log has in its table. Undefined before the first checkpoint. */
export const findLogName = async (log: Table): Promise<string | undefined> => {
  const item = await getItem(log, logKeyOf.name());
  return item && v.parse(StoredName, item).name;
};

/**
 * The name in the last checkpoint of a log whose own item with the name is gone. Only what the key signed counts: another
 * name would stay for good.
 */
const findSignedName = async (log: Table, publicKey: Uint8Array): Promise<string | undefined> => {
  const last = await findLastCheckpoint(log);
  if (last === undefined) return undefined;
  const head = await openCheckpoint(last.note, { publicKey });
  if (head === undefined)
    throw new DamagedLog('The last checkpoint of the log is not what its key signed, so it does not tell the name.');
  return head.origin;
};

/**
 * The name of a log. The first call writes it into the log table, before the first checkpoint. Later calls read it
 * there.
 *
 * @param publicKey of the key that signs its checkpoints
 * @throws DamagedLog when the name is gone, and the last checkpoint is not what the key signed
 */
export const openLogName = async (log: Table, stage: string, publicKey: Uint8Array): Promise<string> => {
  const stored = await findLogName(log);
  if (stored !== undefined) return stored;
  const name = (await findSignedName(log, publicKey)) ?? makeName(stage);
  const written = await write(log, { put: { ...logKeyOf.name(), name }, ...isNew });
  return written.done ? name : v.parse(StoredName, written.existing).name;
};
