import pMap from 'p-map';
import type { Account } from '../accounts/account.ts';
import type { ConsentFacets, Entry } from '../consents/listing.ts';
import { hasValues, listsOf } from '../consents/listing.ts';
import type { ConsentSearch } from '../consents/request.ts';
import type { Table } from '../store/client.ts';
import type { Charge } from './budget.ts';
import { readWhole, takeTally } from './count.ts';
import type { Newest } from './list-pages.ts';
import { readNewest, unitsOf } from './list-pages.ts';
import type { Slice } from './slice.ts';
import { locate } from './slice.ts';

/** Queries under way: the time of one that waits for a connection runs as well. */
const queriesAtOnce = 20;

/** A search in an account's consents. */
export interface AccountSearch {
  readonly account: Account;
  readonly search: ConsentSearch;
  readonly charge: Charge;
  readonly now: Date;
}

/** Whether a consent passes the filters of a search, all but those by userData. */
export const passesFilters = (search: ConsentSearch, consent: ConsentFacets): boolean =>
  (search.projectUid ?? consent.projectUid) === consent.projectUid &&
  (search.consentInformationPid ?? consent.pid) === consent.pid &&
  (search.consentInformationVersionId ?? consent.versionId) === consent.versionId &&
  (search.lang ?? consent.lang) === consent.lang &&
  (search.channel ?? consent.channel) === consent.channel;

/** Entries of a slice of the matches, newest first, and how many match in all. Where only the latest is wanted, `total` may be too low. */
interface Listed {
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** Begins a search without an id: reads the first page of the list that is likely to be the shortest. */
export const beginSearch = async (
  table: Table,
  accountId: string,
  search: ConsentSearch,
): Promise<Newest | undefined> => {
  const [list] = search.id === undefined ? listsOf(accountId, search) : [];
  return list && readNewest(table, list);
};

/** The search without its filters, which tallies count by. */
const toCounting = ({ account, search, charge, now }: AccountSearch, pages: readonly Newest[]) => {
  const isMatch = hasValues(account.id, search.values);
  const shareOf = ({ entries }: Newest): number => entries.filter(isMatch).length / Math.max(1, entries.length);
  const counted = search.values.size > 0 ? pages.slice(0, search.values.size) : pages;
  const { list } = counted.reduce((best, other) => (shareOf(other) > shareOf(best) ? other : best));
  return { account, lists: counted.map((page) => page.list), list, isMatch, charge, now };
};

/** Matches in lists that are too long to be read for every search: all but the latest have been counted. */
const listLong = async (
  table: Table,
  search: AccountSearch,
  pages: readonly Newest[],
  pick: (entries: readonly Entry[]) => Entry[],
  slice: Slice,
): Promise<Listed> => {
  const counting = toCounting(search, pages);
  const taken = await takeTally(table, counting);
  const late = pick(taken.late).reverse();
  const [from, to] = [Math.max(0, slice.from - late.length), Math.max(0, slice.to - late.length)];
  const located = locate(taken.tally, (facets) => passesFilters(search.search, facets), { from, to });
  const total = late.length + located.total;
  const known = pages.map(({ entries }) => pick(entries)).find(({ length }) => length >= slice.to);
  if (known) return { total, entries: known.slice(slice.from, slice.to) };
  const parts = await pMap(located.ranges, (range) => readWhole(table, counting, range), {
    concurrency: queriesAtOnce,
  });
  const counted = parts.flatMap(({ matches }) => pick(matches).reverse());
  const rest = counted.slice(located.skip, located.skip + to - from);
  return { total, entries: [...late.slice(slice.from, slice.to), ...rest] };
};

/**
 * The consents that match a search without an id. Every list of the search has them all, and its entries tell which they are:
 * one list that ends on its first page is enough. Of long lists what was counted, what came since and the slice are read.
 *
 * @param first what `beginSearch` has read
 * @throws Problem search.throttled; store.unavailable when a list is so long that counting it takes more than one call
 */
export const listMatches = async (
  table: Table,
  search: AccountSearch,
  first: Newest,
  slice: Slice,
): Promise<Listed> => {
  const isMatch = hasValues(search.account.id, search.search.values);
  const pick = (entries: readonly Entry[]): Entry[] =>
    entries.filter((entry) => isMatch(entry) && passesFilters(search.search, entry.facets));
  const isEnough = (page: Newest): boolean => page.isWhole || (search.search.first && pick(page.entries).length > 0);
  const others = isEnough(first) ? [] : listsOf(search.account.id, search.search).slice(1);
  const pages = [first, ...(await pMap(others, (list) => readNewest(table, list), { concurrency: queriesAtOnce }))];
  await search.charge(unitsOf(pages.flatMap(({ entries }) => entries)));
  const enough = pages.find(isEnough);
  if (enough === undefined) return listLong(table, search, pages, pick, slice);
  const matches = pick(enough.entries);
  return { total: matches.length, entries: matches.slice(slice.from, slice.to) };
};
