import type { Counting, ReportRow } from '../../shared/consents/reports/count.ts';
import { countBy, figures } from '../../shared/consents/reports/count.ts';
import type { Dimension } from '../../shared/consents/reports/dimension.ts';
import { dimensions } from '../../shared/consents/reports/dimension.ts';
import type { Reading } from '../../shared/consents/reports/report.ts';
import { accountOption } from './account/choice.ts';
import { command, looks } from '../command.ts';
import { noticeOption } from './notice/choice.ts';
import { csvOption, toCsv } from '../printing/csv.ts';
import { note, toTable } from '../printing/output.ts';
import { projectOption } from './project/choice.ts';
import type { Stage } from '../stage/stage.ts';
import { fromOption, untilOption } from '../typed/period.ts';
import { announceCost, describeReading } from './cost.ts';
import { toDimensions } from './dimensions.ts';
import { drawWhileReading } from './drawing.ts';
import type { NamedQuestion } from './report/question.ts';
import { toQuestion } from './report/question.ts';
import { readWithProgress } from './reading.ts';
import { checkSums, countBySums, toWholeDays } from './sums.ts';

const toCells = (by: readonly Dimension[], { traits, ...counts }: ReportRow) => ({
  ...Object.fromEntries(by.map((dimension) => [dimension, traits[dimension]])),
  ...counts,
});

/** The question, for scripts. */
const describe = ({ accountId, account, project, notice, version, period }: NamedQuestion) => ({
  ...{ account: accountId, name: account, project, notice, version },
  ...{ from: period.from?.toISOString(), at: period.last.toISOString() },
});

/** The question, and what counts the answer. */
interface Asked {
  readonly by: readonly Dimension[];
  readonly asked: Counting;
  readonly html: string | undefined;
}

const read = async (stage: Stage, question: NamedQuestion, { by, asked, html }: Asked): Promise<Reading> => {
  await announceCost(stage, question);
  return html === undefined
    ? readWithProgress(stage.table, question, [asked])
    : drawWhileReading(html, stage.table, question, { by, asked });
};

export const report = command(
  'report',
  'Counts the consents that were given, that ended, and that are in force',
  'report --by notice,month --from 2026-01 --until 2026-06 --stage prod',
)
  .option(
    '--by <words>',
    `how to group the counts: one or more of these, separated by commas: ${dimensions.join(', ')}`,
    toDimensions,
  )
  .option(...fromOption)
  .option(...untilOption)
  .option(...projectOption)
  .option(...noticeOption)
  .option(...accountOption)
  .option(...csvOption)
  .option('--html <file>', 'also write it to an HTML file, with charts')
  .option(
    '--sums',
    'count from the daily sums of the log, without reading consents: whole days, up to the last checkpoint',
  )
  .action(
    looks(async ({ stage, table, now }, { by = [], html, csv, sums = false, ...wanted }) => {
      if (sums) checkSums(by, html);
      const whole = await toQuestion(table, { ...wanted, by }, now);
      const question = sums ? { ...whole, period: toWholeDays(whole.period, now) } : whole;
      const asked = countBy(by, question.period);
      const reading = sums ? undefined : await read(stage, question, { by, asked, html });
      note(reading === undefined ? await countBySums(stage, question, asked) : describeReading(reading));
      const rows = asked.rows();
      if (by.includes('gap'))
        note('A consent counts in the row of each of its gaps. Row `none` counts consents without gaps.');
      const cells = rows.map((row) => toCells(by, row));
      if (csv) return { pieces: toCsv([...by, ...figures], [cells]) };
      return toTable(cells, 'No consent was given by then.', { ...describe(question), by, rows: cells, read: reading });
    }),
  );
