import { limits } from '../api/limits.ts';
import { listProjects } from '../identity/project.ts';
import type { Lineage } from '../notices/lineage.ts';
import { coverVersions, versionOf } from '../notices/lineage.ts';
import type { Period } from '../runtime/time.ts';
import { toChunks } from '../runtime/values.ts';
import { keyOf } from '../store/keys.ts';
import { batchGetNamed } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { Arrival } from './arrival.ts';
import { toArrival } from './arrival.ts';
import type { StoredConsent } from './consent.ts';
import { openUserData, parseConsent } from './consent.ts';
import type { FacetFilter } from './facets.ts';
import { passesFacets, pickFacets } from './facets.ts';
import type { ConsentEntry, ConsentList, ListPage, Range } from './lists.ts';
import {
  hasValues,
  isEmpty,
  mergeNewest,
  pageEntries,
  planLists,
  readFirstPages,
  readList,
  readListPage,
  readProjects,
  shortestOf,
  toRange,
} from './lists.ts';
import type { StoredObserved } from './observed.ts';
import { linkOf, mailboxOf } from './observed-means.ts';
import type { FindableValues, UserData } from './person-data.ts';
import { newComparison } from './person-data.ts';
import type { ConsentState, Moment, StateSince } from './state.ts';
import { stateFor, timesOf } from './state.ts';

/** A consent that was read to see whose it is. */
export interface PersonConsent extends ConsentEntry {
  readonly revokeChannel: StoredConsent['revokeChannel'];
  /** How it came, and how its revocation did. */
  readonly arrival: Arrival;
  readonly revokeArrival: Arrival | undefined;
  /** Its source, if the register did not record it itself. */
  readonly imported: StoredConsent['imported'];
  readonly userData: UserData;
}

/** A consent with its item, as it was read. */
export interface StoredPersonConsent {
  readonly stored: StoredConsent;
  readonly shown: PersonConsent;
}

/** The consents to list. Default: all. */
export interface ConsentFilter extends FacetFilter {
  /** When they were given. */
  readonly period?: Period | undefined;
  /** Their state at the requested moment. */
  readonly state?: ConsentState | undefined;
}

/** Who noted the way: here only the number of the user. */
const noteBy = (observed: StoredObserved | undefined, isImported: boolean): Arrival['notedBy'] => {
  if (isImported) return 'import';
  return observed && 'userId' in observed ? { id: observed.userId, name: null } : null;
};

const arrivalOf = ({ channel, receivedBy, eraseTime, observed, imported }: StoredConsent): Arrival =>
  toArrival(channel, {
    receivedBy,
    isErased: eraseTime !== undefined,
    notedBy: noteBy(observed, imported !== undefined),
    isConfirmed: mailboxOf(observed) !== undefined,
  });

const revokeArrivalOf = (consent: StoredConsent): Arrival | undefined => {
  const { revokeChannel, revokeReceivedBy: receivedBy, revokeObserved, eraseTime, imported } = consent;
  if (revokeChannel === undefined) return undefined;
  const notedBy = noteBy(revokeObserved, imported?.withRevocation === true);
  return toArrival(revokeChannel, {
    receivedBy,
    isErased: eraseTime !== undefined,
    notedBy,
    link: linkOf(revokeObserved),
  });
};

const toPersonConsent = (stored: StoredConsent, lineage: Lineage): PersonConsent => {
  const version = versionOf(lineage, stored.versionId);
  const { time: given, revokeTime: revoked, eraseTime: erased } = stored;
  return {
    id: stored.id,
    facets: pickFacets(stored),
    version,
    times: timesOf({ given, revoked, erased }, version),
    revokeChannel: stored.revokeChannel,
    arrival: arrivalOf(stored),
    revokeArrival: revokeArrivalOf(stored),
    imported: stored.imported,
    userData: openUserData(stored).userData,
  };
};

/** Reads those of the consents that exist, as they are now, in one round trip for a hundred. */
const readStored = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  lineage: Lineage,
): Promise<StoredPersonConsent[]> => {
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys);
  const consents = items.filter((item) => item !== undefined).map(parseConsent);
  const named = consents.map(({ versionId }) => versionId);
  const known = await coverVersions(table, accountId, lineage, named);
  return consents.map((stored) => ({ stored, shown: toPersonConsent(stored, known) }));
};

/** The same without the items. */
export const readConsents = async (...reading: Parameters<typeof readStored>): Promise<PersonConsent[]> =>
  (await readStored(...reading)).map(({ shown }) => shown);

/** What reading a list of consents needs, besides the values. */
interface ListReading {
  readonly lineage: Lineage;
  readonly filter: ConsentFilter;
  /** Called with the number of consents in each batch. */
  readonly onRead: (count: number) => void;
}

/** Entries to read first of lists that each have all consents of a person, to choose the shortest. */
const firstEntries = 100;

/**
 * Of the lists that each have all consents of the person, the first page of the shortest. The one that is probably
 * shortest is enough if it ends on its first page.
 */
const findShortest = async (table: Table, lists: readonly ConsentList[], range: Range): Promise<ListPage> => {
  const [likely, ...others] = lists;
  if (likely === undefined) throw new Error('A person is found by one value at least.');
  const reading = { range, limit: firstEntries };
  const first = await readListPage(table, likely, reading);
  return first.rest === undefined ? first : shortestOf([first, ...(await readFirstPages(table, others, reading))]);
};

/**
 * The consents that have all of the values, newest first, as they are now (docs/api.md, Finding), with everything
 * in their items. Lists of values only show which consents to read: revocations are not in them, and a value must be
 * checked against the consent.
 *
 * @param values at least one
 */
export async function* readStoredPerson(
  table: Table,
  accountId: string,
  values: FindableValues,
  { lineage, filter, onRead }: ListReading,
): AsyncGenerator<readonly StoredPersonConsent[]> {
  const range = toRange(filter.period);
  if (isEmpty(range)) return;
  const mayHave = hasValues(accountId, values);
  const first = await findShortest(table, planLists(accountId, { values }), range);
  for await (const { entries } of readList(table, first.list, { first })) {
    const wanted = entries.filter((entry) => mayHave(entry) && passesFacets(filter, entry.facets));
    onRead(entries.length - wanted.length);
    for (const batch of toChunks(wanted, limits.batchGetKeys)) {
      const ids = batch.map(({ id }) => id);
      const consents = await readStored(table, accountId, ids, lineage);
      const isTheirs = newComparison(values);
      onRead(batch.length);
      yield consents.filter(({ shown }) => isTheirs(shown.userData));
    }
  }
}

/** The same without the items: there may be many of them, and each may hold a long proof. */
export async function* readPerson(
  ...reading: Parameters<typeof readStoredPerson>
): AsyncGenerator<readonly PersonConsent[]> {
  for await (const consents of readStoredPerson(...reading)) yield consents.map(({ shown }) => shown);
}

/** A consent in a list. */
interface ReadConsent extends ConsentEntry {
  /** How it came; missing if only its index was read, which knows the channel alone. */
  readonly arrival?: Arrival | undefined;
  /** Missing in the same case. */
  readonly userData?: UserData | undefined;
}

/** A consent in a list, with its state at the requested moment. */
export interface StatedConsent extends ReadConsent, StateSince {}

/** A list request. */
export interface ConsentListing extends ListReading, Moment {
  /** Values of the person. If empty, the consents of everyone. */
  readonly values: FindableValues;
}

/** Entries of all projects in memory at a time. A page of one project has at least this many. */
const heldEntries = 12_000;
const leastPage = 40;

/** The consents of all projects, or of the requested one, from the indexes, without reading records. */
async function* readEveryone(
  table: Table,
  accountId: string,
  { lineage, filter, onRead }: ListReading,
): AsyncGenerator<readonly ConsentEntry[]> {
  const { projectUid, period } = filter;
  const uids = projectUid === undefined ? (await listProjects(table, accountId)).map(({ uid }) => uid) : [projectUid];
  const limit = Math.max(leastPage, Math.min(pageEntries, Math.ceil(heldEntries / uids.length)));
  const lists = uids.map((uid) => readProjects(table, { accountId, projectUids: [uid], lineage }, { period, limit }));
  for await (const page of mergeNewest(lists)) {
    onRead(page.length);
    yield page.filter(({ facets }) => passesFacets(filter, facets));
  }
}

/** The requested consents, newest first, page by page. A page may be empty. */
export async function* listConsents(
  table: Table,
  accountId: string,
  listing: ConsentListing,
): AsyncGenerator<readonly StatedConsent[]> {
  const { values, filter } = listing;
  const pages: AsyncGenerator<readonly ReadConsent[]> =
    values.size === 0 ? readEveryone(table, accountId, listing) : readPerson(table, accountId, values, listing);
  for await (const page of pages) {
    yield page.flatMap((consent) => {
      const stated = stateFor(consent.times, listing);
      const isWanted = stated !== undefined && (filter.state === undefined || filter.state === stated.state);
      return isWanted ? [{ ...consent, ...stated }] : [];
    });
  }
}
