import pMap from 'p-map';
import { toResourceName } from '../../../infra/code.ts';
import { longestLogLag } from '../../../shared/api/limits.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import type { Entry } from '../../../shared/consents/lists.ts';
import { beforeAll, projectList, readList } from '../../../shared/consents/lists.ts';
import { listAccounts } from '../../../shared/identity/account.ts';
import { readEvidenceKeys } from '../../../shared/identity/keys/evidence-keys.ts';
import type { Project } from '../../../shared/identity/project.ts';
import { listProjects } from '../../../shared/identity/project.ts';
import { endOfBlock, findLastBlock, findLeaf, findStray, readBlocks } from '../../../shared/log/blocks.ts';
import type { StoredCheckpoint } from '../../../shared/log/checkpoints.ts';
import { findLastCheckpoint } from '../../../shared/log/checkpoints.ts';
import type { LogKey } from '../../../shared/log/keys.ts';
import { findLogKey } from '../../../shared/log/keys.ts';
import { eventAttributes, eventsOf } from '../../../shared/log/leaves.ts';
import type { LogEvent } from '../../../shared/log/log-event.ts';
import { parseCheckpoint } from '../../../shared/log/note.ts';
import { listSetAside } from '../../../shared/log/set-aside.ts';
import { DamagedLog } from '../../../shared/log/tiles.ts';
import { beginningAt } from '../../../shared/runtime/identifier.ts';
import { atOnce } from '../../../shared/runtime/retry.ts';
import { checkpointMinutes } from '../../../shared/runtime/stage.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { keyOf, logKeyOf } from '../../../shared/store/keys.ts';
import { batchGet } from '../../../shared/store/read.ts';
import type { Table } from '../../../shared/store/table.ts';
import { project } from '../../../shared/store/table.ts';
import { countEach } from '../../output/progress.ts';
import { putBack } from '../../stage/failure.ts';
import { publishingJob } from '../../stage/log-key.ts';
import type { Stage } from '../../stage/stage.ts';
import type { Check, Diagnosis } from './finding.ts';
import { deleteItem, ok, skipped, toLine, wrong } from './finding.ts';
import { secondTable } from './table-checks.ts';

/** After twice the longest time between two runs of the job that publishes, a run has failed. */
const lateMilliseconds = 2 * checkpointMinutes.most * 60_000;

const isLate = (time: Date, now: Date): boolean => now.getTime() - time.getTime() > lateMilliseconds;

const logTable = secondTable('log', {
  option: '--log-table',
  stageLacks: wrong(
    'missing',
    'Deploy the stage again to create it. Until then nothing proves when a consent was recorded.',
  ),
});

const takeIn =
  'If the log table is new, wait some minutes. Then run `log repair` to add what was recorded before it existed.';

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
    const size = end === undefined ? 0 : endOfBlock(end);
    const stray = await findStray(log, size);
    if (stray !== undefined)
      return wrong(`${countEach(size, 'event')}, and a block that does not belong to it`, stray.message);
    if (end === undefined) return lookAtEmpty(stage);
    const waiting = size - (last?.size ?? 0);
    const says = `${countEach(size, 'event')}; ${describeCheckpoint(last)}`;
    if (waiting <= 0) return ok(says);
    const since = await findWaiting(log, last?.size ?? 0);
    return since !== undefined && isLate(since, now)
      ? wrong(
          `${says}; ${countEach(waiting, 'event')} appended since ${formatTime(since)} have no checkpoint`,
          `Read the log of the ${publishingJob}.`,
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
          `Read the log of the ${publishingJob}. ForkedAnchor there means that somebody changed the log (docs/log.md, Anchors and time stamps).`,
        )
      : ok('the next run anchors the last checkpoint');
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
      `${countEach(all.length, 'change')} gave the log no leaf, the first on ${formatTime(new Date(first.at))} (${first.reason})`,
      `\`log verify\` names the item. No document is signed of a consent so changed. Put the item right, and run \`log repair\` to add what the log lacks. Then delete the note of the record: ${await toLine({ ...stage, table: log }, deleteItem(logKeyOf.aside(first.SK)))}`,
    );
  },
};

const projection = project(eventAttributes);

/**
 * The first event of the newest of them, or its erasure: earlier consents may be gone. Later ones prove nothing, and a busy project always
 * has some.
 */
const findNewest = async (table: Table, { account, projectUid, before }: Settled): Promise<LogEvent | undefined> => {
  const range = { above: beforeAll, upTo: beginningAt(before) };
  let newest: Entry | undefined;
  for await (const { entries } of readList(table, projectList(account, projectUid), { range, limit: 1 })) {
    [newest] = entries;
    if (newest !== undefined) break;
  }
  if (newest === undefined) return undefined;
  const [item] = await batchGet(table, [keyOf.consent(account, newest.id)], { consistent: true, projection });
  if (item === undefined) return undefined;
  const consent = parseConsent(item);
  return eventsOf(account, consent).at(consent.eraseTime === undefined ? 0 : -1);
};

/** The same for all projects, newest first. */
const listNewest = async (table: Table, before: Date): Promise<LogEvent[]> => {
  const found: (LogEvent | undefined)[] = [];
  for (const { id } of await listAccounts(table)) {
    const find = ({ uid }: Project) => findNewest(table, { account: id, projectUid: uid, before });
    found.push(...(await pMap(await listProjects(table, id), find, atOnce)));
  }
  return found.filter((event) => event !== undefined).sort((a, b) => b.time - a.time);
};

const describeTime = ({ time }: LogEvent): string => formatTime(new Date(time));

/** How far the log follows the table. When the event source is off, it delivers nothing and no metric shows it. */
const feedCheck: Check = {
  name: 'log feed',
  look: async ({ table, log }, now) => {
    if (log === undefined) return skipped('needs the log');
    const before = new Date(now.getTime() - longestLogLag);
    const newest = await listNewest(table, before);
    for (const event of newest) {
      if ((await findLeaf(log, event)) !== undefined) continue;
      // An imported consent has an earlier id than its import, which is the event.
      if (event.time >= before.getTime()) continue;
      return wrong(
        `the consent of ${describeTime(event)} is not in the log`,
        `Check that the event source of the job ${toResourceName('feedLog')} is enabled, and read the job's log. \`log repair\` adds what is older than the log, and what the stream lost.`,
      );
    }
    const [latest] = newest;
    return ok(
      latest === undefined
        ? 'no consents older than an hour'
        : `has the consents older than an hour, the newest of ${describeTime(latest)}`,
    );
  },
};

const describeLogKey = (found: LogKey | undefined): Diagnosis => {
  if (found === undefined) return ok('none yet; the first checkpoint has one');
  const { damaged, key } = found;
  if (damaged === 0) return ok(key.name);
  return wrong(
    `${key.name}; the key of the log did not sign ${countEach(damaged, 'later checkpoint')}`,
    `Somebody changed them. ${putBack}`,
  );
};

/** The name in the checkpoints of the log, and whether its key signed the last of them. */
const logNameCheck: Check = {
  name: 'log name',
  look: async ({ log }) => {
    if (log === undefined) return skipped('needs the log');
    try {
      return describeLogKey(await findLogKey(log));
    } catch (error) {
      if (!(error instanceof DamagedLog)) throw error;
      return wrong(
        `not known; the key in the log table signed none of the checkpoints`,
        `Somebody changed the key or the checkpoints. ${putBack}`,
      );
    }
  },
};

export const logChecks: readonly Check[] = [logTable, logNameCheck, feedCheck, published, anchored, setAside];

/** Consents of a project that the log must have by now. */
interface Settled {
  readonly account: string;
  readonly projectUid: string;
  readonly before: Date;
}
