import type { Lineage, LineageVersion } from '../notices/lineage.ts';
import { coverVersions, versionOf } from '../notices/lineage.ts';
import { timeOf } from '../runtime/identifier.ts';
import type { Period } from '../runtime/time.ts';
import type { Table } from '../store/table.ts';
import type { ConsentFacets } from './facets.ts';
import { readList, toRange } from './list-reader.ts';
import type { Entry } from './lists.ts';
import { projectList } from './lists.ts';
import type { ConsentTimes } from './state.ts';
import { timesOf } from './state.ts';

/** A consent from the list of its project, without reading its record. */
export interface ListedConsent {
  readonly id: string;
  readonly facets: ConsentFacets;
  readonly version: LineageVersion;
  readonly times: ConsentTimes;
}

/** What is counted of a consent. */
export type CountedConsent = Pick<ListedConsent, 'facets' | 'version' | 'times'>;

/** The consents of projects. */
export interface ConsentScope {
  readonly accountId: string;
  readonly projectUids: readonly string[];
  /** Their notice, or one of its versions. Default: any. */
  readonly pid?: number | undefined;
  readonly versionId?: string | undefined;
  readonly lineage: Lineage;
}

/** An entry of the list of a project, with its version and its times. */
export const toListed = ({ id, facets, revokeTime, eraseTime }: Entry, lineage: Lineage): ListedConsent => {
  const version = versionOf(lineage, facets.versionId);
  return {
    id,
    facets,
    version,
    times: timesOf({ given: timeOf(id), revoked: revokeTime, erased: eraseTime }, version),
  };
};

/** How to read projects. */
type ProjectReading = Omit<NonNullable<Parameters<typeof readList>[2]>, 'range' | 'first'> & {
  readonly period?: Period | undefined;
  /** Called with the consents and the read units of each page. */
  readonly onPage?: ((consents: number, units: number) => void) | undefined;
};

/**
 * The consents of projects that were given in a period, project by project and page by page, eventually consistent. No
 * record is read. A page may be empty.
 */
export async function* readProjects(
  table: Table,
  { accountId, projectUids, lineage }: ConsentScope,
  { period, onPage, ...how }: ProjectReading = {},
): AsyncGenerator<readonly ListedConsent[]> {
  let known = lineage;
  for (const uid of projectUids) {
    for await (const { entries, units } of readList(table, projectList(accountId, uid), {
      ...how,
      range: toRange(period),
    })) {
      onPage?.(entries.length, units);
      const named = entries.map(({ facets }) => facets.versionId);
      known = await coverVersions(table, accountId, known, named);
      yield entries.map((entry) => toListed(entry, known));
    }
  }
}
