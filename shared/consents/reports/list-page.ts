import { identifierBefore, timeOf } from '../../identifier.ts';
import { listProjects } from '../../identity/project.ts';
import { limits } from '../../limits.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { coverVersions, readLineage, unitsOfVersions, versionOf } from '../../notices/lineage.ts';
import { invalidParameters } from '../../problem.ts';
import type { Table } from '../../store/client.ts';
import { project } from '../../store/client.ts';
import { batchGetNamed } from '../../store/get.ts';
import { keyOf, tableDefinition } from '../../store/keys.ts';
import { lastWrittenMoment } from '../../time.ts';
import type { StoredConsent } from '../consent.ts';
import { consentAttributes, parseConsent } from '../consent.ts';
import type { UserData } from '../evidence.ts';
import { passesFacets } from '../indexes.ts';
import type { ConsentList, Entry } from '../listing.ts';
import { hasValues, projectList } from '../listing.ts';
import { openUserData } from '../opened-consent.ts';
import type { Charge } from '../search/budget.ts';
import { toFacetFilter } from '../search/filters.ts';
import type { Latest, Range } from '../search/list-pages.ts';
import { mergeNewest, readLatest, toRange, unitsOf } from '../search/list-pages.ts';
import { isOfFew, newComparison, planLists } from '../search/plan.ts';
import type { ConsentState } from '../state.ts';
import { byEnd, endStates, timesOf } from '../state.ts';
import { stateFor } from './consent-filter.ts';
import type { ListedConsent, ListedConsents } from './list-answer.ts';
import { listBounds } from './list-bounds.ts';
import type { ConsentListRequest } from './list-request.ts';

/** What a list is made from: the versions that decide states, and the entries. */
export interface BegunListing {
  readonly lineage: Lineage;
  readonly entries: LatestEntries;
}

/**
 * Begins a list: reads the versions that decide states, and the first page of entries.
 *
 * @throws Problem parameters.invalid
 */
export const beginListing = async (
  table: Table,
  accountId: string,
  request: ConsentListRequest,
): Promise<BegunListing> => {
  const [lineage, entries] = await Promise.all([
    readLineage(table, accountId),
    beginEntries(table, accountId, request),
  ]);
  return { lineage, entries };
};

/** The account, the request and the time of a list. */
interface Asked {
  readonly accountId: string;
  readonly request: ConsentListRequest;
  readonly charge: Charge;
  readonly now: Date;
}

/**
 * Whether the entries show revocations and erasures. Those of a value do not, so the consents themselves must be read.
 */
const tellsState = ({ values }: ConsentListRequest): boolean => values.size === 0;

const newPicker = ({ accountId, request, now }: Asked): ((entry: Entry, lineage: Lineage) => boolean) => {
  const isMatch = hasValues(accountId, request.values);
  const filter = toFacetFilter(request);
  return (entry, lineage) => {
    if (!isMatch(entry) || !passesFacets(filter, entry.facets)) return false;
    if (request.state === undefined || !tellsState(request)) return true;
    const { id, revokeTime: revoked, eraseTime: erased } = entry;
    const times = timesOf({ given: timeOf(id), revoked, erased }, versionOf(lineage, entry.facets.versionId));
    return stateFor(times, { now })?.state === request.state;
  };
};

/** Entries of consents that may match. @property next where the list continues after them, or null */
interface Candidates {
  readonly picked: readonly Entry[];
  readonly lineage: Lineage;
  readonly next: string | null;
}

/** Which entries to pick, and how many at most. */
interface Picking {
  readonly accountId: string;
  readonly most: number;
  readonly isWanted: (entry: Entry, lineage: Lineage) => boolean;
}

/** Picks entries, newest first, as far as one call reads. */
export const pickEntries = async (
  table: Table,
  begun: BegunListing,
  { accountId, most, isWanted }: Picking,
): Promise<Candidates> => {
  const { entries } = begun;
  const picked: Entry[] = [];
  let { lineage } = begun;
  let seen: string | null = null;
  for await (const page of entries.pages) {
    const named = page.map(({ facets }) => facets.versionId);
    lineage = await coverVersions(table, accountId, lineage, named);
    for (const entry of page) {
      const isPicked = isWanted(entry, lineage);
      if (isPicked && picked.length === most) return { picked, lineage, next: seen };
      if (isPicked) picked.push(entry);
      seen = entry.id;
    }
    if (!entries.isRead() && (picked.length === most || entries.isSpent())) return { picked, lineage, next: seen };
  }
  return { picked, lineage, next: null };
};

const pickCandidates = (table: Table, asked: Asked, begun: BegunListing): Promise<Candidates> => {
  const { accountId, request } = asked;
  const most = request.state === undefined || tellsState(request) ? request.perPage : listBounds.candidates;
  return pickEntries(table, begun, { accountId, most, isWanted: newPicker(asked) });
};

/** As many as one call may read, but at least one. */
export const limitUnits = ({ picked, next, ...rest }: Candidates): Candidates & { readonly units: number } => {
  let units = 0;
  for (const [i, { storedBytes }] of picked.entries()) {
    const more = Math.ceil(storedBytes / limits.readUnitBytes);
    if (i > 0 && units + more > listBounds.units) {
      return { ...rest, picked: picked.slice(0, i), next: picked[i - 1]?.id ?? null, units };
    }
    units += more;
  }
  return { ...rest, picked, next, units };
};

/**
 * A page of the requested consents, newest first. One call reads a bounded part of the register (docs/contract.md,
 * Extensions). The next call continues after the last consent that was checked.
 *
 * @throws Problem search.throttled, store.unavailable
 */
export const readListPage = async (table: Table, asked: Asked, begun: BegunListing): Promise<ListedConsents> => {
  const { picked, lineage, next, units } = limitUnits(await pickCandidates(table, asked, begun));
  await asked.charge(begun.entries.units() + unitsOfVersions(lineage.size) + units);
  const { values, state, perPage } = asked.request;
  const telling = { values, state, perPage, lineage, now: asked.now };
  return tellCandidates(table, asked.accountId, picked, next, telling);
};

/** Answers do not contain proofs, which may be long. */
const unwanted: readonly string[] = ['proof', 'revokeProof', 'observed', 'revokeObserved'];
const wanted = [
  tableDefinition.partitionKey,
  tableDefinition.sortKey,
  ...consentAttributes.filter((name) => !unwanted.includes(name)),
];
const projection = project(wanted);

/** What the rows of a list are made from. */
interface Telling {
  readonly values: ReadonlyMap<string, string>;
  readonly state?: ConsentState | undefined;
  readonly perPage: number;
  readonly lineage: Lineage;
  readonly now: Date;
}

const formatIfAny = (moment: Date | undefined): string | null =>
  moment === undefined || moment.getTime() > lastWrittenMoment ? null : moment.toISOString();

const toListedConsent = (consent: StoredConsent, userData: UserData, { lineage, now }: Telling): ListedConsent => {
  const version = versionOf(lineage, consent.versionId);
  const times = timesOf({ given: consent.time, revoked: consent.revokeTime, erased: consent.eraseTime }, version);
  const stated = stateFor(times, { now });
  if (stated === undefined) throw new Error('A consent is in no state.');
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
  };
};

/** Thrown when comparing has taken too long. The next call continues there. */
const tooLong = new Error('So many long values take too long to compare.');

/** Returns a function that gives the row of a consent if it matches. @throws tooLong */
const newTeller = (telling: Telling): ((item: Record<string, unknown> | undefined) => ListedConsent | undefined) => {
  const isMatch = newComparison(telling.values, () => tooLong);
  return (item) => {
    if (item === undefined) return undefined;
    const consent = parseConsent(item);
    const { userData } = openUserData(consent);
    const row = isMatch(userData) ? toListedConsent(consent, userData, telling) : undefined;
    return telling.state === undefined || row?.state === telling.state ? row : undefined;
  };
};

/**
 * The rows of candidates, newest first, as they are now, in one round trip. There are fewer if the answer would be too
 * large.
 *
 * @param rest the answer’s `next` if all of them fit
 */
const tellCandidates = async (
  table: Table,
  accountId: string,
  candidates: readonly Entry[],
  rest: string | null,
  telling: Telling,
): Promise<ListedConsents> => {
  const keys = candidates.map(({ id }) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys, projection);
  const tell = newTeller(telling);
  const data: ListedConsent[] = [];
  let bytes = 0;
  let told: string | null = null;
  try {
    for (const [i, { id }] of candidates.entries()) {
      const row = tell(items[i]);
      bytes += row === undefined ? 0 : Buffer.byteLength(JSON.stringify(row)) + 1;
      if (row !== undefined && (data.length === telling.perPage || bytes > listBounds.bytes))
        return { data, next: told };
      if (row !== undefined) data.push(row);
      told = id;
    }
  } catch (error) {
    if (error !== tooLong) throw error;
    return { data, next: told };
  }
  return { data, next: rest };
};

/** The entries of one or several lists, newest first, as far as one call reads them. */
interface LatestEntries {
  readonly pages: AsyncIterable<readonly Entry[]>;
  /** Whether the remaining entries are already read. */
  readonly isRead: () => boolean;
  /** Whether the call has read as many entries as it may. */
  readonly isSpent: () => boolean;
  /** Read units used. */
  readonly units: () => number;
}

const isEmpty = ({ above, upTo }: Range): boolean => `${above}!` > upTo;

/** A list, and its first page if that was read already. */
interface Source {
  readonly list: ConsentList;
  readonly first?: Latest;
}

const unitsOfPage = ({ entries }: Latest): number => Math.max(0.5, unitsOf(entries));

/**
 * Reads lists in growing pages, since the first page is usually enough. First pages do not count towards the limit of
 * further entries.
 */
const readLists = (table: Table, lists: readonly Source[], range: Range, firstPage: number): LatestEntries => {
  let [left, open, units] = [listBounds.entries + lists.length * firstPage, lists.length, 0];
  const page = async (list: ConsentList, rest: Range, limit: number, known: Latest | undefined) => {
    left -= limit;
    const latest = known ?? (await readLatest(table, list, rest, limit));
    left += limit - latest.entries.length;
    units += unitsOfPage(latest);
    return latest;
  };
  async function* read({ list, first }: Source): AsyncGenerator<readonly Entry[]> {
    let rest = range;
    for (let limit = firstPage; !isEmpty(rest); limit = Math.max(listBounds.leastPage, limit * 4)) {
      const known = rest === range ? first : undefined;
      const { entries, reached } = await page(list, rest, Math.max(1, Math.min(limit, left)), known);
      rest = { ...rest, upTo: reached === undefined ? '' : identifierBefore(reached) };
      if (isEmpty(rest)) open -= 1;
      yield entries;
    }
  }
  const pages = mergeNewest(isEmpty(range) ? [] : lists.map(read));
  return { pages, isRead: () => open === 0, isSpent: () => left <= 0, units: () => units };
};

/** The same entries, with the first page read. */
const begin = async ({ pages, ...latest }: LatestEntries): Promise<LatestEntries> => {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* goOn(): AsyncGenerator<readonly Entry[]> {
    for (let result = first; !result.done; result = await iterator.next()) yield result.value;
  }
  return { ...latest, pages: goOn() };
};

/** How far back a page goes. The list whose page goes back furthest has the fewest consents. */
const reachOf = ({ reached = '' }: Latest): string => reached;

/** Reads the first page of lists that each have all requested consents, and continues in the shortest. */
const readShortest = async (table: Table, lists: readonly ConsentList[], range: Range): Promise<LatestEntries> => {
  const { leastPage } = listBounds;
  const begun = await Promise.all(
    lists.map(async (list) => ({ list, first: await readLatest(table, list, range, leastPage) })),
  );
  const shortest = begun.reduce((best, one) => (reachOf(one.first) < reachOf(best.first) ? one : best));
  const others = begun.filter((one) => one !== shortest).map(({ first }) => unitsOfPage(first));
  const entries = readLists(table, [shortest], range, leastPage);
  return { ...entries, units: () => others.reduce((sum, units) => sum + units, entries.units()) };
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
const rangeOf = ({ period, after }: ConsentListRequest): Range => {
  const range = toRange(period);
  const upTo = after === undefined ? range.upTo : identifierBefore(after);
  return upTo < range.upTo ? { ...range, upTo } : range;
};

const isFiltered = ({ state, values, ...filters }: ConsentListRequest): boolean =>
  state !== undefined ||
  values.size > 1 ||
  [filters.consentInformationPid, filters.consentInformationVersionId, filters.lang, filters.channel].some(
    (filter) => filter !== undefined,
  );

/**
 * Begins to read the entries of a list request: the first page of each list, if there are few lists.
 *
 * @throws Problem parameters.invalid
 */
const beginEntries = async (table: Table, accountId: string, request: ConsentListRequest): Promise<LatestEntries> => {
  const range = rangeOf(request);
  const planned = planLists(accountId, request);
  const [likely, ...others] = planned;
  if (likely !== undefined && others.length > 0 && !isOfFew(request.values) && !isEmpty(range))
    return begin(await readShortest(table, planned.slice(0, listBounds.alternatives), range));
  const lists = likely === undefined ? await findLists(table, accountId) : [likely];
  const wanted = isFiltered(request) ? listBounds.leastPage : request.perPage + 1;
  const firstPage = Math.min(wanted, Math.floor(listBounds.entries / lists.length));
  const sources = lists.map((list) => ({ list }));
  const entries = readLists(table, sources, range, firstPage);
  return lists.length > listBounds.begun ? entries : begin(entries);
};
