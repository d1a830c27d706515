import * as v from 'valibot';
import { isSameBytes } from '../bytes.ts';
import { log as journal } from '../logger.ts';
import type { Table } from '../store/client.ts';
import { nameReason } from '../store/unavailable.ts';
import { appendLeaves } from './appending.ts';
import { noteMark } from './feed-mark.ts';
import { findConsentLeaves, nameOf } from './leaf-items.ts';
import type { Leaf } from './log-event.ts';
import { setAside } from './set-aside.ts';
import type { Reading } from './stream-records.ts';
import { readRecord, StreamRecord } from './stream-records.ts';

const tryToRead = async (log: Table, record: unknown, now: Date): Promise<Reading> => {
  try {
    return readRecord(v.parse(StreamRecord, record));
  } catch (error) {
    await setAside(log, record, error, now);
    return { leaves: [] };
  }
};

/**
 * Whether an erasure took away something else than the log has of the consent: somebody changed it before. Its leaf
 * would make that the truth, since it is the last that anybody can compare.
 *
 * @param batch leaves that are still to be appended
 */
const isOfAnother = async (log: Table, { leaves, takenAway }: Reading, batch: readonly Leaf[]): Promise<boolean> => {
  const [erased] = leaves;
  if (takenAway === undefined || erased === undefined) return false;
  const { id } = erased.event;
  const logged = await findConsentLeaves(log, id);
  return (['recorded', 'revoked'] as const).some((kind) => {
    const isOfKind = ({ event }: Leaf): boolean => nameOf(event) === nameOf({ kind, id });
    const known = logged.of(kind) ?? batch.find(isOfKind);
    const taken = takenAway.find(isOfKind);
    return known !== undefined && (taken === undefined || !isSameBytes(known.entry, taken.entry));
  });
};

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
    const reading = await tryToRead(log, record, now);
    const hidesEnd = reading.hidesEnd || (await isOfAnother(log, reading, leaves));
    if (hidesEnd) await setAside(log, record, nameReason('UnloggedEnd'), now);
    if (reading.isTampered || hidesEnd) journal.error('log.record-altered');
    else leaves.push(...reading.leaves);
  }
  const { contradicted } = await appendLeaves(log, leaves, now);
  for (const { index } of contradicted) journal.error('log.record-altered', { leaf: index });
  await noteMark(log, records);
  return leaves;
};
