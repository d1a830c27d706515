import { toChunks } from '../../chunks.ts';
import type { Lineage, LineageVersion } from '../../notices/lineage.ts';
import { coverVersions, versionOf } from '../../notices/lineage.ts';
import { normaliseValue } from '../../schema/matching.ts';
import type { Table } from '../../store/client.ts';
import { batchGetNamed } from '../../store/get.ts';
import { keyOf } from '../../store/keys.ts';
import type { Arrival } from '../arrival.ts';
import { tellArrival } from '../arrival.ts';
import type { StoredConsent, StoredObserved } from '../consent.ts';
import { parseConsent } from '../consent.ts';
import type { FindableValues, UserData } from '../evidence.ts';
import { findText } from '../evidence.ts';
import { passesFacets, pickFacets } from '../indexes.ts';
import { hasValues } from '../listing.ts';
import { openUserData } from '../opened-consent.ts';
import type { Newest } from '../search/list-pages.ts';
import { readList, readNewest, toRange } from '../search/list-pages.ts';
import { planLists } from '../search/plan.ts';
import type { ConsentTimes } from '../state.ts';
import { timesOf } from '../state.ts';
import type { ConsentFilter } from './consent-filter.ts';
import type { ListedConsent } from './project-entries.ts';

/** A consent that was read to see whose it is. */
export interface PersonConsent extends Omit<ListedConsent, 'valueDigests'> {
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
  readonly told: PersonConsent;
}

/** Consents to read at a time, with their proofs. */
const consentsAtOnce = 100;

const holds = (userData: UserData, values: FindableValues): boolean =>
  [...values].every(([key, value]) => {
    const text = findText(userData, key);
    return text !== undefined && normaliseValue(key, text) === value;
  });

/**
 * Of lists that each have all consents of the person, the shortest that fits on one page, or else the one that is
 * probably shortest.
 */
const findShortest = async (table: Table, accountId: string, values: FindableValues): Promise<Newest> => {
  const [likely, ...others] = planLists(accountId, { values });
  if (likely === undefined) throw new Error('A person is found by one value at least.');
  const first = await readNewest(table, likely);
  if (first.isWhole) return first;
  const rest = await Promise.all(others.map((list) => readNewest(table, list)));
  const [shortest = first] = rest
    .filter(({ isWhole }) => isWhole)
    .sort((one, other) => one.entries.length - other.entries.length);
  return shortest;
};

/** Entries of the list, newest first, page by page. */
async function* readEntries(table: Table, { list, entries, isWhole }: Newest, filter: ConsentFilter) {
  const range = toRange(filter.period);
  if (isWhole) yield entries.filter(({ id }) => id > range.above && id <= range.upTo);
  else yield* readList(table, list, range, 'newest-first');
}

/** A consent that was read, with what decides its state. */
interface DatedConsent {
  readonly stored: StoredConsent;
  readonly version: LineageVersion;
  readonly times: ConsentTimes;
}

/** Reads those of the consents that exist, as they are now, in one round trip for a hundred. */
export const readDated = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  lineage: Lineage,
): Promise<DatedConsent[]> => {
  const keys = ids.map((id) => keyOf.consent(accountId, id));
  const items = await batchGetNamed(table, keys);
  const consents = items.filter((item) => item !== undefined).map(parseConsent);
  const named = consents.map(({ versionId }) => versionId);
  const known = await coverVersions(table, accountId, lineage, named);
  return consents.map((stored) => {
    const version = versionOf(known, stored.versionId);
    const { time: given, revokeTime: revoked, eraseTime: erased } = stored;
    return { stored, version, times: timesOf({ given, revoked, erased }, version) };
  });
};

/** Who noted the way: here only the number of the user. */
const noteBy = (observed: StoredObserved | undefined, isImported: boolean): Arrival['notedBy'] => {
  if (isImported) return 'import';
  return observed === undefined ? null : { id: observed.userId, name: null };
};

const arrivalOf = ({ channel, receivedBy, eraseTime, observed, imported }: StoredConsent): Arrival =>
  tellArrival(channel, {
    receivedBy,
    isErased: eraseTime !== undefined,
    notedBy: noteBy(observed, imported !== undefined),
  });

const revokeArrivalOf = (consent: StoredConsent): Arrival | undefined => {
  const { revokeChannel, revokeReceivedBy: receivedBy, revokeObserved, eraseTime, imported } = consent;
  if (revokeChannel === undefined) return undefined;
  const notedBy = noteBy(revokeObserved, imported?.withRevocation === true);
  return tellArrival(revokeChannel, { receivedBy, isErased: eraseTime !== undefined, notedBy });
};

const toPersonConsent = ({ stored, version, times }: DatedConsent): PersonConsent => ({
  id: stored.id,
  facets: pickFacets(stored),
  version,
  times,
  revokeChannel: stored.revokeChannel,
  arrival: arrivalOf(stored),
  revokeArrival: revokeArrivalOf(stored),
  imported: stored.imported,
  userData: openUserData(stored).userData,
});

/** Those of the consents that exist, as they are now. */
export const readConsents = async (
  table: Table,
  accountId: string,
  ids: readonly string[],
  lineage: Lineage,
): Promise<PersonConsent[]> => (await readDated(table, accountId, ids, lineage)).map(toPersonConsent);

/** What reading a person's consents needs, besides the values. */
interface PersonReading {
  readonly lineage: Lineage;
  readonly filter: ConsentFilter;
  /** Called with the number of entries in each batch. */
  readonly onRead: (count: number) => void;
}

/**
 * The consents that have all of the values, newest first, as they are now (docs/contract.md, Finding), with everything
 * in their items. Lists of values only show which consents to read: revocations are not in them, and a value must be
 * checked against the consent.
 *
 * @param values at least one
 */
export async function* readStoredPerson(
  table: Table,
  accountId: string,
  values: FindableValues,
  { lineage, filter, onRead }: PersonReading,
): AsyncGenerator<readonly StoredPersonConsent[]> {
  const isListed = hasValues(accountId, values);
  const shortest = await findShortest(table, accountId, values);
  for await (const entries of readEntries(table, shortest, filter)) {
    const wanted = entries.filter((entry) => isListed(entry) && passesFacets(filter, entry.facets));
    onRead(entries.length - wanted.length);
    for (const batch of toChunks(wanted, consentsAtOnce)) {
      const ids = batch.map(({ id }) => id);
      const dated = await readDated(table, accountId, ids, lineage);
      const consents = dated.map((consent) => ({ stored: consent.stored, told: toPersonConsent(consent) }));
      onRead(batch.length);
      yield consents.filter(({ told }) => holds(told.userData, values));
    }
  }
}

/** The same without the items: there may be many of them, and each may hold a long proof. */
export async function* readPerson(
  ...reading: Parameters<typeof readStoredPerson>
): AsyncGenerator<readonly PersonConsent[]> {
  for await (const consents of readStoredPerson(...reading)) yield consents.map(({ told }) => told);
}
