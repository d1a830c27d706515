import pMap from 'p-map';
import { log as journal } from '../../logger.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { readSoundLineage } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import { write } from '../../store/write.ts';
import type { LogEvent } from '../log-event.ts';
import type { Publisher } from '../publication.ts';
import { contributionsOf } from './contributions.ts';
import { newVersionKeeper } from './summed-versions.ts';
import type { Addition } from './sums-items.ts';
import { newAdditions } from './sums-items.ts';
import type { SumsSite } from './sums-report.ts';

/** Writes at the same time. */
const writesAtOnce = 16;

/** Adds to an item once for each range. A range that was counted before changes nothing. */
const addTo = async (log: Table, { key, counters }: Addition, upTo: number): Promise<void> => {
  const names = Object.keys(counters);
  await write(log, {
    update: key,
    expression: `SET upTo = :upTo ADD ${names.map((name) => `${name} :${name}`).join(', ')}`,
    condition: 'attribute_not_exists(upTo) OR upTo < :upTo',
    values: { ':upTo': upTo, ...Object.fromEntries(names.map((name) => [`:${name}`, counters[name]])) },
  });
};

/**
 * The contributions of an account's events. An event of an unknown version is left out and reported, since nobody can
 * say when its consent ends.
 */
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
 * Counts events of consents into the daily sums of their accounts, once for each range. After an interruption, calling
 * it again completes the work.
 *
 * @param table with the versions
 */
export const countEvents = ({ log, table }: SumsSite): NonNullable<Publisher['count']> => {
  const keepVersions = newVersionKeeper(log);
  return async (events, { to }) => {
    for (const [account, own] of Map.groupBy(events, (event) => event.account)) {
      if (account === undefined) continue;
      const lineage = await readSoundLineage(table, account);
      await keepVersions(account, own, lineage);
      await pMap(collect(account, own, lineage), (addition) => addTo(log, addition, to), {
        concurrency: writesAtOnce,
      });
    }
  };
};
