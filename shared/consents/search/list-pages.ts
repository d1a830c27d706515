import pMap from 'p-map';
import { beginningAt, earliest } from '../../identifier.ts';
import type { Table } from '../../store/client.ts';
import { readPages } from '../../store/query.ts';
import type { Period } from '../../time.ts';
import type { ConsentList, Entry } from '../listing.ts';
import { parseEntry } from '../listing.ts';

/** Ids after `above`, up to and including `upTo`. */
export interface Range {
  readonly above: string;
  readonly upTo: string;
}

/** Sorts before and after every id. */
export const beforeAll = '';
export const afterAll = '~';

/** The range of all entries. */
export const everything: Range = { above: beforeAll, upTo: afterAll };

/** The range of the consents that were given in a period. */
export const toRange = ({ from, before }: Period = {}): Range => ({
  above: from === undefined || from < earliest ? beforeAll : beginningAt(from),
  upTo: before === undefined ? afterAll : beginningAt(before),
});

/** Entries of a list that a search reads before it counts the list. */
const newestEntries = 100;

/** Entries of a range to read at a time: more than a segment of a tally has. */
export const pageEntries = 1_200;

export type Order = 'newest-first' | 'oldest-first';

/** Called with the read units of each page. */
export type OnUnits = (units: number) => void;

/** Which entries of a list to read, and how many at a time. */
interface Reading {
  readonly order: Order;
  readonly range: Range;
  readonly limit: number;
  /** Whether to ask for the read units. */
  readonly isMetered?: boolean;
}

/** A page of a list. It may be empty, although more follow. @property reached where it ends, undefined at the end of the range */
interface ListPage {
  readonly entries: readonly Entry[];
  readonly reached: string | undefined;
  readonly units: number;
}

/** Reads the entries of a range, eventually consistent. `!` sorts before every character of an id, so the lower end is excluded. */
async function* readEntries(
  table: Table,
  list: ConsentList,
  { order, range: { above, upTo }, limit, isMetered }: Reading,
): AsyncGenerator<ListPage> {
  const pages = readPages(table, {
    ...list,
    sortKeys: { from: `${above}!`, until: upTo },
    order: order === 'oldest-first' ? 'ascending' : 'descending',
    pageSize: limit,
    isEventual: true,
    isMetered,
  });
  for await (const { items, ...page } of pages) yield { entries: items.map(parseEntry), ...page };
}

/** The newest entries of a list, newest first. @property isWhole whether these are all entries of the list */
export interface Newest {
  readonly list: ConsentList;
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
}

/**
 * The newest entries of a range, newest first.
 *
 * @property reached the oldest id that was read, or undefined at the end of the range
 */
export type Latest = Pick<ListPage, 'entries' | 'reached'>;

/** Reads the first page of a range. DynamoDB may return fewer entries than requested, or none, although more follow. */
export const readLatest = async (table: Table, list: ConsentList, range: Range, limit: number): Promise<Latest> => {
  for await (const page of readEntries(table, list, { order: 'newest-first', range, limit })) return page;
  return { entries: [], reached: undefined };
};

/** Reads the first page of a list. */
export const readNewest = async (table: Table, list: ConsentList): Promise<Newest> => {
  const { entries, reached } = await readLatest(table, list, everything, newestEntries);
  return { list, entries, isWhole: reached === undefined };
};

/** Reads a whole list of at most so many entries, usually in one page. Of a longer one, a few more than these. */
export const readWhole = async (table: Table, list: ConsentList, most: number): Promise<Newest> => {
  const entries: Entry[] = [];
  for await (const page of readEntries(table, list, { order: 'newest-first', range: everything, limit: most + 1 })) {
    entries.push(...page.entries);
    if (entries.length > most) break;
  }
  return { list, entries, isWhole: entries.length <= most };
};

/** The entries of a range page by page, oldest first. `upTo` is where each page ends. A page may be empty. */
export async function* readRange(
  table: Table,
  list: ConsentList,
  range: Range,
): AsyncGenerator<{ readonly entries: readonly Entry[]; readonly upTo: string }> {
  const pages = readEntries(table, list, { order: 'oldest-first', range, limit: pageEntries });
  for await (const { entries, reached = range.upTo } of pages) yield { entries, upTo: reached };
}

/**
 * All entries of a range page by page. A page may be empty. Pages of 1 MB, as DynamoDB would return, need 60 MB more
 * memory.
 *
 * @param onUnits called with the read units of each page
 * @param limit entries of a page
 */
export async function* readList(
  table: Table,
  list: ConsentList,
  range: Range,
  order: Order,
  {
    onUnits,
    limit = pageEntries,
  }: { readonly onUnits?: OnUnits | undefined; readonly limit?: number | undefined } = {},
): AsyncGenerator<readonly Entry[]> {
  const pages = readEntries(table, list, { order, range, limit, isMetered: onUnits !== undefined });
  for await (const { entries, units } of pages) {
    onUnits?.(units);
    yield entries;
  }
}

/** Lists to read at the same time. */
const listsAtOnce = 16;

interface Listed {
  readonly id: string;
}

/** A list during reading: the entries that were read and not used yet, newest first. */
interface Merging<One extends Listed> {
  readonly iterator: AsyncIterator<readonly One[]>;
  waiting: readonly One[];
  isOver: boolean;
}

const fill = async <One extends Listed>(reading: Merging<One>): Promise<void> => {
  while (reading.waiting.length === 0 && !reading.isOver) {
    const { value, done } = await reading.iterator.next();
    if (done) reading.isOver = true;
    else reading.waiting = value;
  }
};

/** The oldest entry that may be used. Before an older one, a list that continues may still have newer entries. */
const findBound = <One extends Listed>(readings: readonly Merging<One>[]): string =>
  readings.map(({ waiting }) => waiting.at(-1)?.id ?? '').reduce((newest, id) => (id > newest ? id : newest), '');

const take = <One extends Listed>(reading: Merging<One>, bound: string): readonly One[] => {
  const end = reading.waiting.findIndex(({ id }) => id < bound);
  const taken = end < 0 ? reading.waiting : reading.waiting.slice(0, end);
  reading.waiting = reading.waiting.slice(taken.length);
  return taken;
};

/**
 * Entries of several lists, each newest first, as one list, newest first. One page of each list is in memory at a time.
 */
export async function* mergeNewest<One extends Listed>(
  lists: readonly AsyncIterable<readonly One[]>[],
): AsyncGenerator<readonly One[]> {
  const readings = lists.map((list) => ({
    iterator: list[Symbol.asyncIterator](),
    waiting: [] as readonly One[],
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
