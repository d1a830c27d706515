import type { ConsentSearch } from '../schema/consent-request.ts';
import { batchGet } from './batch-get.ts';
import type { Table } from './client.ts';
import { projectConsents } from './consent.ts';
import type { ConsentList, Entry } from './consent-index.ts';
import { frontier, isExhausted, openList, readPage } from './consent-index.ts';
import type { ConsentFacets } from './lookup.ts';
import { lookupKey, userDataConsents } from './lookup.ts';
import { indexes } from './table.ts';

/** Entries a page may have while several lists are read in step: a rare value ends before much of a common one is read. */
const stepLimits: readonly (number | undefined)[] = [100, 1_000];

/** Whether a consent passes the filters of a search, all but those by userData. */
export const passesFilters = (search: ConsentSearch, consent: ConsentFacets): boolean =>
  (search.projectUid ?? consent.projectUid) === consent.projectUid &&
  (search.consentInformationPid ?? consent.pid) === consent.pid &&
  (search.consentInformationVersionId ?? consent.versionId) === consent.versionId &&
  (search.lang ?? consent.lang) === consent.lang &&
  (search.channel ?? consent.channel) === consent.channel;

/** Reads all lists page by page, side by side, until the first has been read to its end. */
const readInStep = async (table: Table, lists: readonly ConsentList[]): Promise<readonly ConsentList[]> => {
  let read = lists;
  for (let step = 0; !read.some(isExhausted); step += 1) {
    const limit = lists.length > 1 ? stepLimits[step] : undefined;
    read = await Promise.all(read.map((list) => readPage(table, list, limit)));
  }
  return read;
};

const shortest = (lists: readonly ConsentList[]): readonly Entry[] => {
  const [entries = []] = lists
    .filter(isExhausted)
    .map((list) => list.entries)
    .sort((a, b) => a.length - b.length);
  return entries;
};

/** Which candidates a list has; what its pages read so far leave open is looked up by key, a hundred at a time. */
const confirm = async (
  table: Table,
  { accountId, key, list }: { readonly accountId: string; readonly key: string; readonly list: ConsentList },
  candidates: readonly Entry[],
): Promise<ReadonlySet<string>> => {
  const listed = new Set(list.entries.map(({ id }) => id));
  const unread = frontier(list);
  const open = candidates.filter(({ id }) => unread !== undefined && id < unread);
  const lookups = await batchGet(
    table,
    open.map(({ id }) => lookupKey(accountId, id, key)),
    { consistent: false },
  );
  for (const [i, { id }] of open.entries()) if (lookups[i]?.GSI1PK === list.partition) listed.add(id);
  return listed;
};

/**
 * The consents that match a search without an id, newest first. Reads only indexes: about as much for every userData
 * key as the shortest of their lists is long, whatever else the table holds.
 */
export const listMatches = async (table: Table, accountId: string, search: ConsentSearch): Promise<Entry[]> => {
  const values = [...search.values];
  const lists =
    values.length === 0
      ? [openList(indexes.project, projectConsents(accountId, search.projectUid ?? ''))]
      : values.map(([key, value]) => openList(indexes.userData, userDataConsents(accountId, key, value)));
  const read = await readInStep(table, lists);
  const candidates = shortest(read).filter((entry) => passesFilters(search, entry));
  const holders = await Promise.all(
    read.map((list, i) => confirm(table, { accountId, key: values[i]?.[0] ?? '', list }, candidates)),
  );
  return candidates.filter(({ id }) => holders.every((holder) => holder.has(id)));
};
