import type { Table } from '../../store/table.ts';
import { passesFacets } from '../facets.ts';
import type { Counting, ReportPeriod } from './count.ts';
import type { ConsentScope } from './listed-consents.ts';
import { readProjects } from './listed-consents.ts';

/** The consents to count. */
export interface Question extends ConsentScope {
  readonly period: ReportPeriod;
}

/** The cost of reading. */
export interface Reading {
  /** Consents that were read, including those that were not counted. */
  readonly consents: number;
  readonly readUnits: number;
}

/**
 * Counts the consents of projects, the oldest first: all that were given up to the end of the period, since earlier
 * ones may end in it. One page of them is in memory at a time.
 *
 * @param onRead called with the number of consents just read
 */
export const readReport = async (
  table: Table,
  question: Question,
  countings: readonly Counting[],
  onRead: (consents: number) => void = () => {},
): Promise<Reading> => {
  let [consents, readUnits] = [0, 0];
  const onPage = (read: number, units: number): void => {
    consents += read;
    readUnits += units;
  };
  const before = new Date(question.period.last.getTime() + 1);
  const reading = { period: { before }, order: 'oldest-first', isMetered: true, onPage } as const;
  for await (const page of readProjects(table, question, reading)) {
    for (const consent of page) {
      if (!passesFacets(question, consent.facets)) continue;
      for (const counting of countings) counting.add(consent);
    }
    onRead(page.length);
  }
  return { consents, readUnits };
};
