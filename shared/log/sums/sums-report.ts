import { coverVersions } from '../../notices/lineage.ts';
import { passesFacets } from '../../consents/reports/consent-filter.ts';
import type { Counting } from '../../consents/reports/count.ts';
import { readErasedSums } from '../../consents/reports/erased-sums.ts';
import type { Question } from '../../consents/reports/report.ts';
import type { Table } from '../../store/client.ts';
import { logKeyOf } from '../../store/log-keys.ts';
import { queryItems } from '../../store/query.ts';
import { parseDaySums } from './parsed-sums.ts';
import { sumsRanges } from './sums-items.ts';
import type { TraitSums } from './trait-sums.ts';
import { countTraitSums, uniteSums } from './trait-sums.ts';

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
