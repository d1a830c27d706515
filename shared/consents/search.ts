import pMap from 'p-map';
import * as v from 'valibot';
import { lifetimes, limits } from '../api/limits.ts';
import { answerTooLarge } from '../api/problem.ts';
import type { Account } from '../identity/account.ts';
import { digest } from '../runtime/digest.ts';
import { atOnce } from '../runtime/retry.ts';
import { epochSeconds } from '../runtime/time.ts';
import { Compressed, compress, itemSize, unpack } from '../store/item.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed, getItem } from '../store/read.ts';
import type { Item, Key, Table } from '../store/table.ts';
import { isTransient, nameReason, unavailable } from '../store/table.ts';
import { write } from '../store/write.ts';
import type { Consent, StoredConsent } from './consent.ts';
import { openConsent, openUserData, parseConsent } from './consent.ts';
import type { ConsentFacets, FacetFilter } from './facets.ts';
import { passesFacets } from './facets.ts';
import { toFacetFilter } from './filters.ts';
import type { ConsentList, Entry, ListPage, Range } from './lists.ts';
import { afterAll, hasValues, planLists, readFirstPages, readList, readListPage } from './lists.ts';
import { newComparison } from './person-data.ts';
import type { ConsentSearch } from './search-request.ts';
import type { Part } from './tally.ts';
import { boundary, coarsen, countOn, emptyTally, findDue, isCoarsest, recount, Tally } from './tally.ts';

/** A search in an account's consents. */
export interface Search {
  readonly account: Account;
  readonly request: ConsentSearch;
  readonly now: Date;
  /** Called with the ids of the page before its consents are read. */
  readonly onPage: (ids: readonly string[]) => void;
}

/** Entries of a list that a search reads before it counts the list. */
const newestEntries = 100;

/** Begins a search without an id by reading the first page of the list that is probably shortest. */
export const beginSearch = async (
  table: Table,
  accountId: string,
  request: ConsentSearch,
): Promise<ListPage | undefined> => {
  const [list] = request.id === undefined ? planLists(accountId, request) : [];
  return list && readListPage(table, list, { limit: newestEntries });
};

/**
 * The entries of a slice of the matches, newest first, and the number of all matches. For the latest match alone,
 * `total` may be too low.
 */
interface FoundEntries {
  readonly total: number;
  readonly entries: readonly Entry[];
}

/** The search without its filters. Tallies count by those. */
const toCounting = ({ account, request, now }: Search, pages: readonly ListPage[]): Counting => {
  const isMatch = hasValues(account.id, request.values);
  const shareOf = ({ entries }: ListPage): number => entries.filter(isMatch).length / Math.max(1, entries.length);
  const counted = request.values.size > 0 ? pages.slice(0, request.values.size) : pages;
  const { list } = counted.reduce((best, other) => (shareOf(other) > shareOf(best) ? other : best));
  return { account, lists: counted.map((page) => page.list), list, isMatch, now };
};

/** Entries in which the latest match alone is sought before the list is counted. */
const soughtAtOnce = 10_000;

/**
 * The latest match, beyond the newest entries of a list that is too long to read: what came since the tally, the newest first, then the
 * segment of the tally that has it. Nothing is counted.
 *
 * @returns undefined if it may be further back than the tally and `soughtAtOnce` reach
 */
const findLatest = async (
  table: Table,
  counting: Counting,
  { entries: newest }: ListPage,
  { filter, pick }: Picking,
): Promise<readonly Entry[] | undefined> => {
  const tally = await readTally(table, counting);
  const range: Range = { above: tally.upTo, upTo: newest.at(-1)?.id ?? afterAll };
  let read = 0;
  if (range.above < range.upTo) {
    for await (const { entries } of readList(table, counting.list, { range })) {
      const latest = pick(entries).slice(0, 1);
      if (latest.length > 0) return latest;
      read += entries.length;
      if (read >= soughtAtOnce) return undefined;
    }
  }
  const [segment] = locate(tally, (facets) => passesFacets(filter, facets), { from: 0, to: 1 }).ranges;
  const { matches } = segment ? await readMatches(table, counting, segment) : { matches: [] };
  return pick(matches).slice(-1);
};

/** Which entries of a list match a search, with its filters. */
interface Picking {
  readonly filter: FacetFilter;
  readonly pick: (entries: readonly Entry[]) => Entry[];
}

/** Matches in lists that are too long to read for every search. Older matches are counted in a tally. */
const findByTally = async (
  table: Table,
  search: Search,
  pages: readonly ListPage[],
  picking: Picking,
  slice: Slice,
): Promise<FoundEntries> => {
  const counting = toCounting(search, pages);
  const { filter, pick } = picking;
  const newest = pages.find(({ list }) => list === counting.list);
  if (search.request.first && newest) {
    const latest = await findLatest(table, counting, newest, picking);
    if (latest) return { total: latest.length, entries: latest };
  }
  const taken = await countMatches(table, counting);
  const late = pick(taken.late).reverse();
  const [from, to] = [Math.max(0, slice.from - late.length), Math.max(0, slice.to - late.length)];
  const located = locate(taken.tally, (facets) => passesFacets(filter, facets), { from, to });
  const total = late.length + located.total;
  const known = pages.map(({ entries }) => pick(entries)).find(({ length }) => length >= slice.to);
  if (known) return { total, entries: known.slice(slice.from, slice.to) };
  const parts = await pMap(located.ranges, (range) => readMatches(table, counting, range), atOnce);
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
const findEntries = async (table: Table, search: Search, first: ListPage, slice: Slice): Promise<FoundEntries> => {
  const { account, request } = search;
  const isMatch = hasValues(account.id, request.values);
  const filter = toFacetFilter(request);
  const pick = (entries: readonly Entry[]): Entry[] =>
    entries.filter((entry) => isMatch(entry) && passesFacets(filter, entry.facets));
  const isEnough = (page: ListPage): boolean =>
    page.rest === undefined || (request.first && pick(page.entries).length > 0);
  const others = isEnough(first) ? [] : planLists(account.id, request).slice(1);
  const pages = [first, ...(await readFirstPages(table, others, { limit: newestEntries }))];
  const enough = pages.find(isEnough);
  if (enough === undefined) return findByTally(table, search, pages, { filter, pick }, slice);
  const matches = pick(enough.entries);
  return { total: matches.length, entries: matches.slice(slice.from, slice.to) };
};

/** Refuses consents that no answer can hold, before reading them. @param sizes in bytes */
const refuseUnanswerable = (sizes: readonly { readonly answerBytes: number }[]): void => {
  const answered = sizes.reduce((sum, { answerBytes }) => sum + answerBytes, 0);
  if (answered > limits.resultBytes) throw answerTooLarge('perPage');
};

/**
 * Opens the consents that have the values of a search, one after the other.
 *
 * @throws Problem parameters.invalid as soon as they exceed one answer. The rest stays compressed
 */
const openMatches = (search: Search, consents: readonly StoredConsent[]): Consent[] => {
  const tooLong = () => answerTooLarge('perPage', { why: 'Comparing this many long values would take too long' });
  const isMatch = newComparison(search.request.values, tooLong);
  const people = new Map(consents.map((consent) => [consent, openUserData(consent)]));
  const matches = [...people].filter(([, { userData }]) => isMatch(userData));
  let bytes = 0;
  return matches.map(([consent, person]) => {
    const opened = openConsent(consent, person);
    bytes += opened.bytes;
    if (bytes > limits.resultBytes) throw answerTooLarge('perPage');
    return opened;
  });
};

/**
 * The consents of a page of entries that have the values of a search, as they are now, with their proofs. One round trip.
 *
 * @throws Problem parameters.invalid, search.throttled, store.unavailable
 */
const readPage = async (table: Table, search: Search, entries: readonly Entry[]): Promise<Consent[]> => {
  search.onPage(entries.map(({ id }) => id));
  refuseUnanswerable(entries);
  const keys = entries.map(({ id }) => keyOf.consent(search.account.id, id));
  const items = (await batchGetNamed(table, keys)).filter((item) => item !== undefined);
  return openMatches(search, items.map(parseConsent));
};

/** The consent of an item, if it matches. */
const findById = (search: Search, item: Item | undefined): readonly Consent[] => {
  const consent = item && parseConsent(item);
  return consent && passesFacets(toFacetFilter(search.request), consent) ? openMatches(search, [consent]) : [];
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
  { item, newest }: { readonly item: Item | undefined; readonly newest: ListPage | undefined },
  slice: Slice,
): Promise<Matches> => {
  if (newest === undefined) {
    const matches = findById(search, item);
    return { total: matches.length, consents: matches.slice(slice.from, slice.to) };
  }
  const { total, entries } = await findEntries(table, search, newest, slice);
  const consents = await readPage(table, search, entries);
  return { total: total - (entries.length - consents.length), consents };
};

/** A slice of the matches, newest first, counted from 0: from `from` up to but not including `to`. */
interface Slice {
  readonly from: number;
  readonly to: number;
}

/** The place of a slice: the ranges, newest first, and how many matches to skip. */
export interface Located {
  readonly total: number;
  readonly ranges: readonly Range[];
  readonly skip: number;
}

/** Counts the matches of the wanted kinds and locates those of a slice. */
export const locate = (tally: Tally, isWanted: (facets: ConsentFacets) => boolean, { from, to }: Slice): Located => {
  const wanted = tally.kinds.map(isWanted);
  const ranges: Range[] = [];
  let [total, skip] = [0, 0];
  for (let i = tally.segments.length; i > 0; i -= 1) {
    const { counts = [] } = tally.segments[i - 1] ?? {};
    const matches = counts.reduce((sum, [kind, count]) => sum + (wanted[kind] ? count : 0), 0);
    if (matches > 0 && total + matches > from && total < to) {
      if (ranges.length === 0) skip = from - total;
      ranges.push({ above: boundary(tally, i - 1), upTo: boundary(tally, i) });
    }
    total += matches;
  }
  return { total, ranges, skip };
};

/** Entries read beyond a tally after which it is stored again. */
const worthKeeping = 1_000;

/** Entries that one search recounts at most. */
const recountedAtOnce = 10_000;

/** Milliseconds that one search may count. The next one continues from there. */
const countingTime = 15_000;

/** Sorts after every id that is older than a number of seconds, and before all others. */
const idsBefore = (now: Date, seconds: number): string =>
  (now.getTime() - seconds * 1_000).toString(16).padStart(12, '0');

/** Reads a range of the list, part by part. */
async function* readParts(table: Table, { list, isMatch }: Counting, range: Range): AsyncGenerator<Part> {
  for await (const { entries, rest } of readList(table, list, { range, order: 'oldest-first' })) {
    yield { matches: entries.filter(isMatch), upTo: rest?.above ?? range.upTo, read: entries.length };
  }
}

/** A range of the list as one part. */
const readMatches = async (table: Table, counting: Counting, range: Range): Promise<Part> => {
  const parts = await Array.fromAsync(readParts(table, counting, range));
  const read = parts.reduce((sum, part) => sum + part.read, 0);
  return { matches: parts.flatMap(({ matches }) => matches), upTo: range.upTo, read };
};

/** Recounts what has become a day old, to include entries that an index showed late. */
const recountDue = async (table: Table, counting: Counting, kept: Tally, finalUpTo: string): Promise<Tally> => {
  let tally = kept;
  let due = findDue(tally, finalUpTo);
  for (let read = 0; due !== undefined && read < recountedAtOnce; due = findDue(tally, finalUpTo)) {
    const part = await readMatches(table, counting, due);
    tally = recount(tally, part, finalUpTo);
    read += part.read;
  }
  return tally;
};

const splitAt = (matches: readonly Entry[], upTo: string): [early: Entry[], late: Entry[]] => [
  matches.filter(({ id }) => id <= upTo),
  matches.filter(({ id }) => id > upTo),
];

/**
 * The tally of all matches older than five minutes, and the later matches, oldest first. Reads what came since the
 * tally was stored, and stores it again if that was much.
 *
 * @throws Problem search.throttled. Problem store.unavailable when one call has no time to count everything. Its counts
 * are kept, and the next call continues
 */
export const countMatches = async (table: Table, counting: Counting): Promise<{ tally: Tally; late: Entry[] }> => {
  const deadline = performance.now() + countingTime;
  const upTo = idsBefore(counting.now, lifetimes.tallyLagSeconds);
  const finalUpTo = idsBefore(counting.now, lifetimes.tallyFinalSeconds);
  const kept = await readTally(table, counting);
  let tally = await recountDue(table, counting, kept, finalUpTo);
  let unkept = tally === kept ? 0 : worthKeeping;
  const late: Entry[] = [];
  try {
    for await (const part of readParts(table, counting, { above: kept.upTo, upTo: afterAll })) {
      const [matches, latest] = splitAt(part.matches, upTo);
      late.push(...latest);
      const reached = part.upTo < upTo ? part.upTo : upTo;
      if (tally.upTo < reached) tally = countOn(tally, { ...part, matches, upTo: reached }, finalUpTo);
      unkept += reached < upTo ? part.read : matches.length;
      if (performance.now() >= deadline && part.upTo < upTo) throw unavailable(nameReason('LongCount'));
    }
  } catch (error) {
    unkept = Number.POSITIVE_INFINITY;
    throw error;
  } finally {
    if (unkept >= worthKeeping) await keepTally(table, counting, tally);
  }
  return { tally, late };
};

const Kept = v.object({
  tally: v.pipe(
    Compressed,
    v.transform((bytes) => unpack(bytes).value),
    Tally,
  ),
});

/** What is counted: the matching entries of `list`. Each of `lists` has all of them. */
interface Counting {
  readonly account: Account;
  readonly lists: readonly ConsentList[];
  readonly list: ConsentList;
  readonly isMatch: (entry: Entry) => boolean;
  readonly now: Date;
}

const listName = ({ partition }: ConsentList): string =>
  typeof partition === 'string' ? partition : partition.toString('base64url');

const tallyKey = ({ account, lists }: Counting): Key =>
  keyOf.tally(account.id, digest(account.historyEpoch, ...lists.map(listName).sort()));

/** The stored tally. An empty one if there is none or it has another form, so that it is made again. */
const readTally = async (table: Table, counting: Counting): Promise<Tally> => {
  const item = await getItem(table, tallyKey(counting));
  const kept = v.safeParse(Kept, item);
  return kept.success ? kept.output.tally : emptyTally;
};

/** The item of a tally. Undefined if it is too large to store, or to read again. */
const toTallyItem = (counting: Counting, tally: Tally): (Key & Item) | undefined => {
  if (Buffer.byteLength(JSON.stringify(tally)) > limits.resultBytes) return undefined;
  const expiresAt = epochSeconds(counting.now) + lifetimes.tallySeconds;
  const item = { ...tallyKey(counting), upTo: tally.upTo, tally: compress(tally), expiresAt };
  return itemSize(item) > limits.itemBytes ? undefined : item;
};

/**
 * Stores a tally, in larger segments if it has many kinds, unless a longer one was stored concurrently. If the store is
 * busy, the search still succeeds, and the next one stores it.
 */
const keepTally = async (table: Table, counting: Counting, tally: Tally): Promise<void> => {
  const { upTo } = tally;
  const put = toTallyItem(counting, tally);
  if (put === undefined) return isCoarsest(tally) ? undefined : keepTally(table, counting, coarsen(tally));
  const condition = 'attribute_not_exists(PK) OR upTo < :upTo';
  try {
    await write(table, { put, condition, values: { ':upTo': upTo } });
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
};
