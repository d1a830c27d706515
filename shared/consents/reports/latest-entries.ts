import { identifierBefore } from '../../identifier.ts';
import { listProjects } from '../../identity/project.ts';
import { invalidParameters } from '../../problem.ts';
import type { Table } from '../../store/client.ts';
import type { ConsentList, Entry } from '../listing.ts';
import { projectList } from '../listing.ts';
import type { Latest, Range } from '../search/list-pages.ts';
import { readLatest, unitsOf } from '../search/list-pages.ts';
import { isOfFew, planLists } from '../search/plan.ts';
import { listBounds } from './list-bounds.ts';
import { mergeNewest } from './list-consents.ts';
import type { ConsentListRequest } from './list-request.ts';
import { toRange } from './project-entries.ts';

/** The entries of one or several lists, newest first, as far as one call reads them. */
export interface LatestEntries {
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
export const beginEntries = async (
  table: Table,
  accountId: string,
  request: ConsentListRequest,
): Promise<LatestEntries> => {
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
