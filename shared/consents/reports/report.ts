import { toChunks } from '../../chunks.ts';
import type { Gap } from '../../evidence/statement-format.ts';
import type { Table } from '../../store/client.ts';
import { passesFacets } from '../indexes.ts';
import type { Counting, ReportPeriod } from './count.ts';
import { isOutside } from './count.ts';
import type { ConsentScope, CountedConsent, ListedConsent } from './listed-consents.ts';
import { readProjects } from './listed-consents.ts';

/** Reads consents to find their gaps. */
export interface Judge {
  /** @returns the gaps of the consents that exist, by id */
  readonly gapsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly Gap[]>>;
  /** Read units used so far. */
  readonly units: () => number;
}

/** The consents to count. */
export interface Question extends ConsentScope {
  readonly period: ReportPeriod;
  /** Set if gaps are requested. */
  readonly judge?: Judge | undefined;
}

/** Consents to judge at a time, with their proofs. */
const judgedAtOnce = 100;

/** The only gap of a consent that was erased since it was listed. */
const gapsOfNothing: readonly Gap[] = ['erased'];

/** The counted consents of a page, some at a time, with their gaps if requested. */
async function* tellCounted(page: readonly ListedConsent[], { judge, period, ...scope }: Question) {
  const wanted = page.filter((consent) => passesFacets(scope, consent.facets) && !isOutside(consent, period));
  if (judge === undefined) yield wanted;
  else {
    for (const some of toChunks(wanted, judgedAtOnce)) {
      const gaps = await judge.gapsOf(some.map(({ id }) => id));
      yield some.map((consent) => ({ ...consent, gaps: gaps.get(consent.id) ?? gapsOfNothing }));
    }
  }
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
  const { period, judge } = question;
  let [consents, readUnits] = [0, 0];
  const onPage = (read: number, units: number): void => {
    consents += read;
    readUnits += units;
  };
  const count = (counted: CountedConsent): void => {
    for (const counting of countings) counting.add(counted);
  };
  const before = new Date(period.last.getTime() + 1);
  const reading = { period: { before }, order: 'oldest-first', isMetered: true, onPage } as const;
  for await (const page of readProjects(table, question, reading)) {
    let left = page.length;
    for await (const some of tellCounted(page, question)) {
      for (const consent of some) count(consent);
      onRead(some.length);
      left -= some.length;
    }
    onRead(left);
  }
  return { consents, readUnits: readUnits + (judge?.units() ?? 0) };
};
