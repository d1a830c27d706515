import type { Lineage } from '../../notices/lineage.ts';
import { versionOf } from '../../notices/lineage.ts';
import { passesFacets } from '../../consents/reports/consent-filter.ts';
import type { CountedEvent, Counting } from '../../consents/reports/count.ts';
import { endings } from '../../consents/reports/ending.ts';
import type { CountedConsent } from '../../consents/reports/project-entries.ts';
import type { Question } from '../../consents/reports/report.ts';
import type { DaySums } from './parsed-sums.ts';
import type { Settled, Summed } from './settling.ts';
import { nothingSummed, settle } from './settling.ts';
import type { SumTraits } from './sums-items.ts';

const dayLength = 'YYYY-MM-DD'.length;

/** Daily sums of consents with the same traits. */
export interface TraitSums {
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
    ...endings.map((figure) => ({ at, figure, consents: ended[figure] })),
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
  { projectUids, pid, versionId, lineage }: Pick<Question, 'projectUids' | 'pid' | 'versionId' | 'lineage'>,
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
