import pMap from 'p-map';
import { beginningAt, earliest, identifierBefore } from '../runtime/identifier.ts';
import { atOnce } from '../runtime/retry.ts';
import type { Period } from '../runtime/time.ts';
import { readPages } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { ConsentList, Entry } from './lists.ts';
import { parseEntry } from './lists.ts';

/** Ids after `above`, up to and including `upTo`. */
export interface Range {
  readonly above: string;
  readonly upTo: string;
}

/** Sorts before and after every id. */
export const beforeAll = '';
export const afterAll = '~';

const everything: Range = { above: beforeAll, upTo: afterAll };

/**
 * The range of the consents that were given in a period.
 *
 * @param after the id before whose consent it ends, as the cursor of an earlier answer
 */
export const toRange = ({ from, before }: Period = {}, after?: string): Range => {
  const above = from === undefined || from < earliest ? beforeAll : beginningAt(from);
  const upTo = before === undefined ? afterAll : beginningAt(before);
  const rest = after === undefined ? upTo : identifierBefore(after);
  return { above, upTo: rest < upTo ? rest : upTo };
};

/** `!` sorts before every character of an id, so that a query leaves the lower end out. */
const firstKey = ({ above }: Range): string => `${above}!`;

export const isEmpty = (range: Range): boolean => firstKey(range) > range.upTo;

/** Entries to read at a time by default: more than a segment of a tally has. */
export const pageEntries = 1_200;

/** Which entries of a list to read, and how. */
interface Reading {
  /** Default: all. */
  readonly range?: Range | undefined;
  /** Default: the newest first. */
  readonly order?: 'newest-first' | 'oldest-first';
  /** Entries of a page. Pages of 1 MB, as DynamoDB returns, take 60 MB more memory. */
  readonly limit?: number | undefined;
  /** Whether to ask for the read units. */
  readonly isMetered?: boolean | undefined;
}

/**
 * A page of a list. DynamoDB may return fewer entries than requested, or none, although more follow.
 *
 * @property rest what follows, the cursor for the next page; undefined at the end of the range
 * @property units read units, or 0 if they were not asked for
 */
export interface ListPage {
  readonly list: ConsentList;
  readonly entries: readonly Entry[];
  readonly rest: Range | undefined;
  readonly units: number;
}

/** Reads a page of a list, eventually consistent. */
export const readListPage = async (
  table: Table,
  list: ConsentList,
  { range = everything, order = 'newest-first', limit = pageEntries, isMetered }: Reading = {},
): Promise<ListPage> => {
  const isNewestFirst = order === 'newest-first';
  const pages = readPages(table, {
    ...list,
    sortKeys: { from: firstKey(range), until: range.upTo },
    order: isNewestFirst ? 'descending' : 'ascending',
    pageSize: limit,
    isEventual: true,
    isMetered,
  });
  const { value } = isEmpty(range) ? {} : await pages.next();
  const { items = [], reached, units = 0 } = value ?? {};
  const after = (id: string): Range =>
    isNewestFirst ? { ...range, upTo: identifierBefore(id) } : { ...range, above: id };
  const rest = reached === undefined ? undefined : after(reached);
  return { list, entries: items.map(parseEntry), rest: rest && isEmpty(rest) ? undefined : rest, units };
};

/** How to read a whole list. */
interface WholeReading extends Omit<Reading, 'limit'> {
  /** Entries of a page, or a function that is asked before each page. */
  readonly limit?: number | (() => number) | undefined;
  /** The first page, if it was read already. */
  readonly first?: ListPage | undefined;
}

/** Reads a list page by page, as long as the caller wants more. A page may be empty. */
export async function* readList(
  table: Table,
  list: ConsentList,
  { limit, first, range, ...how }: WholeReading = {},
): AsyncGenerator<ListPage> {
  const read = (rest: Range | undefined): Promise<ListPage> =>
    readListPage(table, list, { ...how, range: rest, limit: typeof limit === 'function' ? limit() : limit });
  let page = first ?? (await read(range));
  yield page;
  while (page.rest !== undefined) {
    page = await read(page.rest);
    yield page;
  }
}

/** Whether a list shows a consent. Indexes follow the table a moment later. */
export const isListed = async (table: Table, list: ConsentList, consentId: string): Promise<boolean> => {
  const range = { above: consentId.slice(0, -1), upTo: consentId };
  for await (const { entries } of readList(table, list, { range })) {
    if (entries.some(({ id }) => id === consentId)) return true;
  }
  return false;
};

/** The first pages of lists. */
export const readFirstPages = (table: Table, lists: readonly ConsentList[], reading: Reading): Promise<ListPage[]> =>
  pMap(lists, (list) => readListPage(table, list, reading), atOnce);

/** How far back a page goes: to the beginning, or to the end of what follows. */
const reachOf = ({ rest }: ListPage): string => rest?.upTo ?? '';

/** Of first pages, newest first, the one whose list has the fewest entries: it goes back furthest. */
export const shortestOf = (pages: readonly [ListPage, ...ListPage[]]): ListPage =>
  pages.reduce((best, page) => {
    const [reach, least] = [reachOf(page), reachOf(best)];
    return reach < least || (reach === least && page.entries.length < best.entries.length) ? page : best;
  });

/**
 * Entries of several lists, each newest first, as one list, newest first. One page of each list is in memory at a time.
 */
export async function* mergeNewest<One extends { readonly id: string }>(
  lists: readonly AsyncIterable<readonly One[]>[],
): AsyncGenerator<readonly One[]> {
  let readings = lists.map((list) => ({ pages: list[Symbol.asyncIterator](), waiting: [] as readonly One[] }));
  const fill = async (reading: (typeof readings)[number]): Promise<void> => {
    for (let isOver: boolean | undefined = false; !isOver && reading.waiting.length === 0; ) {
      const page = await reading.pages.next();
      isOver = page.done;
      reading.waiting = page.done ? [] : page.value;
    }
  };
  for (;;) {
    const empty = readings.filter(({ waiting }) => waiting.length === 0);
    await pMap(empty, fill, atOnce);
    readings = readings.filter(({ waiting }) => waiting.length > 0);
    if (readings.length === 0) return;
    // Before an older entry than this one, a list that continues may still have newer ones.
    const bound = readings.map(({ waiting }) => waiting.at(-1)?.id ?? '').reduce((one, id) => (id > one ? id : one));
    const taken = readings.flatMap((reading) => {
      const end = reading.waiting.findLastIndex(({ id }) => id >= bound) + 1;
      const newest = reading.waiting.slice(0, end);
      reading.waiting = reading.waiting.slice(end);
      return newest;
    });
    yield taken.sort((one, other) => (one.id > other.id ? -1 : 1));
  }
}
