import { passesFacets } from '../../consents/indexes.ts';
import type { ConsentScope } from '../../consents/reports/consent-filter.ts';
import type { CountedEvent, Counting } from '../../consents/reports/count.ts';
import { readErasedSums } from '../../consents/reports/erased-sums.ts';
import type { CountedConsent } from '../../consents/reports/project-entries.ts';
import type { Question } from '../../consents/reports/report.ts';
import { endNames } from '../../consents/state.ts';
import type { Lineage } from '../../notices/lineage.ts';
import { coverVersions, versionOf } from '../../notices/lineage.ts';
import type { Table } from '../../store/client.ts';
import { logKeyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import type { DaySums } from './parsed-sums.ts';
import { parseDaySums } from './parsed-sums.ts';
import type { Settled, Summed } from './settling.ts';
import { nothingSummed, settle } from './settling.ts';
import type { SumTraits } from './sums-items.ts';
import { sumsRanges } from './sums-items.ts';

/** The tables of the log and of the register. */
export interface SumsSite {
  readonly log: Table;
  readonly table: Table;
}

const readTraitSums = async (log: Table, accountId: string): Promise<TraitSums[]> =>
  uniteSums((await queryItems(log, logKeyOf.sums(accountId, ''), { range: sumsRanges.days })).map(parseDaySums));

const countErased = async (table: Table, question: Question, countings: readonly Counting[]): Promise<void> => {
  const { accountId, projectUids, pid, versionId, lineage } = question;
  for (const projectUid of projectUids)
    for await (const sums of readErasedSums(table, accountId, projectUid, lineage)) {
      const wanted = sums.filter(({ facets }) => passesFacets({ pid, versionId }, facets));
      for (const sum of wanted) for (const counting of countings) counting.add(sum, sum.consents);
    }
};

/**
 * Counts the consents of projects from the daily sums, without reading the consents. The figures are those of
 * `readReport` at the end of each UTC day, up to when the sums count, for whole days.
 *
 * @param question its period begins and ends with days
 */
export const countSums = async (
  { log, table }: SumsSite,
  question: Question,
  countings: readonly Counting[],
): Promise<void> => {
  const { accountId } = question;
  const sums = await readTraitSums(log, accountId);
  const named = sums.map(({ traits }) => traits.versionId);
  const lineage = await coverVersions(table, accountId, question.lineage, named);
  countTraitSums(sums, { ...question, lineage }, countings);
  await countErased(table, { ...question, lineage }, countings);
};

const dayLength = 'YYYY-MM-DD'.length;

/** Daily sums of consents with the same traits. */
interface TraitSums {
  readonly traits: SumTraits;
  readonly days: Map<string, Record<keyof Summed, number>>;
}

/**
 * Adds up the sums of what is left of consents. The table itself counts those that were erased with everything, by the
 * days of reports.
 */
export const uniteSums = (sums: Iterable<DaySums>): TraitSums[] => {
  const found = new Map<string, TraitSums>();
  for (const { ledger, month, traits, counted } of sums) {
    const name = JSON.stringify(traits);
    const { days } = found.get(name) ?? { days: new Map() };
    for (const { day, figure, count } of counted) {
      const span = `${month}-${day}`;
      const figures = days.get(span) ?? { ...nothingSummed };
      figures[figure] += ledger === 'all' ? count : -count;
      days.set(span, figures);
    }
    found.set(name, { traits, days });
  }
  return [...found.values()];
};

const toEvents = ({ span, given, ...ended }: Settled): CountedEvent[] => {
  const at = new Date(span);
  return [
    { at, figure: 'given', consents: given },
    ...endNames.map((figure) => ({ at, figure, consents: ended[figure] })),
  ];
};

const toCounted = ({ versionId, ...facets }: SumTraits, lineage: Lineage): Omit<CountedConsent, 'times'> => {
  const version = versionOf(lineage, versionId);
  return { facets: { ...facets, versionId, pid: version.pid }, version };
};

/**
 * Counts from the sums, without consents that were erased with everything.
 *
 * @param question has the versions of all of them
 */
export const countTraitSums = (
  sums: readonly TraitSums[],
  { projectUids, pid, versionId, lineage }: Omit<ConsentScope, 'accountId'>,
  countings: readonly Counting[],
): void => {
  for (const { traits, days } of sums) {
    const counted = toCounted(traits, lineage);
    if (!projectUids.includes(traits.projectUid) || !passesFacets({ pid, versionId }, counted.facets)) continue;
    const { askedAgainBy } = counted.version;
    const settled = settle(days, askedAgainBy && new Date(askedAgainBy.publishedAt).toISOString().slice(0, dayLength));
    for (const counting of countings) counting.addEvents(counted, settled.flatMap(toEvents));
  }
};
