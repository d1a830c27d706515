import pMap from 'p-map';
import { log as journal } from '../log.ts';
import type { Lineage, LineageVersion } from '../notices/lineage.ts';
import { readLineage } from '../notices/lineage.ts';
import type { Table } from '../store/client.ts';
import { write } from '../store/write.ts';
import type { LogEvent } from '../transparency/log-event.ts';
import type { Publisher } from '../transparency/publication.ts';
import { contributionsOf } from './contributions.ts';
import type { Addition } from './sums-items.ts';
import { newAdditions, versionKey } from './sums-items.ts';

/** Writes under way. */
const writesAtOnce = 16;

/** Adds to an item, once for each range: one that was counted before is left as it is. */
const addTo = async (log: Table, { key, counters }: Addition, upTo: number): Promise<void> => {
  const names = Object.keys(counters);
  await write(log, {
    update: key,
    expression: `SET upTo = :upTo ADD ${names.map((name) => `${name} :${name}`).join(', ')}`,
    condition: 'attribute_not_exists(upTo) OR upTo < :upTo',
    values: { ':upTo': upTo, ...Object.fromEntries(names.map((name) => [`:${name}`, counters[name]])) },
  });
};

/** Keeps what sums need to know of a version. @param isWhole whether all consents to it are counted */
export const keepVersion = async (
  log: Table,
  account: string,
  { id, pid, version, askAgain = false, publishedAt }: LineageVersion,
  isWhole: boolean,
): Promise<void> => {
  const kept = { id, pid, version, askAgain, publishedAt, ...(isWhole && { isWhole }) };
  const names = Object.keys(kept);
  await write(log, {
    update: versionKey(account, id),
    expression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    condition: isWhole ? 'attribute_not_exists(isWhole)' : 'attribute_not_exists(PK)',
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(Object.entries(kept).map(([name, value]) => [`:${name}`, value])),
  });
};

/** The versions of which consents can be recorded from now on, with the log there to see them. */
const isLive = ({ kind, takenIn }: LogEvent): boolean => kind === 'published' && takenIn !== true;

/** What versions events name; those that were published while the log was there are told apart. */
const versionsOf = (events: readonly LogEvent[], lineage: Lineage) => {
  const found = new Map<string, boolean>();
  for (const event of events) {
    const id = event.kind === 'published' ? event.id : event.facets?.versionId;
    if (id !== undefined) found.set(id, found.get(id) === true || isLive(event));
  }
  return [...found].flatMap(([id, isWhole]) => {
    const version = lineage.get(id);
    return version === undefined ? [] : [{ version, isWhole }];
  });
};

/** What events of an account add. One of a version that is not there is left out, and told: nobody can say when it ends. */
const collect = (account: string, events: readonly LogEvent[], lineage: Lineage): Addition[] => {
  const additions = newAdditions();
  for (const event of events) {
    const { facets } = event;
    const version = facets && lineage.get(facets.versionId);
    if (facets !== undefined && version === undefined) journal.error('sums.version-missing');
    if (facets === undefined || version === undefined) continue;
    for (const contribution of contributionsOf(event, facets, version)) additions.add(account, facets, contribution);
  }
  return additions.all();
};

/**
 * Counts what happened to consents into the daily sums of their accounts, as often as one asks once for each range: whoever was
 * interrupted between two writes does the same again.
 *
 * @param table where the versions are
 */
export const countEvents = ({
  log,
  table,
}: {
  readonly log: Table;
  readonly table: Table;
}): NonNullable<Publisher['count']> => {
  const kept = new Set<string>();
  return async (events, { to }) => {
    for (const [account, own] of Map.groupBy(events, (event) => event.account)) {
      if (account === undefined) continue;
      const lineage = await readLineage(table, account);
      const versions = versionsOf(own, lineage).filter(({ version, isWhole }) => isWhole || !kept.has(version.id));
      await pMap(versions, ({ version, isWhole }) => keepVersion(log, account, version, isWhole), {
        concurrency: writesAtOnce,
      });
      for (const { version } of versions) kept.add(version.id);
      await pMap(collect(account, own, lineage), (addition) => addTo(log, addition, to), {
        concurrency: writesAtOnce,
      });
    }
  };
};
