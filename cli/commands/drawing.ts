import type { Counting } from '../../shared/consents/reports/count.ts';
import { countBy } from '../../shared/consents/reports/count.ts';
import type { Dimension } from '../../shared/consents/reports/dimension.ts';
import type { Reading } from '../../shared/consents/reports/report.ts';
import type { Table } from '../../shared/store/client.ts';
import { writeNewFile } from '../printing/new-file.ts';
import type { NamedQuestion } from './report/question.ts';
import { readWithProgress } from './reading.ts';

/** The question, and what counts the answer. */
interface Asked {
  readonly by: readonly Dimension[];
  readonly asked: Counting;
}

/**
 * Counts, and writes the page with charts. It creates the file first, because reading may take long.
 *
 * @throws CommandError usage when the file exists or cannot be written
 */
export const drawWhileReading = async (
  file: string,
  table: Table,
  question: NamedQuestion,
  { by, asked }: Asked,
): Promise<Reading> => {
  const { renderReport } = await import('../../pages/report/report-page.ts');
  const { period } = question;
  const [months, versions] = [countBy(['month'], period), countBy(['notice', 'version'], period)];
  const [gaps, total] = [countBy(['gap'], period), countBy([], period)];
  const isJudged = question.judge !== undefined;
  const reading = Promise.withResolvers<Reading>();
  async function* draw(): AsyncGenerator<string> {
    reading.resolve(
      await readWithProgress(table, question, [asked, months, versions, ...(isJudged ? [gaps, total] : [])]),
    );
    const byGap = isJudged ? { rows: gaps.rows(), inForce: total.rows()[0]?.inForce ?? 0 } : undefined;
    const told = { rows: asked.rows(), months: months.rows(), versions: versions.rows(), gaps: byGap };
    yield renderReport({ ...question, by, ...told });
  }
  await writeNewFile(file, draw());
  return reading.promise;
};
