import { createHash } from 'node:crypto';
import { limits } from '../../../shared/api/limits.ts';
import { meterReads, scanConsents } from '../../../shared/consents/exchange/export.ts';
import type { ConsentLine, ExportedFile, Manifest } from '../../../shared/consents/exchange/lines.ts';
import { exportFiles, readNoticeLines } from '../../../shared/consents/exchange/lines.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { writeLogEntry } from '../../../shared/identity/operations-log.ts';
import { listProjects } from '../../../shared/identity/project.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { ChangingWork, Work } from '../../action.ts';
import { changes, changingCommand, offline } from '../../action.ts';
import { accountOption, chooseAccountOrOnly } from '../../choose.ts';
import { CommandError, exitCodes, interruption, setInterruptionNote } from '../../errors.ts';
import { mostSegments, numberReader, usualSegments } from '../../input/values.ts';
import type { NewFolder } from '../../output/files.ts';
import { checkNewFolder, noteUnfinished, writeNewFolder } from '../../output/files.ts';
import type { Result } from '../../output/print.ts';
import { note } from '../../output/print.ts';
import { beginProgress, countEach } from '../../output/progress.ts';
import { toDetails } from '../../output/rows.ts';
import { describePrice, describeTable, describeUnits, priceOf } from '../../stage/stage.ts';
import type { SegmentFiles } from './export-files.ts';
import { checkFolder, createSegmentFiles, writeLines } from './export-files.ts';

/** How to read the register. */
export interface Reading {
  readonly segments: number | undefined;
  readonly unitsPerSecond: number | undefined;
}

/**
 * Exports an account to a new folder, whole or not at all. The operations log records the start.
 *
 * @throws CommandError usage when the folder is not new, or cannot be written
 */
export const exportRegister = async (
  work: ChangingWork,
  account: Account,
  folder: string,
  { segments = usualSegments, unitsPerSecond }: Reading,
): Promise<Result> => {
  const { table, now } = work;
  await checkNewFolder(folder);
  await noteUnfinished(folder);
  const { table: metered, units } = meterReads(table, { unitsPerSecond, signal: interruption() });
  const progress = beginProgress((count) => `${countEach(count, 'consent')}, ${describeUnits(units())}`);
  const exporting = { table: metered, account, now, segments, source: table.name, onConsents: progress.advance };
  const written = await writeNewFolder(folder, async (files) => {
    await announce(work);
    await writeLogEntry(table, work.newChange(), { accountId: account.id });
    setInterruptionNote(
      `the export was not finished, and ${escapeInvisible(folder)} was not written. Run the command again.`,
    );
    return writeExport(files, exporting);
  }).finally(progress.end);
  setInterruptionNote(`${escapeInvisible(folder)} is written and complete.`);
  const readUnits = Math.ceil(units());
  note(`Read ${describeUnits(readUnits)}, ${describePrice(readUnits)}.`);
  return { ...toExportResult(folder, written, { readUnits }), remark: keepHash };
};

/** Says what an export would read, and that nothing prevents it. */
export const previewExport = async (work: Work, account: Account, folder: string): Promise<Result> => {
  await checkNewFolder(folder);
  const units = Math.ceil(await estimateUnits(work));
  const result = {
    account: account.name,
    folder,
    'read units, about': units,
    'dollars, about': priceOf(units).toFixed(2),
  };
  return toDetails(result, { accountId: account.id, folder, readUnits: units, dollars: priceOf(units) });
};

/** Checks a folder against its manifest, and reports its content or what differs. */
export const verifyExport = async (folder: string): Promise<Result> => {
  const { wrong, ...found } = await checkFolder(folder);
  const result = toExportResult(folder, found);
  return wrong.length === 0
    ? { ...result, remark: 'The folder matches its manifest.' }
    : {
        ...result,
        finding: `The folder differs from its manifest: ${wrong.join(', ')}. Do not rely on it: export again, or use another copy.`,
      };
};

/** What to do with the hash of a new export. */
const keepHash =
  'Keep the SHA-256 of the manifest in another place. If --verify prints the same one later, nobody has changed the folder.';

/** Read units for the whole table: all items of all accounts, strongly consistent. DynamoDB updates the size every six hours or so. */
const estimateUnits = async ({ table }: Pick<Work, 'table'>): Promise<number> => {
  const { TableSizeBytes = 0 } = await describeTable(table);
  return TableSizeBytes / limits.readUnitBytes;
};

const announce = async (work: Work): Promise<void> => {
  const units = await estimateUnits(work);
  if (work.stage.isLocal || priceOf(units) < 0.01) return;
  note(
    `Reading takes about ${describeUnits(units)}, ${describePrice(units)}. The export reads the whole table, with all accounts.`,
  );
};

/** What to export. */
interface Exporting {
  readonly table: Table;
  readonly account: Account;
  /** Everything that exists at this time is in the export. */
  readonly now: Date;
  readonly segments: number;
  readonly source: string;
  readonly onConsents: (count: number) => void;
}

/** A manifest, and the SHA-256 of its file. */
interface Written {
  readonly manifest: Manifest;
  readonly sha256: string;
}

/** Writes all files of an export; the manifest comes last. */
const writeExport = async (folder: NewFolder, exporting: Exporting): Promise<Written> => {
  const { table, account, now, source } = exporting;
  const { files, counts, times } = await writeConsents(folder, exporting);
  const notices = await writeLines(folder, exportFiles.notices, readNoticeLines(table, account.id));
  const projects = await writeLines(folder, exportFiles.projects, await listProjects(table, account.id));
  const manifest: Manifest = {
    format: 'consent-register-export',
    formatVersion: 1,
    account: { id: account.id, name: account.name },
    source,
    asOf: now.toISOString(),
    finishedAt: new Date().toISOString(),
    counts: { ...counts, noticeVersions: notices.lines, projects: projects.lines },
    times,
    files: [...files, notices.file, projects.file],
  };
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const file = await folder.create(exportFiles.manifest);
  await file.write(text);
  await file.close();
  return { manifest, sha256: createHash('sha256').update(text).digest('hex') };
};

/** The running counts of consents. */
class Tally {
  readonly counts = { consents: 0, revoked: 0, erased: 0, imported: 0 };
  readonly times: { first: string | null; last: string | null } = { first: null, last: null };

  add({ time, revokeTime, eraseTime, imported }: ConsentLine): void {
    const { counts, times } = this;
    counts.consents += 1;
    if (revokeTime !== null) counts.revoked += 1;
    if (eraseTime !== null) counts.erased += 1;
    if (imported !== null) counts.imported += 1;
    if (times.first === null || time < times.first) times.first = time;
    if (times.last === null || time > times.last) times.last = time;
  }
}

/** Writes the consents of all segments of the table; the first failure ends all segments. */
const writeConsents = async (folder: NewFolder, { table, account, segments, onConsents }: Exporting) => {
  const tally = new Tally();
  let hasFailed = false;
  const writeSegment = async (segment: number, files: SegmentFiles): Promise<void> => {
    for await (const consents of scanConsents(table, account.id, { segment, segments })) {
      for (const line of await files.add(consents)) tally.add(line);
      onConsents(consents.length);
      if (hasFailed) return;
    }
  };
  const files: SegmentFiles[] = [];
  for (let segment = 0; segment < segments; segment += 1) files.push(await createSegmentFiles(folder, segment));
  const outcomes = await Promise.allSettled(
    files.map((file, segment) =>
      writeSegment(segment, file).catch((error) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  const finished: ExportedFile[] = [];
  for (const file of files) finished.push(...(await file.finish()));
  return { files: finished.sort((one, other) => (one.name < other.name ? -1 : 1)), ...tally };
};

const shown = (time: string): string => formatTime(new Date(time));

/** The content of an export. @param more figures of this run */
const toExportResult = (
  folder: string,
  { manifest, sha256 }: Written,
  more: Readonly<Record<string, number>> = {},
): Result => {
  const { account, counts, times, asOf } = manifest;
  const { noticeVersions, ...others } = counts;
  const result = {
    folder,
    account: account.name,
    ...others,
    'versions of notices': noticeVersions,
    ...(times.first !== null && times.last !== null && { given: `${shown(times.first)} to ${shown(times.last)} UTC` }),
    'as of': `${shown(asOf)} UTC`,
    'SHA-256 of the manifest': sha256,
  };
  return toDetails(result, { folder, ...manifest, sha256, ...more });
};

export const exportConsents = changingCommand(
  'export',
  'Writes all consents of an account to a folder, with its notices and projects, as JSON lines and CSV',
  "consent export ../consents-2026-11 --stage prod --reason 'yearly copy'",
)
  .argument('<folder>', 'a new or empty folder')
  .option(...accountOption)
  .option(
    '--segments <number>',
    'how many parts of the table to read in parallel (default: 4)',
    numberReader(mostSegments),
  )
  .option(
    '--read-units-per-second <number>',
    'limit on the table’s read capacity that the export uses (default: none)',
    numberReader(100_000),
  )
  .option('--check', 'show what the export would read and cost; write nothing')
  .option('--verify', `check an export against its manifest, offline; exit code ${exitCodes.finding} if a file differs`)
  .action(function action(this, folder, options) {
    const { verify, check: isCheck, account: wanted, segments, readUnitsPerSecond: unitsPerSecond } = options;
    if (verify && isCheck) throw new CommandError('Use --check or --verify, not both.', 'usage');
    if (verify) return offline(verifyExport)(folder);
    return changes(async (work, _folder: string) => {
      const account = await chooseAccountOrOnly(work.table, wanted);
      return isCheck
        ? previewExport(work, account, folder)
        : exportRegister(work, account, folder, { segments, unitsPerSecond });
    }).call(this, folder);
  });
