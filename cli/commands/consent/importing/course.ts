import { beginHistoryEpoch } from '../../../../shared/identity/account-changes.ts';
import { writeLogEntry } from '../../../../shared/identity/operations-log.ts';
import { readImportKey, takeImportKey } from '../../../../shared/consents/exchange/import-key.ts';
import { layFoundations } from '../../../../shared/consents/exchange/lay-foundations.ts';
import type { ChangingWork } from '../../../command.ts';
import { saySoFar } from '../../../interruption.ts';
import type { Result } from '../../../printing/output.ts';
import { note } from '../../../printing/output.ts';
import { beginProgress, countEach } from '../../../printing/progress.ts';
import { askFirst } from '../../../terminal.ts';
import { addGoOn, goOn } from '../go-on.ts';
import { leaveOutErased, readErased, tellComeBack } from './erased.ts';
import type { Inspection } from './inspection.ts';
import { inspect } from './inspection.ts';
import { awaitListing } from './listing-wait.ts';
import type { KeyOfIds, Opened, Wanted } from './opening.ts';
import { openImport } from './opening.ts';
import { tellCheck, tellImport } from './outcome.ts';
import { RejectedFile, rejectedPath } from './rejected-file.ts';
import type { Rejected } from './rejected-line.ts';
import { toldLines } from './rejected-line.ts';
import { describeInspection } from './view.ts';
import type { Written } from './writing.ts';
import { noneYet, writeConsents } from './writing.ts';

/** How the import runs. */
export interface Manner {
  readonly check: boolean;
  readonly yes: boolean;
  /** The file for rejected lines. */
  readonly rejected: string | undefined;
  /** Write units a second. */
  readonly budget: number | undefined;
}

const fileOfRejected = ({ file }: Wanted, { rejected }: Manner, { supply }: Opened): RejectedFile =>
  new RejectedFile(rejected ?? rejectedPath(file, supply.rejected), supply.beginning);

const check = async (wanted: Wanted, manner: Manner, opened: Opened): Promise<Result> => {
  const file = fileOfRejected(wanted, manner, opened);
  const inspection = await inspect(wanted, opened, (text) => file.add(text));
  return tellCheck(wanted, opened, inspection, await file.finish(inspection.rejected > 0));
};

const question = ({ missing }: Opened, { consents, rejected }: Inspection): string => {
  const made = [
    ...(missing.projects.length > 0 ? [countEach(missing.projects.length, 'project')] : []),
    ...(missing.notices.size > 0 ? [countEach(missing.notices.size, 'notice')] : []),
    countEach(consents, 'consent'),
  ];
  const left =
    rejected > 0 ? ` ${countEach(rejected, 'rejected line')} ${rejected === 1 ? 'goes' : 'go'} to a file.` : '';
  return `Import ${made.join(', ')}?${left} An import cannot be undone.`;
};

const makesNothing = ({ missing }: Opened): boolean => missing.projects.length === 0 && missing.notices.size === 0;

/** Writes only the file of rejected lines; for a file without importable lines. */
const leaveAll = async (wanted: Wanted, manner: Manner, opened: Opened): Promise<Result> => {
  const rejectedFile = fileOfRejected(wanted, manner, opened);
  const inspection = await inspect(wanted, opened, (text) => rejectedFile.add(text));
  const { rejected, rejectedLines } = inspection;
  const written: Written = { counts: noneYet, last: new Map(), rejected };
  return tellImport(wanted, inspection, { written, rejectedLines, file: await rejectedFile.finish(rejected > 0) });
};

/** Updates what the command reports if it is interrupted. */
const tellSoFar = ({ counts }: Pick<Written, 'counts'>, { consents }: Inspection): void => {
  const done = counts.written + counts.there;
  saySoFar(`${done.toLocaleString('en')} of ${countEach(consents, 'consent')} are in the register. ${goOn}`);
};

const write = async (
  work: ChangingWork,
  { accountId, source }: Wanted,
  { supply }: Opened,
  {
    inspection,
    budget,
    file,
  }: { readonly inspection: Inspection; readonly budget: number | undefined; readonly file: RejectedFile },
) => {
  const { by } = work.newChange();
  tellSoFar({ counts: noneYet }, inspection);
  const rejectedLines: Rejected[] = [];
  const progress = beginProgress(
    (count) => `${count.toLocaleString('en')} of ${countEach(inspection.consents, 'consent')}`,
  );
  const written = await writeConsents(supply, {
    ...{ table: work.table, accountId, budget },
    mark: { source, by },
    onRejected: async (text, rejected) => {
      await file.add(text);
      if (rejected !== undefined && rejectedLines.length < toldLines) rejectedLines.push(rejected);
    },
    onDone: (soFar) => {
      progress.advance(1);
      tellSoFar(soFar, inspection);
    },
  })
    .catch((error) => {
      throw addGoOn(error);
    })
    .finally(progress.end);
  return { written, rejectedLines };
};

const noLagKnown =
  'The list of a project does not show the last consents yet, so searches of long lists may count wrongly. Run the same command again in an hour.';

/** Clears counted totals once the lists have the new consents. */
const settle = async ({ table }: ChangingWork, accountId: string, { last }: Written): Promise<void> => {
  if (!(await awaitListing(table, accountId, last))) note(noLagKnown);
  await beginHistoryEpoch(table, accountId);
};

/**
 * Imports consents: reads and checks everything, asks, then writes the valid lines. The same command again resumes an interrupted import, and
 * leaves what is there unchanged.
 *
 * @throws CommandError when the file as a whole cannot be imported, or nobody confirmed
 */
export const runImport = async (work: ChangingWork, wanted: Wanted, manner: Manner): Promise<Result> => {
  const { stage, table, now } = work;
  const { accountId, source } = wanted;
  const keyOfIds: KeyOfIds = manner.check ? readImportKey : (erasures) => takeImportKey(erasures, now);
  const found = await openImport(stage, wanted, keyOfIds);
  const erased = await readErased(stage, accountId);
  const supply = leaveOutErased(found.supply, erased);
  const opened = { ...found, supply };
  if (manner.check) return check(wanted, manner, opened);
  const inspection = await inspect(wanted, opened, async () => {});
  const { consents, rejected, sha256 } = inspection;
  if (consents === 0 && makesNothing(opened)) return leaveAll(wanted, manner, opened);
  note(describeInspection(inspection));
  await askFirst(question(opened, inspection), manner.yes);
  const plan = { accountId, source, sha256, consents, rejected };
  await writeLogEntry(table, work.newChange(), { ...plan, step: 'begin' });
  tellSoFar({ counts: noneYet }, inspection);
  await layFoundations(table, accountId, opened.missing, work.newChange);
  await beginHistoryEpoch(table, accountId);
  const file = fileOfRejected(wanted, manner, opened);
  const { written, rejectedLines } = await write(work, wanted, opened, { inspection, budget: manner.budget, file });
  await settle(work, accountId, written);
  await tellComeBack(stage, accountId, erased);
  const { counts } = written;
  const done = { written: counts.written, there: counts.there, rejected: written.rejected };
  await writeLogEntry(table, work.newChange(), { accountId, source, sha256, ...done, step: 'end' });
  return tellImport(wanted, inspection, { written, rejectedLines, file: await file.finish(written.rejected > 0) });
};
