import * as v from 'valibot';
import type { Table } from '../store/client.ts';
import { getItem } from '../store/get.ts';
import { logKeyOf } from '../store/log-keys.ts';
import { write } from '../store/write.ts';

const Stored = v.object({ size: v.number() });

/**
 * Keeps that a log has all that the table had before it.
 *
 * @param size leaves that the log had when the last of it was taken in
 */
export const keepTakenIn = async (log: Table, size: number): Promise<void> => {
  await write(log, {
    put: { ...logKeyOf.takenIn(), size },
    condition: 'attribute_not_exists(size) OR size <= :size',
    values: { ':size': size },
  });
};

/** How many leaves the log had when all was taken in; undefined where that has not ended once. */
export const findTakenIn = async (log: Table): Promise<number | undefined> => {
  const item = await getItem(log, logKeyOf.takenIn());
  return item && v.parse(Stored, item).size;
};
