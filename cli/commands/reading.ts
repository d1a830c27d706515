import type { Counting } from '../../shared/consents/reports/count.ts';
import type { Question, Reading } from '../../shared/consents/reports/report.ts';
import { readReport } from '../../shared/consents/reports/report.ts';
import type { Table } from '../../shared/store/client.ts';
import { beginProgress, countOf } from '../printing/progress.ts';

/** Counts, and reports progress if it takes long. */
export const readWithProgress = async (
  table: Table,
  question: Question,
  countings: readonly Counting[],
): Promise<Reading> => {
  const progress = beginProgress((count) => countOf(count, 'consents read'));
  try {
    return await readReport(table, question, countings, progress.advance);
  } finally {
    progress.end();
  }
};
