import { listProjects } from '../../identity/project.ts';
import type { Lineage } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import type { Arrival } from '../arrival.ts';
import type { FindableValues, UserData } from '../evidence.ts';
import { passesFacets } from '../indexes.ts';
import { mergeNewest, pageEntries } from '../search/list-pages.ts';
import type { StateSince } from '../state.ts';
import type { ConsentFilter, Moment } from './consent-filter.ts';
import { stateFor } from './consent-filter.ts';
import { readPerson } from './person-consents.ts';
import type { ListedConsent } from './project-entries.ts';
import { readProject } from './project-entries.ts';

/** A consent in a list. */
interface ReadConsent extends Omit<ListedConsent, 'valueDigests'> {
  /** How it came; missing if only its index was read, which knows the channel alone. */
  readonly arrival?: Arrival | undefined;
  /** Missing in the same case. */
  readonly userData?: UserData | undefined;
}

/** A consent in a list, with its state at the requested moment. */
export interface StatedConsent extends ReadConsent, StateSince {}

/** A list request. */
export interface ConsentListing extends Moment {
  readonly lineage: Lineage;
  readonly filter: ConsentFilter;
  /** Values of the person. If empty, the consents of everyone. */
  readonly values: FindableValues;
  /** Called with the number of consents in each batch. */
  readonly onRead: (count: number) => void;
}

/** Entries of all projects in memory at a time. A page of one project has at least this many. */
const heldEntries = 12_000;
const leastPage = 40;

type Pages = AsyncGenerator<readonly ReadConsent[]>;

/** The consents of all projects, or of the requested one, from the indexes, without reading records. */
async function* readProjects(
  table: Table,
  accountId: string,
  { lineage, filter, onRead }: ConsentListing,
): AsyncGenerator<readonly ListedConsent[]> {
  const { projectUid, period } = filter;
  const uids = projectUid === undefined ? (await listProjects(table, accountId)).map(({ uid }) => uid) : [projectUid];
  const limit = Math.max(leastPage, Math.min(pageEntries, Math.ceil(heldEntries / uids.length)));
  const lists = uids.map((uid) =>
    readProject(table, accountId, uid, { lineage, period, order: 'newest-first', limit }),
  );
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
  const pages: Pages =
    values.size === 0 ? readProjects(table, accountId, listing) : readPerson(table, accountId, values, listing);
  for await (const page of pages) {
    yield page.flatMap((consent) => {
      const stated = stateFor(consent.times, listing);
      const isWanted = stated !== undefined && (filter.state === undefined || filter.state === stated.state);
      return isWanted ? [{ ...consent, ...stated }] : [];
    });
  }
}
