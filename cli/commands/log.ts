import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { longestLogLag } from '../../shared/api/limits.ts';
import { writeLogEntry } from '../../shared/identity/operations-log.ts';
import { readAnchors } from '../../shared/log/anchors.ts';
import type { KeptCheckpoint } from '../../shared/log/audit/check-checkpoints.ts';
import type { Finding, Findings } from '../../shared/log/audit/findings.ts';
import { meanings, newFindings } from '../../shared/log/audit/findings.ts';
import type { Audit } from '../../shared/log/audit/verify-log.ts';
import { verifyLog } from '../../shared/log/audit/verify-log.ts';
import { endOfBlock, findLastBlock, findStray } from '../../shared/log/blocks.ts';
import { recount } from '../../shared/log/counts.ts';
import { readKeptNote, writeNoteKey } from '../../shared/log/note.ts';
import type { Repair } from '../../shared/log/repair.ts';
import { repairLog } from '../../shared/log/repair.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Table } from '../../shared/store/table.ts';
import { changes, changingCommand, command, looks } from '../action.ts';
import { CommandError, exitCodes, setInterruptionNote } from '../errors.ts';
import { refuseReading } from '../input/files.ts';
import { addText, mostSegments, numberReader, usualSegments } from '../input/values.ts';
import { anchorBucket } from '../local/environment.ts';
import { writeNewFile } from '../output/files.ts';
import type { Result } from '../output/print.ts';
import { note } from '../output/print.ts';
import { countEach, countOf, withProgress } from '../output/progress.ts';
import { toDetails, toTable } from '../output/rows.ts';
import { needOwnLog, parseGivenKey, readLogKey } from '../stage/log-key.ts';
import { needLog } from '../stage/open-table.ts';

const usual = { lagMinutes: longestLogLag / 60_000, limit: 100 };

const toCount = numberReader(9_999_999);

const toRow = ({ kind, account, id, at, says }: Finding) => ({
  finding: kind,
  account,
  record: id,
  at,
  means: `${meanings[kind].says}${says === undefined ? '' : ` (${says})`}`,
});

/** A finding, for scripts. @property position index of a leaf, or size of a tree */
const describeFinding = ({ kind, account, id, at, says }: Finding) => ({
  kind,
  accountId: account,
  id,
  position: at,
  says,
});

const describe = ({ leaves, records, checkpoints, waiting, last, firmUntil, kept }: Audit): string =>
  [
    `${countEach(records, 'record')}, ${countOf(leaves, leaves === 1 ? 'leaf' : 'leaves')}, ${countEach(checkpoints, 'checkpoint')}${last ? `, the last of ${formatTime(last.time)}` : ''}.`,
    ...(waiting > 0 ? [`${countEach(waiting, 'event')} of the table are not in the log yet.`] : []),
    firmUntil === undefined
      ? 'Nothing outside the tables was compared. A log rewritten with its own key would pass: use --anchors, --checkpoint or --checkpoints.'
      : `The log contains ${countEach(kept, 'checkpoint')} kept outside the tables, the last of ${formatTime(firmUntil)}. Nothing up to there has changed since.`,
  ].join('\n');

const conclude = (audit: Audit, findings: Findings, key: string): Result => {
  const [kept, counts] = [findings.kept(), findings.counts()];
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  note(describe(audit));
  const { last, ...figures } = audit;
  const data = {
    ...figures,
    key,
    last: last && { size: last.size, time: last.time },
    counts,
    findings: kept.map(describeFinding),
  };
  const remark =
    total > kept.length ? { remark: `There are more findings. Use --limit to show more of each kind.` } : {};
  const says = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return {
    ...toTable(kept.map(toRow), 'Table, log and checkpoints agree.', data),
    ...remark,
    ...(total > 0 && { finding: `Found: ${says.join(', ')}. docs/log.md says what to do.` }),
  };
};

const readOne = async (file: string): Promise<KeptCheckpoint> => {
  try {
    return { from: file, isAnchor: false, note: readKeptNote(await readFile(file, 'utf8')) };
  } catch (error) {
    throw refuseReading(file, error);
  }
};

const listFolder = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tst'))
      .map(({ name }) => join(folder, name))
      .sort();
  } catch (error) {
    throw refuseReading(folder, error);
  }
};

/** S3 errors about the bucket -> their meaning. */
const wrongBucket: Readonly<Record<string, string>> = {
  NoSuchBucket: 'does not exist',
  InvalidBucketName: 'is not a valid bucket name',
  PermanentRedirect: 'is in another region',
};

/** The number of table segments to read in parallel. */
export const segmentsOption = [
  '--segments <number>',
  `parts of the table to read in parallel (default: ${usualSegments})`,
  numberReader(mostSegments),
] as const;

export const verify = command(
  'verify',
  `Compares the table, the log and its anchors. Names each record of evidence that was edited, deleted or backdated past a checkpoint by other means than the service, and each that the log never saw; exit code ${exitCodes.finding} if it finds any. What somebody writes straight into the table now, or in the form of an import, gets a leaf like a real record: only a trail of CloudTrail for data events shows it. Writes nothing`,
  'log verify --anchors ANCHOR_BUCKET --stage prod',
)
  .option('--anchors <bucket>', 'bucket of anchors: output AnchorBucket of the stack; can be repeated', addText)
  .option('--checkpoint <file>', 'a checkpoint that somebody kept; can be repeated', addText)
  .option('--checkpoints <folder>', 'a folder of kept checkpoints')
  .option('--key <key>', 'the log key that you kept, as `log keys` prints it (default: the key in the log table)')
  .option(
    '--lag <minutes>',
    `how far the log may be behind the table; a record that is backdated by less is not found (default: ${usual.lagMinutes})`,
    toCount,
  )
  .option('--limit <number>', `findings of each kind to show (default: ${usual.limit})`, toCount)
  .option(...segmentsOption)
  .action(
    looks(async ({ stage, table }, options) => {
      const { lag = usual.lagMinutes, limit = usual.limit, segments = usualSegments } = options;
      const log = needLog(stage);
      const key = options.key === undefined ? (await readLogKey(log)).key : parseGivenKey(options.key);
      const { anchors = [], checkpoint = [], checkpoints } = options;
      const findings = newFindings(limit);
      const kept = readKeptCheckpoints({ anchors, checkpoint, checkpoints });
      const audit = await withProgress('leaves and records read', (advance) =>
        verifyLog(
          { table, log, erasures: stage.erasures, key, isAnchored: anchors.length > 0, kept },
          { segments, lag: lag * 60_000, report: findings.report, onLeaves: advance, onRecords: advance },
        ),
      );
      return conclude(audit, findings, writeNoteKey(key));
    }),
  );

/** Where to find checkpoints kept outside the tables. */
export interface CheckpointSources {
  /** Bucket names. */
  readonly anchors: readonly string[];
  readonly checkpoint: readonly string[];
  readonly checkpoints: string | undefined;
}

async function* readBucket(bucket: string): AsyncGenerator<KeptCheckpoint> {
  try {
    for await (const { size, note, changes } of readAnchors(bucket))
      yield { from: `anchor ${size}`, isAnchor: true, note, changes };
  } catch (error) {
    const why = error instanceof Error ? wrongBucket[error.name] : undefined;
    if (why === undefined) throw error;
    const remedy = `The output AnchorBucket of the stack has its name; on the local service it is ${anchorBucket}.`;
    throw new CommandError(`The bucket of anchors ${escapeInvisible(bucket)} ${why}. ${remedy}`, 'usage');
  }
}

/** All of them, anchors first. @throws CommandError usage when a bucket or file cannot be read */
async function* readKeptCheckpoints({
  anchors,
  checkpoint,
  checkpoints,
}: CheckpointSources): AsyncGenerator<KeptCheckpoint> {
  for (const bucket of anchors) yield* readBucket(bucket);
  for (const file of checkpoint) yield readOne(file);
  if (checkpoints !== undefined) for (const file of await listFolder(checkpoints)) yield readOne(file);
}

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

/** What is not part of the log, and stays there. */
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
        setInterruptionNote('the log has some of what it lacked. Run the same command again to continue.');
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
