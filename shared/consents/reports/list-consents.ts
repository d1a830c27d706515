import pMap from 'p-map';
import { listProjects } from '../../identity/project.ts';
import type { Lineage } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import type { FindableValues } from '../evidence.ts';
import { pageEntries } from '../search/list-pages.ts';
import type { StateSince } from '../state.ts';
import type { ConsentFilter, Moment } from './consent-filter.ts';
import { passesFacets, stateFor } from './consent-filter.ts';
import { readPerson } from './person-consents.ts';
import type { ListedConsent } from './project-entries.ts';
import { readProject } from './project-entries.ts';

/** A consent in a list, with its state at the requested moment. */
export interface StatedConsent extends Omit<ListedConsent, 'valueDigests'>, StateSince {}

/** A list request. */
export interface ConsentListing extends Moment {
  readonly lineage: Lineage;
  readonly filter: ConsentFilter;
  /** Values of the person. If empty, the consents of everyone. */
  readonly values: FindableValues;
  /** Called with the number of consents in each batch. */
  readonly onRead: (count: number) => void;
}

/** Entries of all projects in memory at a time. A page of one project has at least this many. */
const heldEntries = 12_000;
const leastPage = 40;

type Pages = AsyncGenerator<readonly Omit<ListedConsent, 'valueDigests'>[]>;

/** The consents of all projects, or of the requested one, from the indexes, without reading records. */
async function* readProjects(
  table: Table,
  accountId: string,
  { lineage, filter, onRead }: ConsentListing,
): AsyncGenerator<readonly ListedConsent[]> {
  const { projectUid, period } = filter;
  const uids = projectUid === undefined ? (await listProjects(table, accountId)).map(({ uid }) => uid) : [projectUid];
  const limit = Math.max(leastPage, Math.min(pageEntries, Math.ceil(heldEntries / uids.length)));
  const lists = uids.map((uid) =>
    readProject(table, accountId, uid, { lineage, period, order: 'newest-first', limit }),
  );
  for await (const page of mergeNewest(lists)) {
    onRead(page.length);
    yield page.filter(({ facets }) => passesFacets(filter, facets));
  }
}

/** The requested consents, newest first, page by page. A page may be empty. */
export async function* listConsents(
  table: Table,
  accountId: string,
  listing: ConsentListing,
): AsyncGenerator<readonly StatedConsent[]> {
  const { values, filter } = listing;
  const pages: Pages =
    values.size === 0 ? readProjects(table, accountId, listing) : readPerson(table, accountId, values, listing);
  for await (const page of pages) {
    yield page.flatMap((consent) => {
      const stated = stateFor(consent.times, listing);
      const isWanted = stated !== undefined && (filter.state === undefined || filter.state === stated.state);
      return isWanted ? [{ ...consent, ...stated }] : [];
    });
  }
}

/** Lists to read at the same time. */
const listsAtOnce = 16;

interface Listed {
  readonly id: string;
}

/** A list during reading: the entries that were read and not used yet, newest first. */
interface Reading<Entry extends Listed> {
  readonly iterator: AsyncIterator<readonly Entry[]>;
  waiting: readonly Entry[];
  isOver: boolean;
}

const fill = async <Entry extends Listed>(reading: Reading<Entry>): Promise<void> => {
  while (reading.waiting.length === 0 && !reading.isOver) {
    const { value, done } = await reading.iterator.next();
    if (done) reading.isOver = true;
    else reading.waiting = value;
  }
};

/** The oldest entry that may be used. Before an older one, a list that continues may still have newer entries. */
const findBound = <Entry extends Listed>(readings: readonly Reading<Entry>[]): string =>
  readings.map(({ waiting }) => waiting.at(-1)?.id ?? '').reduce((newest, id) => (id > newest ? id : newest), '');

const take = <Entry extends Listed>(reading: Reading<Entry>, bound: string): readonly Entry[] => {
  const end = reading.waiting.findIndex(({ id }) => id < bound);
  const taken = end < 0 ? reading.waiting : reading.waiting.slice(0, end);
  reading.waiting = reading.waiting.slice(taken.length);
  return taken;
};

/**
 * Entries of several lists, each newest first, as one list, newest first. One page of each list is in memory at a time.
 */
export async function* mergeNewest<Entry extends Listed>(
  lists: readonly AsyncIterable<readonly Entry[]>[],
): AsyncGenerator<readonly Entry[]> {
  const readings = lists.map((list) => ({
    iterator: list[Symbol.asyncIterator](),
    waiting: [] as readonly Entry[],
    isOver: false,
  }));
  for (;;) {
    const empty = readings.filter(({ waiting, isOver }) => waiting.length === 0 && !isOver);
    await pMap(empty, fill, { concurrency: listsAtOnce });
    const bound = findBound(readings);
    const taken = readings.flatMap((reading) => take(reading, bound));
    if (taken.length === 0) return;
    yield taken.sort((one, other) => (one.id > other.id ? -1 : 1));
  }
}
