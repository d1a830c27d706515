import type { Gap } from '../../evidence/statement-format.ts';
import { timeOf } from '../../identifier.ts';
import type { Lineage, LineageVersion } from '../../notices/lineage.ts';
import { coverVersions, versionOf } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import type { Period } from '../../time.ts';
import type { ConsentFacets } from '../indexes.ts';
import type { Entry } from '../listing.ts';
import { projectList } from '../listing.ts';
import type { OnUnits, Order } from '../search/list-pages.ts';
import { readList, toRange } from '../search/list-pages.ts';
import type { ConsentTimes } from '../state.ts';
import { timesOf } from '../state.ts';

/** A consent from the list of its project, without reading its record. */
export interface ListedConsent {
  readonly id: string;
  readonly facets: ConsentFacets;
  readonly version: LineageVersion;
  readonly times: ConsentTimes;
  readonly valueDigests: Buffer;
}

/** What is counted of a consent. */
export type CountedConsent = Pick<ListedConsent, 'facets' | 'version' | 'times'> & {
  /** Its gaps, if requested: each consent must be read for them. */
  readonly gaps?: readonly Gap[];
};

/** An entry of a list with its version and its times. */
export const toListed = (
  { id, facets, valueDigests, revokeTime, eraseTime }: Entry,
  lineage: Lineage,
): ListedConsent => {
  const version = versionOf(lineage, facets.versionId);
  const times = timesOf({ given: timeOf(id), revoked: revokeTime, erased: eraseTime }, version);
  return { id, facets, version, times, valueDigests };
};

/** Options for reading a project. */
interface Reads {
  readonly lineage: Lineage;
  readonly period?: Period | undefined;
  readonly order: Order;
  /** Called with the read units of each page. */
  readonly onUnits?: OnUnits;
  /** Entries in a page. */
  readonly limit?: number;
}

/**
 * The consents of a project that were given in a period, page by page, from its index, eventually consistent. A page
 * may be empty.
 */
export async function* readProject(
  table: Table,
  accountId: string,
  projectUid: string,
  { lineage, period, order, ...how }: Reads,
): AsyncGenerator<readonly ListedConsent[]> {
  const pages = readList(table, projectList(accountId, projectUid), toRange(period), order, how);
  let known = lineage;
  for await (const entries of pages) {
    const named = entries.map(({ facets }) => facets.versionId);
    known = await coverVersions(table, accountId, known, named);
    yield entries.map((entry) => toListed(entry, known));
  }
}
