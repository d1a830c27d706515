import type { Entry } from '../listing.ts';
import { hasValues } from '../listing.ts';
import { timesOf } from '../state.ts';
import { timeOf } from '../../identifier.ts';
import { limits } from '../../limits.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { coverVersions, readLineage, unitsOfVersions, versionOf } from '../../notices/lineage.ts';
import type { Charge } from '../search/budget.ts';
import { passesFilters } from '../search/filters.ts';
import type { Table } from '../../store/client.ts';
import type { ListedConsents } from './answer.ts';
import { stateFor } from './consent-filter.ts';
import type { LatestEntries } from './latest-entries.ts';
import { beginEntries } from './latest-entries.ts';
import { listBounds } from './list-bounds.ts';
import { tellCandidates } from './listed-rows.ts';
import type { ConsentListRequest } from './request.ts';

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
  return (entry, lineage) => {
    if (!isMatch(entry) || !passesFilters(request, entry.facets)) return false;
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

const pickCandidates = async (table: Table, asked: Asked, begun: BegunListing): Promise<Candidates> => {
  const { accountId, request } = asked;
  const most = request.state === undefined || tellsState(request) ? request.perPage : listBounds.candidates;
  const isWanted = newPicker(asked);
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

/** As many as one call may read, but at least one. */
const limitUnits = ({ picked, next, ...rest }: Candidates): Candidates & { readonly units: number } => {
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
