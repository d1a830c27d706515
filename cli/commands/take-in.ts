import { writeLogEntry } from '../../shared/identity/operations-log.ts';
import type { TakenIn } from '../../shared/log/auditing/take-in.ts';
import { takeIn as takeInAll } from '../../shared/log/auditing/take-in.ts';
import { exitCodes } from '../command-error.ts';
import { changes, changingCommand } from '../command.ts';
import { saySoFar } from '../interruption.ts';
import type { Result } from '../printing/output.ts';
import { toDetails } from '../printing/output.ts';
import { beginProgress, countEach, countOf } from '../printing/progress.ts';
import { needOwnLog } from '../stage/log.ts';
import { segmentsOption, usualSegments } from './log/segments.ts';

const tell = ({ kinds, unreadable }: TakenIn): Result => {
  const counted = Object.entries(kinds);
  const text = toDetails({ ...kinds, unreadable: unreadable.length }, { takenIn: kinds, unreadable });
  return {
    ...text,
    ...(counted.length === 0 && { remark: 'The log already has everything in the table.' }),
    ...(unreadable.length > 0 && {
      finding: `${countEach(unreadable.length, 'item')} cannot be read: ${unreadable.slice(0, 10).join(', ')}. \`log verify\` shows why.`,
    }),
  };
};

export const takeIn = changingCommand(
  'take-in',
  `Adds to the log what the table has and the log lacks: what was recorded before the log existed. Safe to run at any time. Exit code ${exitCodes.finding} if an item cannot be read`,
  "log take-in --stage prod --reason 'the log was switched on'",
)
  .option(...segmentsOption)
  .action(
    changes(async ({ stage, table, newChange }, { segments = usualSegments }) => {
      const log = await needOwnLog(stage);
      const progress = beginProgress((count) => countOf(count, 'records looked at'));
      const outcome = await takeInAll(
        { table, log },
        {
          segments,
          onItems: progress.advance,
          onFirst: async () => {
            const entry = await writeLogEntry(table, newChange(), { log: log.name });
            saySoFar('the log has some of what it lacked. Run the same command again to continue.');
            return entry;
          },
        },
      ).finally(progress.end);
      return tell(outcome);
    }),
  );
