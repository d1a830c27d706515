import * as v from 'valibot';
import { logger } from '../runtime/logger.ts';
import { isSameBytes } from '../runtime/values.ts';
import type { Table } from '../store/table.ts';
import { appendLeaves } from './appending.ts';
import { noteMark } from './feed-mark.ts';
import type { ConsentLeaves } from './leaf-items.ts';
import { findConsentLeaves, nameOf } from './leaf-items.ts';
import type { Leaf } from './log-event.ts';
import { setAside } from './set-aside.ts';
import type { Reading } from './stream-records.ts';
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
    const reading = await tryToRead(log, record, leaves);
    if (!('reason' in reading)) leaves.push(...reading.leaves);
    else {
      const { code, reason } = reading;
      logger.error(code, code === 'log.record-set-aside' ? { reason } : {});
      await setAside(log, record, reason, now);
    }
  }
  const { contradicted } = await appendLeaves(log, leaves, now);
  for (const { index } of contradicted) logger.error('log.record-altered', { leaf: index });
  await noteMark(log, records);
  return leaves;
};

interface Refused {
  readonly code: 'log.record-altered' | 'log.record-set-aside';
  readonly reason: string;
}

const altered: Refused = { code: 'log.record-altered', reason: 'Altered' };

/** The leaves of a record, or why it gives none. */
const tryToRead = async (
  log: Table,
  record: unknown,
  batch: readonly Leaf[],
): Promise<Pick<Reading, 'leaves'> | Refused> => {
  const reading = parseRecord(record);
  if ('reason' in reading) return reading;
  return reading.isTampered || (await isOfAnother(log, reading, batch)) ? altered : reading;
};

const parseRecord = (record: unknown): Reading | Refused => {
  try {
    return readRecord(v.parse(StreamRecord, record));
  } catch (error) {
    return { code: 'log.record-set-aside', reason: error instanceof Error ? error.name : typeof error };
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
  const logged = await findSound(log, id);
  if (logged === undefined) return true;
  return (['recorded', 'revoked'] as const).some((kind) => {
    const isOfKind = ({ event }: Leaf): boolean => nameOf(event) === nameOf({ kind, id });
    const known = logged.of(kind) ?? batch.find(isOfKind);
    const taken = takenAway.find(isOfKind);
    return known !== undefined && (taken === undefined || !isSameBytes(known.entry, taken.entry));
  });
};

/** Undefined if somebody damaged one of their items. */
const findSound = async (log: Table, id: string): Promise<ConsentLeaves | undefined> => {
  try {
    return await findConsentLeaves(log, id);
  } catch (error) {
    if (v.isValiError(error)) return undefined;
    throw error;
  }
};
