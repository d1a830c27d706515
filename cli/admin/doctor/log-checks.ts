import { readEvidenceKeys } from '../../../shared/keys/evidence-keys.ts';
import type { Table } from '../../../shared/store/client.ts';
import { logKeyOf } from '../../../shared/store/log-keys.ts';
import { formatTime } from '../../../shared/time.ts';
import { endOfBlock } from '../../../shared/transparency/block.ts';
import { findLastBlock, readBlocks } from '../../../shared/transparency/blocks.ts';
import { parseCheckpoint } from '../../../shared/transparency/checkpoint.ts';
import type { StoredCheckpoint } from '../../../shared/transparency/checkpoints.ts';
import { findLastCheckpoint } from '../../../shared/transparency/checkpoints.ts';
import { listSetAside } from '../../../shared/transparency/set-aside.ts';
import { countEach } from '../printing/progress.ts';
import type { Stage } from '../stage/stage.ts';
import { feedCheck } from './feed-check.ts';
import type { Check, Diagnosis } from './finding.ts';
import { ok, skipped, wrong } from './finding.ts';
import { deleteItem, toLine } from './remedy.ts';
import { protection, recovery, status } from './table-checks.ts';

/** A run of the job that publishes comes each hour at least: after two, one has failed. */
const lateMilliseconds = 2 * 3_600_000;

const isLate = (time: Date, now: Date): boolean => now.getTime() - time.getTime() > lateMilliseconds;

const noLog = ({ signingKeySecret }: Stage): Diagnosis =>
  signingKeySecret === undefined
    ? skipped('a table alone does not tell it; --log-table does')
    : skipped('off; deploying the stage without "log": false switches it on');

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
  'Wait some minutes where the log was switched on just now. What was there before it, `log take-in` takes in.';

const lookAtEmpty = async ({ table }: Stage): Promise<Diagnosis> => {
  const keys = await readEvidenceKeys(table);
  return keys.length === 0 ? ok('empty') : wrong('empty, though evidence keys are listed', takeIn);
};

const timeOf = ({ note }: StoredCheckpoint): Date => parseCheckpoint(note)?.time ?? new Date(Number.NaN);

const describeCheckpoint = (last: StoredCheckpoint | undefined): string =>
  last === undefined ? 'no checkpoint yet' : `last checkpoint on ${formatTime(timeOf(last))}`;

/** When the first of the events was appended that no checkpoint has; undefined where all are in one. */
const findWaiting = async (log: Table, from: number): Promise<Date | undefined> => {
  for await (const { appendedAt } of readBlocks(log, from)) return new Date(appendedAt);
  return undefined;
};

const published: Check = {
  name: 'log',
  look: async (stage, now) => {
    const { log } = stage;
    if (log === undefined) return skipped('without its table');
    const [end, last] = await Promise.all([findLastBlock(log), findLastCheckpoint(log)]);
    if (end === undefined) return lookAtEmpty(stage);
    const size = endOfBlock(end);
    const waiting = size - (last?.size ?? 0);
    const says = `${countEach(size, 'event')}; ${describeCheckpoint(last)}`;
    if (waiting <= 0) return ok(says);
    const since = await findWaiting(log, last?.size ?? 0);
    return since !== undefined && isLate(since, now)
      ? wrong(
          `${says}; ${countEach(waiting, 'event')} since ${formatTime(since)} are in none`,
          'Look at the log of the job PublishCheckpoint.',
        )
      : ok(`${says}; ${countEach(waiting, 'event')} wait for the next`);
  },
};

const anchored: Check = {
  name: 'anchors',
  look: async ({ log }, now) => {
    if (log === undefined) return skipped('without the log');
    const last = await findLastCheckpoint(log);
    if (last === undefined) return ok('nothing to anchor yet');
    if (last.anchoredAt !== undefined) return ok(`the last on ${formatTime(new Date(last.anchoredAt))}`);
    return isLate(timeOf(last), now)
      ? wrong(
          `the last checkpoint, of ${formatTime(timeOf(last))}, is not anchored`,
          'Look at the log of the job PublishCheckpoint. ForkedAnchor: somebody changed the log (docs/log.md, Anchors and time stamps).',
        )
      : ok('the last checkpoint waits for the next run');
  },
};

const setAside: Check = {
  name: 'records set aside',
  look: async (stage) => {
    const { log } = stage;
    if (log === undefined) return skipped('without the log');
    const all = await listSetAside(log);
    const [first] = all;
    if (first === undefined) return ok('none');
    return wrong(
      `${countEach(all.length, 'record')} could not be read, the first on ${formatTime(new Date(first.at))} (${first.reason})`,
      `\`log verify\` names what is damaged; once that is mended, \`log take-in\` takes it in. Then forget the record: ${await toLine({ ...stage, table: log }, deleteItem(logKeyOf.aside(first.SK)))}`,
    );
  },
};

export const logChecks: readonly Check[] = [logTable, feedCheck, published, anchored, setAside];
