import pMap from 'p-map';
import { parseConsent } from '../consent.ts';
import type { Entry } from '../listing.ts';
import { hasValues } from '../listing.ts';
import type { Consent } from '../opened-consent.ts';
import type { Item, Table } from '../../store/client.ts';
import { countMatches, readMatches } from './count.ts';
import { passesFilters } from './filters.ts';
import type { Newest } from './list-pages.ts';
import { readNewest, unitsOf } from './list-pages.ts';
import { openItem, readPage } from './page.ts';
import type { Search } from './plan.ts';
import { planLists } from './plan.ts';
import type { Slice } from './slice.ts';
import { locate } from './slice.ts';
import type { Counting } from './tally-store.ts';

/** Queries at the same time. The timeout of a query also runs while it waits for a connection. */
const queriesAtOnce = 20;

/**
 * The entries of a slice of the matches, newest first, and the number of all matches. For the latest match alone,
 * `total` may be too low.
 */
interface FoundEntries {
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** The search without its filters. Tallies count by those. */
const toCounting = ({ account, request, charge, now }: Search, pages: readonly Newest[]): Counting => {
  const isMatch = hasValues(account.id, request.values);
  const shareOf = ({ entries }: Newest): number => entries.filter(isMatch).length / Math.max(1, entries.length);
  const counted = request.values.size > 0 ? pages.slice(0, request.values.size) : pages;
  const { list } = counted.reduce((best, other) => (shareOf(other) > shareOf(best) ? other : best));
  return { account, lists: counted.map((page) => page.list), list, isMatch, charge, now };
};

/** Matches in lists that are too long to read for every search. Older matches are counted in a tally. */
const findByTally = async (
  table: Table,
  search: Search,
  pages: readonly Newest[],
  pick: (entries: readonly Entry[]) => Entry[],
  slice: Slice,
): Promise<FoundEntries> => {
  const counting = toCounting(search, pages);
  const taken = await countMatches(table, counting);
  const late = pick(taken.late).reverse();
  const [from, to] = [Math.max(0, slice.from - late.length), Math.max(0, slice.to - late.length)];
  const located = locate(taken.tally, (facets) => passesFilters(search.request, facets), { from, to });
  const total = late.length + located.total;
  const known = pages.map(({ entries }) => pick(entries)).find(({ length }) => length >= slice.to);
  if (known) return { total, entries: known.slice(slice.from, slice.to) };
  const parts = await pMap(located.ranges, (range) => readMatches(table, counting, range), {
    concurrency: queriesAtOnce,
  });
  const counted = parts.flatMap(({ matches }) => pick(matches).reverse());
  const rest = counted.slice(located.skip, located.skip + to - from);
  return { total, entries: [...late.slice(slice.from, slice.to), ...rest] };
};

/**
 * The entries that match a search without an id. Each list of the search has all matches, and its entries show which
 * ones match. So one list that ends on its first page is enough. Of long lists, it reads the tally, what came since,
 * and the slice.
 *
 * @param first what `beginSearch` has read
 * @throws Problem search.throttled. Problem store.unavailable when counting a list takes more than one call
 */
const findEntries = async (table: Table, search: Search, first: Newest, slice: Slice): Promise<FoundEntries> => {
  const { account, request } = search;
  const isMatch = hasValues(account.id, request.values);
  const pick = (entries: readonly Entry[]): Entry[] =>
    entries.filter((entry) => isMatch(entry) && passesFilters(request, entry.facets));
  const isEnough = (page: Newest): boolean => page.isWhole || (request.first && pick(page.entries).length > 0);
  const others = isEnough(first) ? [] : planLists(account.id, request).slice(1);
  const pages = [first, ...(await pMap(others, (list) => readNewest(table, list), { concurrency: queriesAtOnce }))];
  await search.charge(unitsOf(pages.flatMap(({ entries }) => entries)));
  const enough = pages.find(isEnough);
  if (enough === undefined) return findByTally(table, search, pages, pick, slice);
  const matches = pick(enough.entries);
  return { total: matches.length, entries: matches.slice(slice.from, slice.to) };
};

/** The consent of an item, if it matches. */
const findById = async (table: Table, search: Search, item: Item | undefined): Promise<readonly Consent[]> => {
  const consent = item && parseConsent(item);
  return consent && passesFilters(search.request, consent) ? openItem(table, search, consent) : [];
};

/** A slice of the consents that match a search, newest first, and how many match in all. */
export interface Matches {
  readonly total: number;
  readonly consents: readonly Consent[];
}

/**
 * Finds the consents of the slice, and reads no others.
 *
 * @param read what was read before the caller was known: the consent of a search by id, or the result of `beginSearch`
 * @throws Problem parameters.invalid, search.throttled, store.unavailable
 */
export const findMatches = async (
  table: Table,
  search: Search,
  { item, newest }: { readonly item: Item | undefined; readonly newest: Newest | undefined },
  slice: Slice,
): Promise<Matches> => {
  if (newest === undefined) {
    const matches = await findById(table, search, item);
    return { total: matches.length, consents: matches.slice(slice.from, slice.to) };
  }
  const { total, entries } = await findEntries(table, search, newest, slice);
  const consents = await readPage(table, search, entries);
  return { total: total - (entries.length - consents.length), consents };
};
