import { listProjects } from '../accounts/project.ts';
import type { FindableValues } from '../consents/evidence.ts';
import type { StateSince } from '../consents/state.ts';
import type { Lineage } from '../notices/lineage.ts';
import { pageEntries } from '../search/list-pages.ts';
import type { Table } from '../store/client.ts';
import type { ConsentFilter, Moment } from './consent-filter.ts';
import { passesFacets, stateFor } from './consent-filter.ts';
import { mergeNewest } from './merge-newest.ts';
import { readPerson } from './person-consents.ts';
import type { ListedConsent } from './project-entries.ts';
import { readProject } from './project-entries.ts';

/** A consent of a list, with its state at the moment asked for. */
export interface StatedConsent extends Omit<ListedConsent, 'valueDigests'>, StateSince {}

/** What a list is asked for. */
export interface ConsentListing extends Moment {
  readonly lineage: Lineage;
  readonly filter: ConsentFilter;
  /** Whose; anybody's consents where there are none. */
  readonly values: FindableValues;
  /** Gets the number of consents in each batch that is read. */
  readonly onRead: (count: number) => void;
}

/** Entries of all projects that are held together, and the least that a page has of one. */
const heldEntries = 12_000;
const leastPage = 40;

type Pages = AsyncGenerator<readonly Omit<ListedConsent, 'valueDigests'>[]>;

/** The consents of all projects, or of the one that is asked for, told from the indexes: no record is read. */
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

/** The consents that are asked for, newest first, page by page; a page may be empty. */
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
