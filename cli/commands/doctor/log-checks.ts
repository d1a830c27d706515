import { readEvidenceKeys } from '../../../shared/identity/keys/evidence-keys.ts';
import type { Table } from '../../../shared/store/client.ts';
import { logKeyOf } from '../../../shared/store/log-keys.ts';
import { formatTime } from '../../../shared/time.ts';
import { endOfBlock } from '../../../shared/log/block.ts';
import { findLastBlock, readBlocks } from '../../../shared/log/blocks.ts';
import { parseCheckpoint } from '../../../shared/log/checkpoint.ts';
import type { StoredCheckpoint } from '../../../shared/log/checkpoints.ts';
import { findLastCheckpoint } from '../../../shared/log/checkpoints.ts';
import { listSetAside } from '../../../shared/log/set-aside.ts';
import { countEach } from '../../printing/progress.ts';
import type { Stage } from '../../stage/stage.ts';
import { feedCheck } from './feed-check.ts';
import type { Check, Diagnosis } from './finding.ts';
import { ok, skipped, wrong } from './finding.ts';
import { logNameCheck } from './log-name-check.ts';
import { deleteItem, toLine } from './remedy.ts';
import { protection, recovery, status } from './table-checks.ts';

/** The job that publishes runs every hour at least: after two hours, a run has failed. */
const lateMilliseconds = 2 * 3_600_000;

const isLate = (time: Date, now: Date): boolean => now.getTime() - time.getTime() > lateMilliseconds;

const noLog = ({ signingKeySecret }: Stage): Diagnosis =>
  signingKeySecret === undefined
    ? skipped('not known for a table alone; name it with --log-table')
    : skipped('off; to switch it on, deploy the stage without "log": false');

const logTable: Check = {
  name: 'log table',
  look: async (stage, now) => {
    const { log } = stage;
    if (log === undefined) return noLog(stage);
    const says: string[] = [];
    for (const { name, look } of [status, protection, recovery]) {
      const found = await look({ ...stage, table: log }, now);
      if (found.state === 'wrong') return { ...found, says: `${name}: ${found.says}` };
      if (found.state === 'ok') says.push(`${name} ${found.says}`);
    }
    return ok(says.join('; '));
  },
};

const takeIn =
  'If the log was switched on recently, wait some minutes. Then run `log take-in` to add what was recorded before the log existed.';

const lookAtEmpty = async ({ table }: Stage): Promise<Diagnosis> => {
  const keys = await readEvidenceKeys(table);
  return keys.length === 0 ? ok('empty') : wrong('empty, although evidence keys are listed', takeIn);
};

const timeOf = ({ note }: StoredCheckpoint): Date => parseCheckpoint(note)?.time ?? new Date(Number.NaN);

const describeCheckpoint = (last: StoredCheckpoint | undefined): string =>
  last === undefined ? 'no checkpoint yet' : `last checkpoint on ${formatTime(timeOf(last))}`;

/** When the first event without a checkpoint was appended; undefined if all are in one. */
const findWaiting = async (log: Table, from: number): Promise<Date | undefined> => {
  for await (const { appendedAt } of readBlocks(log, from)) return new Date(appendedAt);
  return undefined;
};

const published: Check = {
  name: 'log',
  look: async (stage, now) => {
    const { log } = stage;
    if (log === undefined) return skipped('needs the log table');
    const [end, last] = await Promise.all([findLastBlock(log), findLastCheckpoint(log)]);
    if (end === undefined) return lookAtEmpty(stage);
    const size = endOfBlock(end);
    const waiting = size - (last?.size ?? 0);
    const says = `${countEach(size, 'event')}; ${describeCheckpoint(last)}`;
    if (waiting <= 0) return ok(says);
    const since = await findWaiting(log, last?.size ?? 0);
    return since !== undefined && isLate(since, now)
      ? wrong(
          `${says}; ${countEach(waiting, 'event')} appended since ${formatTime(since)} have no checkpoint`,
          'Read the log of the job PublishCheckpoint.',
        )
      : ok(`${says}; ${countEach(waiting, 'event')} wait for the next checkpoint`);
  },
};

const anchored: Check = {
  name: 'anchors',
  look: async ({ log }, now) => {
    if (log === undefined) return skipped('needs the log');
    const last = await findLastCheckpoint(log);
    if (last === undefined) return ok('nothing to anchor yet');
    if (last.anchoredAt !== undefined) return ok(`last on ${formatTime(new Date(last.anchoredAt))}`);
    return isLate(timeOf(last), now)
      ? wrong(
          `the last checkpoint, of ${formatTime(timeOf(last))}, is not anchored`,
          'Read the log of the job PublishCheckpoint. ForkedAnchor there means that somebody changed the log (docs/log.md, Anchors and time stamps).',
        )
      : ok('the last checkpoint is anchored by the next run');
  },
};

const setAside: Check = {
  name: 'records set aside',
  look: async (stage) => {
    const { log } = stage;
    if (log === undefined) return skipped('needs the log');
    const all = await listSetAside(log);
    const [first] = all;
    if (first === undefined) return ok('none');
    return wrong(
      `${countEach(all.length, 'record')} could not be read, the first on ${formatTime(new Date(first.at))} (${first.reason})`,
      `\`log verify\` names the damaged item. Repair it, and run \`log take-in\` to add it. Then delete the note of the record: ${await toLine({ ...stage, table: log }, deleteItem(logKeyOf.aside(first.SK)))}`,
    );
  },
};

export const logChecks: readonly Check[] = [logTable, logNameCheck, feedCheck, published, anchored, setAside];
