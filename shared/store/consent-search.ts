import pMap from 'p-map';
import type { ConsentSearch } from '../schema/consent-request.ts';
import type { Account } from './account.ts';
import type { Table } from './client.ts';
import type { ConsentFacets, Entry } from './consent-list.ts';
import { hasValues, listsOf } from './consent-list.ts';
import type { Newest } from './list-reading.ts';
import { afterAll, readNewest } from './list-reading.ts';
import type { Charge } from './read-budget.ts';
import type { Slice } from './tally.ts';
import { locate } from './tally.ts';
import type { Counting } from './tally-keeping.ts';
import { collectWanted, takeTally } from './tally-keeping.ts';

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

/** Entries of a slice of the matches, newest first, and how many match in all. */
export interface Listed {
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** Begins a search without an id, for which it needs to know no more: the first page of the list that is likely to be short. */
export const beginSearch = async (
  table: Table,
  accountId: string,
  search: ConsentSearch,
): Promise<Newest | undefined> => {
  const [list] = search.id === undefined ? listsOf(accountId, search) : [];
  return list && readNewest(table, list);
};

/** The first pages of all lists; of the first alone where it has no other. */
const readFirstPages = async (table: Table, { account, search }: AccountSearch, first: Newest): Promise<Newest[]> => {
  const others = first.isWhole ? [] : listsOf(account.id, search).slice(1);
  return [first, ...(await pMap(others, (list) => readNewest(table, list), { concurrency: queriesAtOnce }))];
};

const pick = ({ search }: AccountSearch, entries: readonly Entry[]): Entry[] =>
  entries.filter(({ facets }) => passesFilters(search, facets));

/**
 * What is counted where all lists are long: the consents with the values whatever the filters, in the list of which most are
 * such. The list of the project serves a search without values.
 */
const toCounting = ({ account, search, charge, now }: AccountSearch, pages: readonly Newest[]) => {
  const isWanted = hasValues(account.id, search.values);
  const counted = search.values.size > 0 ? pages.slice(0, search.values.size) : pages;
  const shareOf = ({ entries }: Newest): number => entries.filter(isWanted).length / Math.max(1, entries.length);
  const page = counted.reduce((best, other) => (shareOf(other) > shareOf(best) ? other : best));
  const lists = counted.map(({ list }) => list);
  return { page, counting: { account, lists, list: page.list, isWanted, charge, now } };
};

/** Entries with later ids than a tally has counted, newest first. */
const readLate = async (table: Table, counting: Counting, { entries }: Newest, above: string): Promise<Entry[]> => {
  if ((entries.at(-1)?.id ?? afterAll) <= above) {
    return entries.filter((entry) => entry.id > above && counting.isWanted(entry));
  }
  return (await collectWanted(table, counting, { above, upTo: afterAll })).reverse();
};

/** Matches in lists that are too long to be read for every search: what is not of late has been counted. */
const listLong = async (
  table: Table,
  search: AccountSearch,
  pages: readonly Newest[],
  slice: Slice,
): Promise<Listed> => {
  const { page, counting } = toCounting(search, pages);
  const tally = await takeTally(table, counting);
  const late = pick(search, await readLate(table, counting, page, tally.upTo));
  const [from, to] = [Math.max(0, slice.from - late.length), Math.max(0, slice.to - late.length)];
  const located = locate(tally, (facets) => passesFilters(search.search, facets), { from, to });
  const total = late.length + located.total;
  const known = pick(search, page.entries.filter(counting.isWanted));
  if (known.length >= slice.to) return { total, entries: known.slice(slice.from, slice.to) };
  const segments = await pMap(located.ranges, (range) => collectWanted(table, counting, range), {
    concurrency: queriesAtOnce,
  });
  const counted = segments.flatMap((entries) => pick(search, entries).reverse());
  const rest = counted.slice(located.skip, located.skip + to - from);
  return { total, entries: [...late.slice(slice.from, slice.to), ...rest] };
};

const matchesIn = (search: AccountSearch, { entries }: Newest): Entry[] =>
  pick(search, entries.filter(hasValues(search.account.id, search.search.values)));

const findShortest = (pages: readonly Newest[]): Newest | undefined =>
  pages.filter(({ isWhole }) => isWhole).sort((one, other) => one.entries.length - other.entries.length)[0];

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
  const pages = await readFirstPages(table, search, first);
  const shortest = findShortest(pages);
  if (shortest === undefined) return listLong(table, search, pages, slice);
  const matches = matchesIn(search, shortest);
  return { total: matches.length, entries: matches.slice(slice.from, slice.to) };
};

/** The entry of the latest consent that matches a search without an id; how many there are is counted only if need be. */
export const findLatestMatch = async (
  table: Table,
  search: AccountSearch,
  first: Newest,
): Promise<Entry | undefined> => {
  const [latest] = matchesIn(search, first);
  if (latest !== undefined || first.isWhole) return latest;
  const pages = await readFirstPages(table, search, first);
  const [found] = pages.flatMap((page) => matchesIn(search, page).slice(0, 1));
  if (found !== undefined || findShortest(pages)) return found;
  return (await listLong(table, search, pages, { from: 0, to: 1 })).entries[0];
};
