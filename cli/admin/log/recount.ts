import { writeLogEntry } from '../../../shared/accounts/operations-log.ts';
import { recount as countAnew } from '../../../shared/sums/recounting.ts';
import { changes, changingCommand } from '../command.ts';
import { saySoFar } from '../interruption.ts';
import { toDetails } from '../printing/output.ts';
import { beginProgress, countOf } from '../printing/progress.ts';
import { needLog } from '../stage/log.ts';

export const recount = changingCommand(
  'recount',
  'Counts the daily sums anew from the log, and puts right those that are others. It may be run again at any time; after `log take-in` it makes the overview whole',
  "log recount --stage prod --reason 'the log was switched on'",
).action(
  changes(async ({ stage, table, newChange }) => {
    const log = needLog(stage);
    const progress = beginProgress((count) => countOf(count, 'events counted'));
    const counted = await countAnew(
      { log, table },
      {
        onEvents: progress.advance,
        onFirst: async () => {
          await writeLogEntry(table, newChange(), { sums: log.name });
          saySoFar('some sums are right now. The same command goes on.');
        },
      },
    ).finally(progress.end);
    const details = toDetails({ ...counted }, counted);
    return counted.mended === 0 ? { ...details, remark: 'All sums were right.' } : details;
  }),
);
