import pMap from 'p-map';
import type { ConsentSearch } from '../schema/consent-request.ts';
import type { Account } from './account.ts';
import type { Table } from './client.ts';
import type { ConsentFacets, ConsentList, Entry } from './consent-list.ts';
import { afterAll } from './list-reading.ts';
import { userDataList } from './lookup.ts';
import type { Newest } from './match-reading.ts';
import { collectMatches, readNewest } from './match-reading.ts';
import { projectList } from './new-consent.ts';
import type { Slice } from './tally.ts';
import { locate } from './tally.ts';
import { takeTally } from './tally-keeping.ts';

/** Queries under way: the time of one that waits for a connection runs as well. */
const queriesAtOnce = 20;

/** A search in an account's consents. */
export interface AccountSearch {
  readonly account: Account;
  readonly search: ConsentSearch;
  readonly now: Date;
}

/** Whether a consent passes the filters of a search, all but those by userData. */
export const passesFilters = (search: ConsentSearch, consent: ConsentFacets): boolean =>
  (search.projectUid ?? consent.projectUid) === consent.projectUid &&
  (search.consentInformationPid ?? consent.pid) === consent.pid &&
  (search.consentInformationVersionId ?? consent.versionId) === consent.versionId &&
  (search.lang ?? consent.lang) === consent.lang &&
  (search.channel ?? consent.channel) === consent.channel;

const pick = (search: ConsentSearch, entries: readonly Entry[]): Entry[] =>
  entries.filter(({ facets }) => passesFilters(search, facets));

/** The lists that all matches of a search are in. */
const listsOf = (account: Account, { values, projectUid = '' }: ConsentSearch): ConsentList[] =>
  values.size === 0 ? [projectList(account, projectUid)] : [...values].map((value) => userDataList(account, value));

/**
 * Entries of a slice of the matches, newest first, and how many match in all; or candidates, no more than the slice
 * has room for, of which whoever reads the consents has to see which have the values.
 */
export type Listed =
  | { readonly total: number; readonly entries: readonly Entry[] }
  | { readonly candidates: readonly Entry[] };

/** Matches with later ids than a tally has counted, newest first. */
const readLate = async (table: Table, lists: readonly ConsentList[], newest: Newest, above: string) => {
  if (newest.downTo <= above) return newest.matches.filter(({ id }) => id > above);
  return (await collectMatches(table, lists, { above, upTo: afterAll }, { consistent: true })).reverse();
};

/** Matches in lists that are too long to be read for every search: what is not of late has been counted. */
const listLong = async (
  table: Table,
  { account, search, now }: AccountSearch,
  newest: Newest,
  slice: Slice,
): Promise<{ readonly total: number; readonly entries: readonly Entry[] }> => {
  const lists = listsOf(account, search);
  const tally = await takeTally(table, { account, lists, now });
  const late = pick(search, await readLate(table, lists, newest, tally.upTo));
  const [from, to] = [Math.max(0, slice.from - late.length), Math.max(0, slice.to - late.length)];
  const { total, ranges, skip } = locate(tally, (facets) => passesFilters(search, facets), { from, to });
  const known = pick(search, newest.matches);
  if (known.length >= slice.to) return { total: late.length + total, entries: known.slice(slice.from, slice.to) };
  const segments = await pMap(ranges, (range) => collectMatches(table, lists, range, { consistent: false }), {
    concurrency: Math.max(1, Math.floor(queriesAtOnce / lists.flatMap(({ partitions }) => partitions).length)),
  });
  const counted = segments.flatMap((entries) => pick(search, entries).reverse()).slice(skip, skip + to - from);
  return { total: late.length + total, entries: [...late.slice(slice.from, slice.to), ...counted] };
};

/**
 * The consents that match a search without an id, newest first. A person's are one query for each userData value; of
 * long lists only the newest entries, those of the slice and what came since they were counted are read.
 *
 * @throws Problem store.unavailable when a list is so long that counting it takes more than one call
 */
export const listMatches = async (table: Table, search: AccountSearch, slice: Slice): Promise<Listed> => {
  const newest = await readNewest(table, listsOf(search.account, search.search));
  if (newest.candidates === undefined) return listLong(table, search, newest, slice);
  const candidates = pick(search.search, newest.candidates);
  if (slice.from === 0 && candidates.length <= slice.to) return { candidates };
  const entries = pick(search.search, await newest.confirm());
  return { total: entries.length, entries: entries.slice(slice.from, slice.to) };
};

/** The entry of the latest consent that matches a search without an id. */
export const findLatestMatch = async (table: Table, search: AccountSearch): Promise<Entry | undefined> => {
  const newest = await readNewest(table, listsOf(search.account, search.search));
  const matches = newest.candidates ? await newest.confirm() : newest.matches;
  const [latest] = pick(search.search, matches);
  if (latest !== undefined || newest.candidates) return latest;
  return (await listLong(table, search, newest, { from: 0, to: 1 })).entries[0];
};
