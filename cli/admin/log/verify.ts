import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Finding, Findings } from '../../../shared/auditing/finding.ts';
import { meanings, newFindings } from '../../../shared/auditing/finding.ts';
import type { Audit } from '../../../shared/auditing/verify-log.ts';
import { verifyLog } from '../../../shared/auditing/verify-log.ts';
import { writeNoteKey } from '../../../shared/transparency/signed-note.ts';
import { exitCodes } from '../../command-error.ts';
import { command, looks } from '../command.ts';
import type { Result } from '../printing/output.ts';
import { note, toTable } from '../printing/output.ts';
import { beginProgress, countEach, countOf } from '../printing/progress.ts';
import { needLog } from '../stage/log.ts';
import { parseGivenKey, readLogKey } from '../stage/log-key.ts';
import { readKeptCheckpoints } from './kept.ts';
import { segmentsOption, usualSegments } from './segments.ts';

const usual = { lagMinutes: 60, limit: 100 };

const toCount = (text: string): number => {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999999.');
};

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

const toRow = ({ kind, account, id, at, says }: Finding) => ({
  finding: kind,
  account,
  record: id,
  at,
  means: `${meanings[kind].says}${says === undefined ? '' : ` (${says})`}`,
});

const describe = ({ leaves, records, checkpoints, takenIn, waiting, last, firmUntil, kept }: Audit): string =>
  [
    `${countEach(records, 'record')}, ${countOf(leaves, leaves === 1 ? 'leaf' : 'leaves')}, ${countEach(checkpoints, 'checkpoint')}${last ? `, the last of ${last.time.toISOString()}` : ''}.`,
    ...(takenIn > 0
      ? [
          `${countEach(takenIn, 'leaf').replace(/leafs$/, 'leaves')} were taken in: the log proves them since then, not before.`,
        ]
      : []),
    ...(waiting > 0 ? [`${countEach(waiting, 'event')} of the table are not in the log yet.`] : []),
    firmUntil === undefined
      ? 'Nothing was compared that is kept outside the tables. A log that was written anew with its key fits itself: say --anchors, --checkpoint or --checkpoints.'
      : `The log has ${countEach(kept, 'checkpoint')} in its past that were kept outside the tables, the last of ${firmUntil.toISOString()}: what is in it has not been changed since.`,
  ].join('\n');

const conclude = (audit: Audit, findings: Findings, key: string): Result => {
  const [kept, counts] = [findings.kept(), findings.counts()];
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  note(describe(audit));
  const { last, ...figures } = audit;
  const data = { ...figures, key, last: last && { size: last.size, time: last.time }, counts, findings: kept };
  const remark = total > kept.length ? { remark: `There are more; --limit says how many of each kind are shown.` } : {};
  const says = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return {
    ...toTable(kept.map(toRow), 'Table, log and checkpoints agree.', data),
    ...remark,
    ...(total > 0 && { finding: `Found: ${says.join(', ')}. docs/log.md says what to do.` }),
  };
};

export const verify = command(
  'verify',
  `Holds the table, the log and its anchors against each other, and names every record that was edited, inserted, deleted or backdated beside the service; exit code ${exitCodes.finding} when something is found. It writes nothing`,
  'log verify --anchors ANCHOR_BUCKET --stage prod',
)
  .option(
    '--anchors <bucket>',
    'the bucket of anchors: AnchorBucket among the outputs of the stack; may be said again',
    collect,
  )
  .option('--checkpoint <file>', 'a checkpoint that somebody kept; may be said again', collect)
  .option('--checkpoints <folder>', 'a folder of such files')
  .option('--key <key>', 'the key of the log that you kept, as `log keys` printed it; that of the log table without it')
  .option('--lag <minutes>', `by how much the log may be behind the table (default: ${usual.lagMinutes})`, toCount)
  .option('--limit <number>', `how many findings of each kind are shown (default: ${usual.limit})`, toCount)
  .option(...segmentsOption)
  .action(
    looks(async ({ stage, table }, options) => {
      const { lag = usual.lagMinutes, limit = usual.limit, segments = usualSegments } = options;
      const log = needLog(stage);
      const key = options.key === undefined ? (await readLogKey(log)).key : parseGivenKey(options.key);
      const { anchors = [], checkpoint = [], checkpoints } = options;
      const findings = newFindings(limit);
      const reading = beginProgress((count) => countOf(count, 'leaves and records read'));
      const audit = await verifyLog(
        {
          ...{ table, log, erasures: stage.erasures, key, isAnchored: anchors.length > 0 },
          kept: readKeptCheckpoints({ anchors, checkpoint, checkpoints }),
        },
        {
          ...{ segments, lag: lag * 60_000, report: findings.report },
          ...{ onLeaves: reading.advance, onRecords: reading.advance },
        },
      ).finally(reading.end);
      return conclude(audit, findings, writeNoteKey(key));
    }),
  );
