import { limits, listBounds } from '../api/limits.ts';
import { invalidParameters } from '../api/problem.ts';
import { listProjects } from '../identity/project.ts';
import type { Lineage } from '../notices/lineage.ts';
import { coverVersions, readLineage, versionOf } from '../notices/lineage.ts';
import { lastWrittenMoment } from '../runtime/time.ts';
import { keyOf, tableDefinition } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Item, Table } from '../store/table.ts';
import { project } from '../store/table.ts';
import type { StoredConsent } from './consent.ts';
import { consentAttributes, openUserData, parseConsent } from './consent.ts';
import { passesFacets } from './facets.ts';
import { toFacetFilter } from './filters.ts';
import type { ListedConsent, ListedConsents } from './list-answer.ts';
import type { ConsentListRequest } from './list-request.ts';
import type { ConsentList, Entry, ListPage, Range } from './lists.ts';
import {
  hasValues,
  isEmpty,
  isOfFew,
  mergeNewest,
  planLists,
  projectList,
  readFirstPages,
  readList,
  readListPage,
  shortestOf,
  toListed,
  toRange,
} from './lists.ts';
import { linkOf, toUsedLink } from './observed-means.ts';
import type { UserData } from './person-data.ts';
import { newComparison } from './person-data.ts';
import { byEnd, endStates, stateFor, timesOf } from './state.ts';

/** The first page of the list that probably has the fewest consents besides those requested. Undefined if none has them all. */
export type BegunListing = ListPage | undefined;

/** Begins a list while the caller is checked. */
export const beginListing = async (
  table: Table,
  accountId: string,
  request: ConsentListRequest,
): Promise<BegunListing> => {
  const [list] = planLists(accountId, request);
  const limit = Math.min(limits.itemsBeforehand, firstPageOf(accountId, request));
  return list && readListPage(table, list, { range: rangeOf(request), limit });
};

/** What a list is made from. */
export interface Listing {
  readonly entries: LatestEntries;
  /** The versions of all notices, among them those of the ids. They are read while the call reads on. */
  readonly cover: (versionIds: readonly string[]) => Promise<Lineage>;
}

/** Reads on after `beginListing`, for a caller who may. @throws Problem parameters.invalid */
export const openListing = async (
  table: Table,
  accountId: string,
  request: ConsentListRequest,
  begun: BegunListing,
): Promise<Listing> => {
  let reading = readLineage(table, accountId);
  reading.catch(() => {});
  const cover = (versionIds: readonly string[]): Promise<Lineage> => {
    reading = reading.then((lineage) => coverVersions(table, accountId, lineage, versionIds));
    return reading;
  };
  return { entries: await openEntries(table, accountId, request, begun), cover };
};

/** The account, the request and the time of a list. */
export interface ListQuestion<Request> {
  readonly accountId: string;
  readonly request: Request;
  readonly now: Date;
}

/**
 * Whether the entries show revocations and erasures. Those of a value do not, so the consents themselves must be read.
 */
const showsState = ({ values }: ConsentListRequest): boolean => values.size === 0;

/** Which entries may match. The versions count only if the entries show the state, and the request asks for one. */
const newPicker = ({ accountId, request, now }: ListQuestion<ConsentListRequest>): Picking => {
  const isMatch = hasValues(accountId, request.values);
  const filter = toFacetFilter(request);
  const needsLineage = request.state !== undefined && showsState(request);
  return {
    most: request.state === undefined || needsLineage ? request.perPage : listBounds.candidates,
    needsLineage,
    isWanted: (entry, lineage) =>
      isMatch(entry) &&
      passesFacets(filter, entry.facets) &&
      (!needsLineage || stateFor(toListed(entry, lineage).times, { now })?.state === request.state),
  };
};

/** Entries of consents that may match. @property next where the list continues after them, or null */
interface Candidates {
  readonly picked: readonly Entry[];
  readonly next: string | null;
}

/** Which entries to pick, and how many at most. */
interface Picking {
  readonly most: number;
  readonly isWanted: (entry: Entry, lineage: Lineage) => boolean;
  /** Whether `isWanted` looks at the versions. If not, picking does not wait for them. */
  readonly needsLineage: boolean;
}

const noLineage: Lineage = new Map();

const pick = async ({ entries, cover }: Listing, { most, isWanted, needsLineage }: Picking): Promise<Candidates> => {
  const picked: Entry[] = [];
  let seen: string | null = null;
  for await (const page of entries.pages) {
    const lineage = needsLineage ? await cover(page.map(({ facets }) => facets.versionId)) : noLineage;
    for (const entry of page) {
      const isPicked = isWanted(entry, lineage);
      if (isPicked && picked.length === most) return { picked, next: seen };
      if (isPicked) picked.push(entry);
      seen = entry.id;
    }
    if (!entries.isRead() && (picked.length === most || entries.isSpent())) return { picked, next: seen };
  }
  return { picked, next: null };
};

/** Picks entries, newest first, as far as one call reads: as many as it may read the consents of, but at least one. */
export const pickEntries = async (listing: Listing, picking: Picking): Promise<Candidates> => {
  const { picked, next } = await pick(listing, picking);
  let units = 0;
  for (const [i, { storedBytes }] of picked.entries()) {
    units += Math.ceil(storedBytes / limits.readUnitBytes);
    if (i > 0 && units > listBounds.units) return { picked: picked.slice(0, i), next: picked[i - 1]?.id ?? null };
  }
  return { picked, next };
};

/** The row of a consent that was looked at. */
interface Looked<Row> {
  readonly id: string;
  /** Undefined if it is not to be listed. */
  readonly row: Row | undefined;
}

/**
 * As many rows as an answer holds, but at least one, and where the list goes on after them.
 *
 * @param looked what was looked at; `null` where the call has looked for long enough
 * @param rest the answer’s `next` if all of them fit
 */
export const fitRows = <Row>(
  looked: Iterable<Looked<Row> | null>,
  { most, rest }: { readonly most: number; readonly rest: string | null },
): { data: Row[]; next: string | null } => {
  const data: Row[] = [];
  let bytes = 0;
  let next: string | null = null;
  for (const one of looked) {
    if (one === null) return { data, next };
    const { id, row } = one;
    if (row !== undefined) {
      bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
      if (data.length === most || (data.length > 0 && bytes > listBounds.bytes)) return { data, next };
      data.push(row);
    }
    next = id;
  }
  return { data, next: rest };
};

/**
 * A page of the requested consents, newest first. One call reads a bounded part of the register (docs/api.md,
 * Extensions). The next call continues after the last consent that was checked.
 *
 * @throws Problem parameters.invalid, store.unavailable
 */
export const answerList = async (
  table: Table,
  asked: ListQuestion<ConsentListRequest>,
  begun: BegunListing,
): Promise<ListedConsents> => {
  const { accountId, request } = asked;
  const listing = await openListing(table, accountId, request, begun);
  const { picked, next } = await pickEntries(listing, newPicker(asked));
  const keys = picked.map(({ id }) => keyOf.consent(accountId, id));
  const named = picked.map(({ facets }) => facets.versionId);
  const [items, lineage] = await Promise.all([batchGetNamed(table, keys, projection), listing.cover(named)]);
  return fitRows(lookAt(picked, items, asked, lineage), { most: request.perPage, rest: next });
};

/** Answers do not contain proofs, which may be long. */
const unwanted: readonly string[] = ['proof', 'revokeProof', 'observed'];
const wanted = [
  tableDefinition.partitionKey,
  tableDefinition.sortKey,
  ...consentAttributes.filter((name) => !unwanted.includes(name)),
];
const projection = project(wanted);

const formatIfAny = (moment: Date | undefined): string | null =>
  moment === undefined || moment.getTime() > lastWrittenMoment ? null : moment.toISOString();

const toListedConsent = (consent: StoredConsent, userData: UserData, lineage: Lineage, now: Date): ListedConsent => {
  const version = versionOf(lineage, consent.versionId);
  const times = timesOf({ given: consent.time, revoked: consent.revokeTime, erased: consent.eraseTime }, version);
  const stated = stateFor(times, { now });
  if (stated === undefined) throw new Error('A consent is in no state.');
  const link = linkOf(consent.revokeObserved);
  return {
    id: consent.id,
    projectUid: consent.projectUid,
    projectId: consent.projectId,
    consentInformationPid: consent.pid,
    consentInformationVersionId: consent.versionId,
    consentInformationVersion: version.version,
    lang: consent.lang,
    channel: consent.channel,
    receivedBy: consent.receivedBy ?? null,
    time: consent.time.toISOString(),
    userData,
    imported: consent.imported !== undefined,
    state: stated.state,
    since: stated.since.toISOString(),
    ...byEnd('listed', (name) => formatIfAny(times[endStates[name].moment])),
    revokeChannel: consent.revokeChannel ?? null,
    revokeReceivedBy: consent.revokeReceivedBy ?? null,
    revokeLink: link ? toUsedLink(link) : null,
  };
};

/** Thrown when comparing has taken too long. The next call continues there. */
const tooLong = new Error('This many long values take too long to compare.');

/** The rows of candidates, newest first, as they are now, as far as their values can be compared in one call. */
function* lookAt(
  candidates: readonly Entry[],
  items: readonly (Item | undefined)[],
  { request: { values, state }, now }: ListQuestion<ConsentListRequest>,
  lineage: Lineage,
): Generator<Looked<ListedConsent> | null> {
  const isMatch = newComparison(values, () => tooLong);
  const toRow = (item: Item): ListedConsent | undefined => {
    const consent = parseConsent(item);
    const { userData } = openUserData(consent);
    const row = isMatch(userData) ? toListedConsent(consent, userData, lineage, now) : undefined;
    return state === undefined || row?.state === state ? row : undefined;
  };
  try {
    for (const [i, { id }] of candidates.entries()) {
      const item = items[i];
      yield { id, row: item && toRow(item) };
    }
  } catch (error) {
    if (error !== tooLong) throw error;
    yield null;
  }
}

/** The entries of one or several lists, newest first, as far as one call reads them. */
interface LatestEntries {
  readonly pages: AsyncIterable<readonly Entry[]>;
  /** Whether the remaining entries are already read. */
  readonly isRead: () => boolean;
  /** Whether the call has read as many entries as it may. */
  readonly isSpent: () => boolean;
}

/** A list to read, and its first page if it was read already. */
interface Source {
  readonly list: ConsentList;
  readonly first?: ListPage;
}

/**
 * Reads lists in growing pages, since the first page is usually enough. First pages do not count towards the limit of
 * further entries.
 */
const readLists = (table: Table, lists: readonly Source[], range: Range, firstPage: number): LatestEntries => {
  let [left, open] = [listBounds.entries + lists.length * firstPage, lists.length];
  async function* read({ list, first }: Source): AsyncGenerator<readonly Entry[]> {
    let [asked, last] = [0, first && firstPage];
    const limit = (): number => {
      last = last === undefined ? firstPage : Math.max(listBounds.leastPage, last * 4);
      asked = Math.max(1, Math.min(last, left));
      left -= asked;
      return asked;
    };
    for await (const { entries, rest } of readList(table, list, { range, limit, first })) {
      left += asked - entries.length;
      if (rest === undefined) open -= 1;
      yield entries;
    }
  }
  return {
    pages: mergeNewest(lists.map(read)),
    isRead: () => open === 0,
    isSpent: () => left <= 0,
  };
};

/**
 * Lists that together have the requested consents, if no single list has them.
 *
 * @throws Problem parameters.invalid when there are too many
 */
const findLists = async (table: Table, accountId: string): Promise<ConsentList[]> => {
  const projects = await listProjects(table, accountId);
  if (projects.length <= listBounds.projects) return projects.map(({ uid }) => projectList(accountId, uid));
  throw invalidParameters({
    field: 'projectUid',
    code: 'missing',
    detail: `The account has more than ${listBounds.projects} projects. Send one of them, or a value of userData.`,
  });
};

/** The range of the requested consents in every list. */
const rangeOf = ({ period, after }: ConsentListRequest): Range => toRange(period, after);

const isFiltered = ({ state, values, ...filters }: ConsentListRequest): boolean => {
  const { projectUid: _, ...facets } = toFacetFilter(filters);
  return state !== undefined || values.size > 1 || Object.values(facets).some((facet) => facet !== undefined);
};

/** Whether it is not clear from their keys which of several lists with all requested consents is the shortest. */
const isAnyList = (accountId: string, request: ConsentListRequest): boolean =>
  planLists(accountId, request).length > 1 && !isOfFew(request.values);

/** Entries to read first of a list. */
const firstPageOf = (accountId: string, request: ConsentListRequest): number =>
  isFiltered(request) || isAnyList(accountId, request) ? listBounds.leastPage : request.perPage + 1;

/**
 * The entries of a list request: of the list that was begun or a shorter one, or of all projects.
 *
 * @throws Problem parameters.invalid
 */
const openEntries = async (
  table: Table,
  accountId: string,
  request: ConsentListRequest,
  begun: BegunListing,
): Promise<LatestEntries> => {
  const range = rangeOf(request);
  const { leastPage, alternatives, entries } = listBounds;
  const readFrom = (sources: readonly Source[]): LatestEntries => {
    const firstPage = Math.min(firstPageOf(accountId, request), Math.floor(entries / sources.length));
    return readLists(table, sources, range, firstPage);
  };
  if (isEmpty(range)) return readFrom([]);
  if (begun === undefined) return readFrom((await findLists(table, accountId)).map((list) => ({ list })));
  const others = isAnyList(accountId, request) ? planLists(accountId, request).slice(1, alternatives) : [];
  const first = shortestOf([begun, ...(await readFirstPages(table, others, { range, limit: leastPage }))]);
  return readFrom([{ list: first.list, first }]);
};
