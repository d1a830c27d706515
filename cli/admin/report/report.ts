import type { ReportRow } from '../../../shared/reports/count.ts';
import { countBy, figures } from '../../../shared/reports/count.ts';
import type { Dimension } from '../../../shared/reports/dimension.ts';
import { dimensions } from '../../../shared/reports/dimension.ts';
import { accountOption } from '../account/choice.ts';
import { command, looks } from '../command.ts';
import { noticeOption } from '../notice/choice.ts';
import { csvOption, toCsv } from '../printing/csv.ts';
import { note, toTable } from '../printing/output.ts';
import { projectOption } from '../project/choice.ts';
import { fromOption, untilOption } from '../typed/period.ts';
import { announceCost, describeReading } from './cost.ts';
import { toDimensions } from './dimensions.ts';
import { drawWhileReading } from './drawing.ts';
import type { NamedQuestion } from './question.ts';
import { toQuestion } from './question.ts';
import { readWithProgress } from './reading.ts';

const toCells = (by: readonly Dimension[], { traits, ...counts }: ReportRow) => ({
  ...Object.fromEntries(by.map((dimension) => [dimension, traits[dimension]])),
  ...counts,
});

/** What was asked, for scripts. */
const describe = ({ accountId, account, project, notice, version, period }: NamedQuestion) => ({
  ...{ account: accountId, name: account, project, notice, version },
  ...{ from: period.from?.toISOString(), at: period.last.toISOString() },
});

export const report = command(
  'report',
  'Counts the consents that were given, that ended and that are in force',
  'report --by notice,month --from 2026-01 --until 2026-06 --stage prod',
)
  .option('--by <words>', `one or more of these, with commas between: ${dimensions.join(', ')}`, toDimensions)
  .option(...fromOption)
  .option(...untilOption)
  .option(...projectOption)
  .option(...noticeOption)
  .option(...accountOption)
  .option(...csvOption)
  .option('--html <file>', 'write it to an HTML file as well, with charts')
  .action(
    looks(async ({ stage, table, now }, { by = [], html, csv, ...wanted }) => {
      const question = await toQuestion(table, { ...wanted, by }, now);
      const asked = countBy(by, question.period);
      await announceCost(stage, question);
      const reading = await (html === undefined
        ? readWithProgress(table, question, [asked])
        : drawWhileReading(html, table, question, { by, asked }));
      const rows = asked.rows();
      note(describeReading(reading));
      if (by.includes('gap')) note('A consent counts in the row of each of its gaps; `none` has those without any.');
      const cells = rows.map((row) => toCells(by, row));
      if (csv) return { pieces: toCsv([...by, ...figures], [cells]) };
      return toTable(cells, 'No consent was given by then.', { ...describe(question), by, rows: cells, read: reading });
    }),
  );
