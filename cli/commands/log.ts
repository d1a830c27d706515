import { writeLogEntry } from '../../shared/identity/operations.ts';
import { endOfBlock, findLastBlock, findStray } from '../../shared/log/blocks.ts';
import { recount } from '../../shared/log/counts.ts';
import { writeNoteKey } from '../../shared/log/note.ts';
import type { Repair } from '../../shared/log/repair.ts';
import { repairLog } from '../../shared/log/repair.ts';
import type { Table } from '../../shared/store/table.ts';
import { changes, changingCommand, command, looks } from '../action.ts';
import { exitCodes } from '../errors.ts';
import { usualSegments } from '../input/values.ts';
import { saySoFar } from '../interruption.ts';
import { writeNewFile } from '../output/files.ts';
import type { Result } from '../output/print.ts';
import { note, toDetails } from '../output/print.ts';
import { countEach, withProgress } from '../output/progress.ts';
import { needLog, needOwnLog, readLogKey } from '../stage/log.ts';
import { segmentsOption, verify } from './log/verify.ts';

const keys = command(
  'keys',
  'Prints the key that verifies checkpoints of the log, and the last checkpoint. Keep both outside AWS',
  'log keys --out checkpoint.txt --stage prod',
)
  .option('--out <file>', 'also write the checkpoint to a new file, for `log verify --checkpoint`')
  .action(
    looks(async ({ stage }, { out }) => {
      const { key, note: checkpoint } = await readLogKey(needLog(stage));
      const text = writeNoteKey(key);
      if (out !== undefined) {
        await writeNewFile(out, checkpoint);
        note(`Written to ${out}`);
      }
      return { data: { key: text, checkpoint }, text: `${text}\n\n${checkpoint.trimEnd()}` };
    }),
  );

const describeUnreadable = (keys: readonly string[]): string[] =>
  keys.length === 0
    ? []
    : [`${countEach(keys.length, 'item')} cannot be read: ${keys.slice(0, 10).join(', ')}. \`log verify\` shows why.`];

/** What is no part of the log, and stays there. */
const findForeign = async (table: Table): Promise<string[]> => {
  const end = await findLastBlock(table);
  const stray = await findStray(table, end === undefined ? 0 : endOfBlock(end));
  return stray === undefined ? [] : [stray.message];
};

const tell = ({ kinds, unreadable }: Repair, correctedCounts: number, foreign: readonly string[]): Result => ({
  ...toDetails(
    { ...kinds, unreadable: unreadable.length, 'corrected counts': correctedCounts },
    { appended: kinds, unreadable, correctedCounts },
  ),
  ...(Object.keys(kinds).length === 0 && { remark: 'The log already has everything in the table.' }),
  ...(unreadable.length + foreign.length > 0 && { finding: [...describeUnreadable(unreadable), ...foreign].join(' ') }),
});

const repair = changingCommand(
  'repair',
  `Appends to the log what the table has and the log lacks: what was recorded before the log existed, and what the stream lost. Safe to run at any time. Exit code ${exitCodes.finding} if an item cannot be read, or a block is no part of the log`,
  "log repair --stage prod --reason 'the feed was off'",
)
  .option(...segmentsOption)
  .action(
    changes(async ({ stage, table, newChange }, { segments = usualSegments }) => {
      const log = await needOwnLog(stage);
      const onFirst = async () => {
        const entry = await writeLogEntry(table, newChange(), { log: log.name });
        saySoFar('the log has some of what it lacked. Run the same command again to continue.');
        return entry;
      };
      const repaired = await withProgress('records looked at', (onItems) =>
        repairLog({ table, log }, { segments, onItems, onFirst }),
      );
      return tell(repaired, await recount({ log, table }), await findForeign(log));
    }),
  );

export const log = command(
  'log',
  'The log, which proves what was recorded: its key, and whether somebody changed records',
  'log verify --checkpoint checkpoint.txt --stage prod',
)
  .addCommand(repair)
  .addCommand(verify)
  .addCommand(keys);
