import type { Lineage } from '../notices/lineage.ts';
import type { Table } from '../store/client.ts';
import { passesFacets } from './consent-filter.ts';
import type { Counting, ReportPeriod } from './count.ts';
import { readErasedSums } from './erased-sums.ts';
import { readProject } from './project-entries.ts';

/** Which consents are counted. */
export interface Question {
  readonly accountId: string;
  readonly projectUids: readonly string[];
  /** The notice that they agreed to, or a version of it; any without them. */
  readonly pid?: number | undefined;
  readonly versionId?: string | undefined;
  readonly period: ReportPeriod;
  readonly lineage: Lineage;
}

/** What reading took. */
export interface Reading {
  /** Consents that were read, also those that were not counted. */
  readonly consents: number;
  readonly readUnits: number;
}

/**
 * Counts the consents of projects, the oldest first: all that were given up to the end of the period, since those that were given
 * before it may end in it; and those of which nothing but sums is left. A page of them is held at a time.
 *
 * @param onPage gets the number of consents on each page
 */
export const readReport = async (
  table: Table,
  { accountId, projectUids, pid, versionId, period, lineage }: Question,
  countings: readonly Counting[],
  onPage: (consents: number) => void = () => {},
): Promise<Reading> => {
  let [consents, readUnits] = [0, 0];
  const onUnits = (units: number): void => {
    readUnits += units;
  };
  const before = new Date(period.last.getTime() + 1);
  for (const projectUid of projectUids) {
    const options = { lineage, period: { before }, order: 'oldest-first', onUnits } as const;
    for await (const page of readProject(table, accountId, projectUid, options)) {
      consents += page.length;
      const wanted = page.filter(({ facets }) => passesFacets({ pid, versionId }, facets));
      for (const consent of wanted) for (const counting of countings) counting.add(consent);
      onPage(page.length);
    }
    for await (const sums of readErasedSums(table, accountId, projectUid, lineage)) {
      const wanted = sums.filter(({ facets }) => passesFacets({ pid, versionId }, facets));
      for (const sum of wanted) for (const counting of countings) counting.add(sum, sum.consents);
    }
  }
  return { consents, readUnits };
};
