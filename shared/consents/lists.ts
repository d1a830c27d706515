import pMap from 'p-map';
import * as v from 'valibot';
import type { Lineage, LineageVersion } from '../notices/lineage.ts';
import { coverVersions, versionOf } from '../notices/lineage.ts';
import { shortDigest } from '../runtime/digest.ts';
import { beginningAt, earliest, identifierBefore, timeOf } from '../runtime/identifier.ts';
import { atOnce } from '../runtime/retry.ts';
import type { Period } from '../runtime/time.ts';
import { keyOf } from '../store/keys.ts';
import { readPages } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { ConsentFacets } from './facets.ts';
import type { ConsentIndex } from './indexes.ts';
import { projectIndex, valueIndexes } from './indexes.ts';
import { identifyingKeys } from './person-data.ts';
import type { ConsentTimes } from './state.ts';
import { timesOf } from './state.ts';

const toDate = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

/** A consent in a list, whether in an index or in lookups. */
const Entry = v.pipe(
  v.object({
    SK: v.string(),
    ...ConsentFacets.entries,
    /** Digests of all findable userData values, one after the other, as `toValueDigests` makes them. */
    valueDigests: v.optional(v.instance(Uint8Array), new Uint8Array()),
    /** Bytes of its item. `answerBytes` is the least that its record adds to an answer. */
    storedBytes: v.number(),
    answerBytes: v.number(),
    /** When the consent was revoked and erased. Only lists of projects have these. */
    revokeTime: v.optional(v.string()),
    eraseTime: v.optional(v.string()),
  }),
  v.transform(({ SK, valueDigests, storedBytes, answerBytes, revokeTime, eraseTime, ...facets }) => ({
    id: SK,
    facets,
    valueDigests: Buffer.from(valueDigests),
    storedBytes,
    answerBytes,
    revokeTime: toDate(revokeTime),
    eraseTime: toDate(eraseTime),
  })),
);
export type Entry = v.InferOutput<typeof Entry>;

export const parseEntry = (item: Item): Entry => v.parse(Entry, item);

/** A value of userData: its key and its normalised text. */
export type Value = readonly [key: string, normalisedValue: string];

/** Binds account, key and value. The digest reveals none of them, and no two accounts share one. */
export const digestValue = (accountId: string, [key, value]: Value): Buffer => shortDigest(accountId, key, value);

/** Bytes of each value's digest in a list entry. */
const entryDigestBytes = 6;

const toEntryDigest = (accountId: string, value: Value): Buffer =>
  digestValue(accountId, value).subarray(0, entryDigestBytes);

/** The value digests of a consent's entries. */
export const toValueDigests = (accountId: string, values: ReadonlyMap<string, string>): Buffer =>
  Buffer.concat([...values].map((value) => toEntryDigest(accountId, value)));

const hasDigest = ({ valueDigests }: Entry, digest: Buffer): boolean => {
  for (let i = valueDigests.indexOf(digest); i >= 0; i = valueDigests.indexOf(digest, i + 1)) {
    if (i % entryDigestBytes === 0) return true;
  }
  return false;
};

/** Returns a check whether the consent of an entry has all of the values, as far as short digests can show. */
export const hasValues = (accountId: string, values: ReadonlyMap<string, string>): ((entry: Entry) => boolean) => {
  const digests = [...values].map((value) => toEntryDigest(accountId, value));
  return (entry) => digests.every((digest) => hasDigest(entry, digest));
};

/** A list of an account's consents, sorted by id: a partition of the table or of an index. */
export type ConsentList =
  | { readonly partition: string; readonly index?: undefined }
  | { readonly partition: Buffer; readonly index: ConsentIndex; readonly accountId: string };

const indexesByKey: ReadonlyMap<string, ConsentIndex> = new Map(Object.entries(valueIndexes));

/** The list of consents with a value: in an index for keys that the contract names, in lookups for others. */
export const valueList = (accountId: string, value: Value): ConsentList => {
  const partition = digestValue(accountId, value);
  const index = indexesByKey.get(value[0]);
  return index
    ? { partition, index, accountId }
    : { partition: keyOf.lookup(accountId, partition.toString('base64url'), '').PK };
};

/** The consents of a project. */
export const projectList = (accountId: string, projectUid: string): ConsentList => ({
  partition: shortDigest(accountId, projectUid),
  index: projectIndex,
  accountId,
});

/**
 * Keys of userData, beginning with those whose values the fewest consents share. `undefined` stands for the callers'
 * own keys. More people share an address than a tax code.
 */
const likelyShortest = ['tax_code', ...identifyingKeys, undefined, 'last_name', 'first_name'];

const rankOf = ([key]: Value): number => likelyShortest.indexOf(likelyShortest.includes(key) ? key : undefined);

/** Whether one of the values probably has a short list, judging by its key. */
export const isOfFew = (values: ReadonlyMap<string, string>): boolean =>
  [...values.keys()].some((key) => identifyingKeys.includes(key));

/** The lists that each have all consents with some values and of a project, the one that is probably shortest first. */
export const planLists = (
  accountId: string,
  { values, projectUid }: { readonly values: ReadonlyMap<string, string>; readonly projectUid?: string | undefined },
): ConsentList[] => [
  ...[...values].sort((one, other) => rankOf(one) - rankOf(other)).map((value) => valueList(accountId, value)),
  ...(projectUid === undefined ? [] : [projectList(accountId, projectUid)]),
];

/** Of the lists that each have all consents with the values, the one that is probably shortest. @param values at least one */
export const personList = (accountId: string, values: ReadonlyMap<string, string>): ConsentList => {
  const [list] = planLists(accountId, { values });
  if (list === undefined) throw new Error('A person is found by one value at least.');
  return list;
};

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

/** Of first pages, newest first, the one whose list has the fewest entries: it reaches the oldest. */
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

/** A consent from the list of its project, without reading its record. */
export interface ConsentEntry {
  readonly id: string;
  readonly facets: ConsentFacets;
  readonly version: LineageVersion;
  readonly times: ConsentTimes;
}

/** What is counted of a consent. */
export type CountedConsent = Pick<ConsentEntry, 'facets' | 'version' | 'times'>;

/** The consents of projects. */
export interface ConsentScope {
  readonly accountId: string;
  readonly projectUids: readonly string[];
  /** Their notice, or one of its versions. Default: any. */
  readonly pid?: number | undefined;
  readonly versionId?: string | undefined;
  readonly lineage: Lineage;
}

/** An entry of the list of a project, with its version and its times. */
export const toListed = ({ id, facets, revokeTime, eraseTime }: Entry, lineage: Lineage): ConsentEntry => {
  const version = versionOf(lineage, facets.versionId);
  return {
    id,
    facets,
    version,
    times: timesOf({ given: timeOf(id), revoked: revokeTime, erased: eraseTime }, version),
  };
};

/** How to read projects. */
type ProjectReading = Omit<NonNullable<Parameters<typeof readList>[2]>, 'range' | 'first'> & {
  readonly period?: Period | undefined;
  /** Called with the consents and the read units of each page. */
  readonly onPage?: ((consents: number, units: number) => void) | undefined;
};

/**
 * The consents of projects that were given in a period, project by project and page by page, eventually consistent. No
 * record is read. A page may be empty.
 */
export async function* readProjects(
  table: Table,
  { accountId, projectUids, lineage }: ConsentScope,
  { period, onPage, ...how }: ProjectReading = {},
): AsyncGenerator<readonly ConsentEntry[]> {
  let known = lineage;
  for (const uid of projectUids) {
    for await (const { entries, units } of readList(table, projectList(accountId, uid), {
      ...how,
      range: toRange(period),
    })) {
      onPage?.(entries.length, units);
      const named = entries.map(({ facets }) => facets.versionId);
      known = await coverVersions(table, accountId, known, named);
      yield entries.map((entry) => toListed(entry, known));
    }
  }
}
