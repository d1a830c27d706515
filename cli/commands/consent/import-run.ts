import { createHash } from 'node:crypto';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { findUndone, listErasures } from '../../../shared/consents/erasure/erasures.ts';
import { ensureImportKey, readImportKey } from '../../../shared/consents/exchange/import.ts';
import { importNotices } from '../../../shared/consents/exchange/import-notices.ts';
import { isListed, projectList } from '../../../shared/consents/lists.ts';
import { beginHistoryEpoch } from '../../../shared/identity/account.ts';
import { writeLogEntry } from '../../../shared/identity/operations-log.ts';
import type { RetryLimits } from '../../../shared/runtime/retry.ts';
import { attemptsWithin } from '../../../shared/runtime/retry.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { ChangingWork } from '../../action.ts';
import { CommandError, interruption, setInterruptionNote } from '../../errors.ts';
import { askFirst } from '../../input/terminal.ts';
import type { Result } from '../../output/print.ts';
import { note } from '../../output/print.ts';
import { beginProgress, countEach, withProgress } from '../../output/progress.ts';
import type { Stage } from '../../stage/stage.ts';
import { countConsents } from '../erasure/plans.ts';
import type { Count } from './import-count.ts';
import { countRecords, describeDone, describeForeseen, findRejected } from './import-count.ts';
import type { Opened, Wanted } from './import-open.ts';
import { openImport } from './import-open.ts';
import { RejectedFile, rejectedPath } from './import-rejected.ts';
import type { Importing } from './import-write.ts';
import { previewImport, write } from './import-write.ts';

/** How the import runs. */
interface Manner {
  readonly check: boolean;
  readonly yes: boolean;
  /** The file for rejected lines. */
  readonly rejected: string | undefined;
  /** Write units a second. */
  readonly budget: number | undefined;
}

/** An import whose file was read once. */
interface Run {
  readonly wanted: Wanted;
  readonly manner: Manner;
  readonly opened: Opened;
  readonly importing: Importing;
  /** Where rejected lines go, if anywhere. */
  readonly path: string | undefined;
}

/**
 * Imports consents: reads and checks everything, asks, then writes the valid lines. The same command again resumes an interrupted import, and
 * leaves what is there unchanged.
 *
 * @throws CommandError when the file as a whole cannot be imported, or nobody confirmed
 */
export const runImport = async (work: ChangingWork, wanted: Wanted, manner: Manner): Promise<Result> => {
  const { stage, table, now } = work;
  const { accountId } = wanted;
  const opened = await openImport(stage, wanted, (erasures) =>
    manner.check ? readImportKey(erasures) : ensureImportKey(erasures, now),
  );
  const { supply } = opened;
  const mark = { source: wanted.source, by: work.by };
  const importing = { table, log: stage.log, accountId, supply, erased: await readErased(stage, accountId), mark };
  const path = manner.rejected ?? (manner.check ? undefined : rejectedPath(wanted.file, supply.rejected));
  const run = { wanted, manner, opened, importing, path };
  const { foreseen, sha256, isIdle, file } = await inspect(run);
  if (manner.check) return toCheckResult(run, foreseen, sha256, file);
  if (isIdle) return toImportResult(run, foreseen, sha256, file);
  note(describeForeseen(foreseen, opened));
  await askFirst(question(opened, foreseen), manner.yes);
  return writeAll(work, run, foreseen, sha256);
};

const makesNothing = ({ missing }: Opened): boolean => missing.projects.length === 0 && missing.notices.size === 0;

/**
 * Reads the whole file and writes nothing to the register. If nothing follows, rejected lines are in their file.
 *
 * @throws CommandError when the file is incomplete, of another kind, or empty
 */
const inspect = async ({ wanted, manner, opened, importing, path }: Run) => {
  const hash = createHash('sha256');
  const rejects = path === undefined ? undefined : new RejectedFile(path, importing.supply);
  try {
    const records = previewImport(importing, (bytes) => hash.update(bytes));
    const foreseen = await withProgress('records checked', (advance) =>
      countRecords(records, rejects, () => advance(1)),
    );
    const { records: count, imported, rejected } = foreseen;
    if (count === 0) throw new CommandError(`${escapeInvisible(wanted.file)} is empty. Nothing was changed.`, 'usage');
    const isIdle = imported === 0 && makesNothing(opened);
    if (rejected > 0) await rejects?.previewImport();
    const file = rejected > 0 && (manner.check || isIdle) ? await rejects?.keep() : undefined;
    return { foreseen, sha256: hash.digest('hex'), isIdle, file };
  } finally {
    await rejects?.end();
  }
};

const question = ({ missing }: Opened, { imported, rejected }: Count): string => {
  const made = [
    ...(missing.projects.length > 0 ? [countEach(missing.projects.length, 'project')] : []),
    ...(missing.notices.size > 0 ? [countEach(missing.notices.size, 'notice')] : []),
    countEach(imported, 'consent'),
  ];
  const left =
    rejected > 0 ? ` ${countEach(rejected, 'rejected line')} ${rejected === 1 ? 'goes' : 'go'} to a file.` : '';
  return `Import ${made.join(', ')}?${left} An import cannot be undone.`;
};

const continueAdvice = 'Run the same command again to continue.';

/** Throws the error of a file that could not be written with how to continue, any other as it is. */
const failWithAdvice = (error: unknown): never => {
  throw error instanceof CommandError && error.kind === 'usage'
    ? new CommandError(`${error.message} ${continueAdvice}`, 'usage')
    : error;
};

const noLagKnown =
  'The list of a project does not show the last consents yet, so searches of long lists may count wrongly. Run the same command again in an hour.';

const writeAll = async (
  { stage, table, newChange }: ChangingWork,
  run: Run,
  foreseen: Count,
  sha256: string,
): Promise<Result> => {
  const { wanted, manner, opened, importing, path = '' } = run;
  const { accountId, source } = wanted;
  const total = countEach(foreseen.imported + foreseen.there, 'consent');
  const noteWritten = (done = 0): void =>
    setInterruptionNote(`${done.toLocaleString('en')} of ${total} are in the register. ${continueAdvice}`);
  const of = { accountId, source, sha256 };
  const plan = { consents: foreseen.imported, rejected: foreseen.rejected };
  await writeLogEntry(table, newChange(), { ...of, ...plan, step: 'begin' });
  await importNotices({ table, log: stage.log }, accountId, opened.missing, newChange);
  await beginHistoryEpoch(table, accountId);
  noteWritten();
  const rejects = new RejectedFile(path, opened.supply);
  const progress = beginProgress(
    (count) => `${count.toLocaleString('en')} of ${countEach(foreseen.records, 'record')}`,
  );
  const last = new Map<string, string>();
  try {
    const done = await countRecords(write(importing, manner.budget), rejects, (count, { line, outcome }) => {
      if (outcome === 'written' && line) last.set(line.projectUid, line.id);
      progress.advance(1);
      noteWritten(count.imported + count.there);
    })
      .catch(failWithAdvice)
      .finally(progress.end);
    if (!(await awaitListing(table, accountId, last))) note(noLagKnown);
    await beginHistoryEpoch(table, accountId);
    await noteReturned(stage, accountId, importing.erased);
    const { imported: written, there, rejected } = done;
    await writeLogEntry(table, newChange(), { ...of, written, there, rejected, step: 'end' });
    const file = rejected > 0 ? await rejects.keep() : undefined;
    return toImportResult(run, done, sha256, file);
  } finally {
    await rejects.end();
  }
};

/** The result of `--check`. */
const toCheckResult = ({ wanted, opened }: Run, foreseen: Count, sha256: string, file: string | undefined): Result => {
  const { accountId, source } = wanted;
  const { missing } = opened;
  const makes = { projects: missing.projects.length, notices: missing.notices.size };
  const { imported: consents, firstLines: _, ...counts } = foreseen;
  const created = `${countEach(makes.projects, 'project')} and ${countEach(makes.notices, 'notice')} would be created first.`;
  const versions = foreseen.versions(opened);
  return {
    data: {
      accountId,
      source,
      sha256,
      consents,
      ...counts,
      versions,
      assumed: toMembers(opened),
      makes,
      rejectedFile: file ?? null,
    },
    text: `${describeForeseen(foreseen, opened)}${makesNothing(opened) ? '' : `\n${created}`}`,
    ...(foreseen.rejected === 0 && { remark: 'Nothing was written.' }),
    ...findRejected(foreseen, file),
  };
};

/** What the mapping leaves open, for scripts. */
const toMembers = ({ assumed }: Opened): object =>
  Object.fromEntries(assumed.map(({ member, value }) => [member, value]));

/** The result of an import. */
const toImportResult = ({ wanted, opened }: Run, done: Count, sha256: string, file: string | undefined): Result => {
  const { accountId, source } = wanted;
  const { records, imported, there, erased, rejected, rejectedLines } = done;
  const counts = { records, imported, there, erased, rejected, rejectedLines };
  return {
    data: { accountId, source, sha256, ...counts, assumed: toMembers(opened), rejectedFile: file ?? null },
    text: describeDone(done, opened),
    ...findRejected(done, file),
  };
};

const unknown =
  'Without the erasures table, consents of the file that were erased with --everything may come back. Name the table with --erasures-table.';

/** Erased consents by id, with what remains of them. */
const readErased = async ({ erasures }: Stage, accountId: string): Promise<Importing['erased']> => {
  const erased = new Map<string, Extent>();
  if (erasures === undefined) {
    note(unknown);
    return erased;
  }
  for await (const page of listErasures(erasures, accountId)) {
    for (const { consentId, extent } of page) {
      if (extent === 'everything' || !erased.has(consentId)) erased.set(consentId, extent);
    }
  }
  return erased;
};

/**
 * Notes how many consents were erased during the import but written afterwards, so that they are back.
 *
 * @param before erasures listed when the import began
 */
const noteReturned = async (
  { table, erasures }: Stage,
  accountId: string,
  before: Importing['erased'],
): Promise<void> => {
  if (erasures === undefined) return;
  let back = 0;
  for await (const page of listErasures(erasures, accountId)) {
    const added = page.filter(({ consentId, extent }) => ![extent, 'everything'].includes(before.get(consentId) ?? ''));
    back += (await findUndone(table, accountId, added)).length;
  }
  if (back === 0) return;
  note(
    `${countConsents(back)} erased while this ran came back with the file. Run \`person erase --replay\` to erase them again.`,
  );
};

/** How long to wait for consents to show in the lists of their projects. */
const listingWait: RetryLimits = { pause: 500, longest: 500, budget: 60_000 };

/**
 * Waits until consents show in the lists of their projects, which lag the table slightly. Returns whether all do; it gives up on an index
 * that is far behind.
 *
 * @param last one consent of each project
 */
const awaitListing = async (table: Table, accountId: string, last: ReadonlyMap<string, string>): Promise<boolean> => {
  const left = new Map(last);
  for await (const _ of attemptsWithin({ ...listingWait, signal: interruption() })) {
    for (const [projectUid, id] of left) {
      if (await isListed(table, projectList(accountId, projectUid), id)) left.delete(projectUid);
    }
    if (left.size === 0) return true;
  }
  return false;
};
