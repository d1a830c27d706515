import * as v from 'valibot';
import type { Table } from '../store/client.ts';
import { getItem } from '../store/get.ts';
import { logKeyOf } from '../store/keys.ts';
import { write } from '../store/write.ts';

const Stored = v.object({ size: v.number() });

/**
 * Records that a log has everything that was in the table before it.
 *
 * @param size number of leaves of the log when the last of it was taken in
 */
export const keepTakenIn = async (log: Table, size: number): Promise<void> => {
  await write(log, {
    put: { ...logKeyOf.takenIn(), size },
    condition: 'attribute_not_exists(#size) OR #size <= :size',
    names: { '#size': 'size' },
    values: { ':size': size },
  });
};

/** Number of leaves of the log when everything was taken in. Undefined if that has never completed. */
export const findTakenIn = async (log: Table): Promise<number | undefined> => {
  const item = await getItem(log, logKeyOf.takenIn());
  return item && v.parse(Stored, item).size;
};
