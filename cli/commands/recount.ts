import { writeLogEntry } from '../../shared/identity/operations-log.ts';
import type { Recount } from '../../shared/log/sums/recounting.ts';
import { recount as countAnew } from '../../shared/log/sums/recounting.ts';
import { exitCodes } from '../command-error.ts';
import { changes, changingCommand } from '../command.ts';
import { saySoFar } from '../interruption.ts';
import { toDetails } from '../printing/output.ts';
import { beginProgress, countEach, countOf } from '../printing/progress.ts';
import { needLog } from '../stage/log.ts';

const tellFinding = ({ waiting, unknown }: Recount): string | undefined => {
  if (unknown > 0)
    return `The log was off when ${countEach(unknown, 'version')} of notices ${unknown === 1 ? 'was' : 'were'} published, and no \`log take-in\` has finished since. Run it, wait for the next checkpoint, then run this again. Until then the overview has no figures.`;
  if (waiting > 0)
    return `${countEach(waiting, 'event')} from \`log take-in\` ${waiting === 1 ? 'waits' : 'wait'} for a checkpoint and ${waiting === 1 ? 'is' : 'are'} not counted. Run this again after the next checkpoint.`;
  return undefined;
};

export const recount = changingCommand(
  'recount',
  `Counts the daily sums from the log again, and corrects wrong ones. Safe to run at any time. After \`log take-in\` it completes the overview. Exit code ${exitCodes.finding} if \`log take-in\` or a checkpoint must come first`,
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
          saySoFar('some sums are corrected. Run the same command again to continue.');
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
