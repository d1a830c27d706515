import type { Table } from '../store/client.ts';
import { logKeyOf } from '../store/keys.ts';
import { write } from '../store/write.ts';

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
