import * as v from 'valibot';
import { log as journal } from '../logger.ts';
import type { Table } from '../store/client.ts';
import { appendLeaves } from './appending.ts';
import { noteMark } from './feed-mark.ts';
import type { Leaf } from './log-event.ts';
import { setAside } from './set-aside.ts';
import { readRecord, StreamRecord } from './stream-records.ts';

/**
 * Appends a batch of the table's stream. Lambda repeats the batch until this returns.
 *
 * @param records of one shard, in order
 * @returns the leaves of the batch, including those that the log had before
 * @throws Error when the log cannot be reached
 */
export const feed = async (log: Table, records: readonly unknown[], now: Date): Promise<readonly Leaf[]> => {
  const leaves: Leaf[] = [];
  for (const record of records) {
    try {
      const reading = readRecord(v.parse(StreamRecord, record));
      leaves.push(...reading.leaves);
      if (reading.isTampered) journal.error('log.record-altered');
    } catch (error) {
      await setAside(log, record, error, now);
    }
  }
  const { contradicted } = await appendLeaves(log, leaves, now);
  for (const { index } of contradicted) journal.error('log.record-altered', { leaf: index });
  await noteMark(log, records);
  return leaves;
};
