import type { ReportRow } from '../../../shared/reports/count.ts';
import { countBy } from '../../../shared/reports/count.ts';
import type { Dimension } from '../../../shared/reports/dimension.ts';
import { dimensions } from '../../../shared/reports/dimension.ts';
import { readReport } from '../../../shared/reports/report.ts';
import { command, looks } from '../command.ts';
import { toTimeSpan } from '../log/time-span.ts';
import { note, toTable } from '../output.ts';
import { announceCost, describeReading } from './cost.ts';
import { toDimensions } from './dimensions.ts';
import { toQuestion } from './question.ts';

const toCells = (by: readonly Dimension[], { traits, ...counts }: ReportRow) => ({
  ...Object.fromEntries(by.map((dimension) => [dimension, traits[dimension]])),
  ...counts,
});

export const report = command(
  'report',
  'Counts the consents that were given, that ended and that are in force',
  'report --by notice,month --from 2026-01 --until 2026-06 --stage prod',
)
  .option('--by <dimensions>', `a row for each combination of ${dimensions.join(', ')}`, toDimensions, [])
  .option('--from <time>', 'a month, a day or a time in UTC, such as 2026-01 or 2026-01-31', toTimeSpan)
  .option('--until <time>', 'the same; the month, day or minute that it names is included', toTimeSpan)
  .option('--project <uid>', 'of one project alone')
  .option('--notice <notice>', 'of one notice alone: name, PID, or id of a version')
  .option('--account <account>', 'id or name; may be left out where there is one')
  .action(
    looks(async ({ stage, table, now }, { by, ...wanted }) => {
      const question = await toQuestion(table, wanted, now);
      const { from, last } = question.period;
      const counting = countBy(by, question.period);
      await announceCost(stage);
      const reading = await readReport(table, question, [counting]);
      note(describeReading(reading));
      const rows = counting.rows().map((row) => toCells(by, row));
      const { accountId, account, project, notice } = question;
      const data = {
        account: accountId,
        name: account,
        project,
        notice,
        by,
        from: from?.toISOString(),
        at: last.toISOString(),
        rows,
        read: reading,
      };
      return { ...toTable(rows, 'No consent was given by then.', data) };
    }),
  );
