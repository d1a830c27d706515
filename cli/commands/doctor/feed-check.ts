import pMap from 'p-map';
import { listAccounts } from '../../../shared/identity/account.ts';
import type { Project } from '../../../shared/identity/project.ts';
import { listProjects } from '../../../shared/identity/project.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import { projectList } from '../../../shared/consents/listing.ts';
import { beginningAt } from '../../../shared/identifier.ts';
import { beforeAll, readLatest } from '../../../shared/consents/search/list-pages.ts';
import { batchGet } from '../../../shared/store/batch-get.ts';
import type { Table } from '../../../shared/store/client.ts';
import { project } from '../../../shared/store/client.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { formatTime } from '../../../shared/time.ts';
import { identitiesOf } from '../../../shared/log/block.ts';
import { readBlocks } from '../../../shared/log/blocks.ts';
import { findLastCheckpoint } from '../../../shared/log/checkpoints.ts';
import { eventAttributes, eventsOf } from '../../../shared/log/consent-leaves.ts';
import { findLeaf } from '../../../shared/log/leaf-index.ts';
import type { LogEvent } from '../../../shared/log/log-event.ts';
import { identityOf } from '../../../shared/log/log-event.ts';
import type { Check } from './finding.ts';
import { ok, skipped, wrong } from './finding.ts';

/** Longer than an event source with the usual window takes, in milliseconds. */
const longestLag = 3_600_000;

/** Consents of a project that the log must have by now. */
interface Settled {
  readonly account: string;
  readonly projectUid: string;
  readonly before: Date;
}

const projection = project(eventAttributes);

/**
 * The first event of the newest of them, or its erasure: earlier consents may be gone. Later ones prove nothing, and a busy project always
 * has some.
 */
const findNewest = async (table: Table, { account, projectUid, before }: Settled): Promise<LogEvent | undefined> => {
  const range = { above: beforeAll, upTo: beginningAt(before) };
  const [newest] = (await readLatest(table, projectList(account, projectUid), range, 1)).entries;
  if (newest === undefined) return undefined;
  const [item] = await batchGet(table, [keyOf.consent(account, newest.id)], { consistent: true, projection });
  if (item === undefined) return undefined;
  const consent = parseConsent(item);
  return eventsOf(account, consent).at(consent.eraseTime === undefined ? 0 : -1);
};

const projectsAtOnce = 8;

/** The same for all projects, newest first. */
const listNewest = async (table: Table, before: Date): Promise<LogEvent[]> => {
  const found: (LogEvent | undefined)[] = [];
  for (const { id } of await listAccounts(table)) {
    const find = ({ uid }: Project) => findNewest(table, { account: id, projectUid: uid, before });
    found.push(...(await pMap(await listProjects(table, id), find, { concurrency: projectsAtOnce })));
  }
  return found.filter((event) => event !== undefined).sort((a, b) => b.time - a.time);
};

/** Events that were appended and are in no checkpoint yet. */
const readUnpublished = async (log: Table): Promise<Set<string>> => {
  const identities = new Set<string>();
  for await (const block of readBlocks(log, (await findLastCheckpoint(log))?.size ?? 0))
    for (const identity of identitiesOf(block)) identities.add(identity);
  return identities;
};

const describeTime = ({ time }: LogEvent): string => formatTime(new Date(time));

/** How far the log follows the table. When the event source is off, it delivers nothing and no metric shows it. */
export const feedCheck: Check = {
  name: 'log feed',
  look: async ({ table, log }, now) => {
    if (log === undefined) return skipped('needs the log');
    const before = new Date(now.getTime() - longestLag);
    const newest = await listNewest(table, before);
    const unpublished = await readUnpublished(log);
    for (const event of newest) {
      if (unpublished.has(identityOf(event)) || (await findLeaf(log, event)) !== undefined) continue;
      // An imported consent has an earlier id than its import, which is the event.
      if (event.time >= before.getTime()) continue;
      return wrong(
        `the consent of ${describeTime(event)} is not in the log`,
        "Check that the event source of the job FeedLog is enabled, and read the job's log. `log take-in` adds what is older than the log, and what the stream lost.",
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
