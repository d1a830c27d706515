import { writeLogEntry } from '../../../shared/accounts/operations-log.ts';
import type { Recount } from '../../../shared/sums/recounting.ts';
import { recount as countAnew } from '../../../shared/sums/recounting.ts';
import { exitCodes } from '../../command-error.ts';
import { changes, changingCommand } from '../command.ts';
import { saySoFar } from '../interruption.ts';
import { toDetails } from '../printing/output.ts';
import { beginProgress, countEach, countOf } from '../printing/progress.ts';
import { needLog } from '../stage/log.ts';

const tellFinding = ({ waiting, unknown }: Recount): string | undefined => {
  if (unknown > 0)
    return `The log was off when ${countEach(unknown, 'version')} of notices ${unknown === 1 ? 'was' : 'were'} published, and \`log take-in\` has not come to its end since. Run it, and this again after the next checkpoint: the overview has no figures before.`;
  if (waiting > 0)
    return `${countEach(waiting, 'event')} of what \`log take-in\` found ${waiting === 1 ? 'waits' : 'wait'} for a checkpoint. Run this again after that: the sums lack ${waiting === 1 ? 'it' : 'them'} before.`;
  return undefined;
};

export const recount = changingCommand(
  'recount',
  `Counts the daily sums anew from the log, and puts right those that are others. It may be run again at any time; after \`log take-in\` it makes the overview whole. Exit code ${exitCodes.finding} where \`log take-in\` or a checkpoint is to come first`,
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
    const finding = tellFinding(counted);
    return {
      ...details,
      ...(counted.mended === 0 && { remark: 'All sums were right.' }),
      ...(finding !== undefined && { finding }),
    };
  }),
);
