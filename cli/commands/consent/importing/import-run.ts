import { setTimeout as sleep } from 'node:timers/promises';
import type { Extent } from '../../../../shared/consents/erasure/erasures.ts';
import { findUndone, listErasures } from '../../../../shared/consents/erasure/erasures.ts';
import { layFoundations } from '../../../../shared/consents/exchange/foundations.ts';
import { readImportKey, takeImportKey } from '../../../../shared/consents/exchange/imported-consent.ts';
import { projectList } from '../../../../shared/consents/listing.ts';
import { isListed } from '../../../../shared/consents/search/filters.ts';
import { beginHistoryEpoch } from '../../../../shared/identity/account-changes.ts';
import { writeLogEntry } from '../../../../shared/identity/operations-log.ts';
import { tame } from '../../../../shared/schema/visible-text.ts';
import type { Table } from '../../../../shared/store/client.ts';
import type { ChangingWork } from '../../../command.ts';
import { interruption, saySoFar } from '../../../interruption.ts';
import type { Result } from '../../../printing/output.ts';
import { align, note } from '../../../printing/output.ts';
import { beginProgress, countEach } from '../../../printing/progress.ts';
import type { Stage } from '../../../stage/stage.ts';
import { askFirst } from '../../../terminal.ts';
import { countConsents } from '../../erasure/unfinished.ts';
import { failWithGoOn, goOn } from '../go-on.ts';
import type { Inspection } from './inspection.ts';
import { inspect } from './inspection.ts';
import type { Mapped } from './map-record.ts';
import type { KeyOfIds, Opened, Wanted } from './opening.ts';
import { openImport } from './opening.ts';
import type { Rejected } from './rejected-file.ts';
import { RejectedFile, rejectedPath, toldLines } from './rejected-file.ts';
import type { Supply } from './supply.ts';
import type { Written } from './writing.ts';
import { noneYet, writeConsents } from './writing.ts';

/** How the import runs. */
interface Manner {
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
    table: work.table,
    accountId,
    budget,
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
    .catch(failWithGoOn)
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

const toFinding = (rejected: number, file: string | undefined): Pick<Result, 'finding'> =>
  rejected === 0 || file === undefined
    ? {}
    : {
        finding: `${countEach(rejected, 'line')} ${rejected === 1 ? 'was' : 'were'} rejected. The reasons are in ${tame(file)}: correct the lines there, and import that file.`,
      };

/** The result of `--check`. */
const tellCheck = (
  { accountId, source }: Wanted,
  { missing }: Opened,
  inspection: Inspection,
  rejectedFile: string | undefined,
): Result => {
  const made = { projects: missing.projects.length, notices: missing.notices.size };
  const makes = made.projects + made.notices > 0;
  return {
    data: { accountId, source, ...inspection, makes: made, rejectedFile: rejectedFile ?? null },
    text: [
      describeInspection(inspection),
      ...(makes
        ? [`${countEach(made.projects, 'project')} and ${countEach(made.notices, 'notice')} would be created first.`]
        : []),
    ].join('\n'),
    ...(inspection.rejected === 0 && { remark: 'Nothing was written.' }),
    ...toFinding(inspection.rejected, rejectedFile),
  };
};

/** The result of an import. */
const tellImport = (
  { accountId, source }: Wanted,
  { records, passedOver, erased, sha256 }: Inspection,
  {
    written: { counts, rejected },
    rejectedLines,
    file,
  }: { readonly written: Written; readonly rejectedLines: readonly Rejected[]; readonly file: string | undefined },
): Result => {
  const there = counts.there + counts.differing + counts['in-force'] + counts['not-erased'];
  const facts = {
    records,
    imported: counts.written,
    'there already': there,
    'passed over': passedOver,
    erased,
    rejected,
  };
  const told = align(Object.entries(facts).map(([name, count]) => [name, count.toLocaleString('en')]));
  return {
    data: {
      accountId,
      source,
      sha256,
      records,
      imported: counts.written,
      there,
      passedOver,
      erased,
      rejected,
      rejectedLines,
      rejectedFile: file ?? null,
    },
    text: [told, describeRejectedLines(rejectedLines, rejected)].filter((part) => part !== '').join('\n'),
    ...toFinding(rejected, file),
  };
};

const unknown =
  'Without the erasures table, consents of the file that were erased with --everything may come back. Name the table with --erasures-table.';

/** Erased consents by id, with what remains of them. */
type Erased = ReadonlyMap<string, Extent>;

const readErased = async ({ erasures }: Stage, accountId: string): Promise<Erased> => {
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

/** Of a consent erased with --everything, not even the evidence comes back: it is already counted. */
const judge = (mapped: Mapped, erased: Erased): Mapped => {
  if (!('line' in mapped)) return mapped;
  const { id, eraseTime } = mapped.line;
  const extent = erased.get(id);
  return extent === 'everything' || (extent === 'evidence' && eraseTime === null) ? { isErased: true } : mapped;
};

/** The same, but an erased consent does not come back with its data from the file. */
const leaveOutErased = (supply: Supply, erased: Erased): Supply => ({
  ...supply,
  async *read(onBytes) {
    for await (const supplied of supply.read(onBytes)) yield { ...supplied, mapped: judge(supplied.mapped, erased) };
  },
});

/**
 * Notes how many consents were erased during the import but written afterwards, so that they are back.
 *
 * @param before erasures listed when the import began. The newest come first, so the search ends at the first page without others
 */
const tellComeBack = async ({ table, erasures }: Stage, accountId: string, before: Erased): Promise<void> => {
  if (erasures === undefined) return;
  let back = 0;
  for await (const page of listErasures(erasures, accountId)) {
    const added = page.filter(({ consentId }) => !before.has(consentId));
    if (added.length === 0) break;
    back += (await findUndone(table, accountId, added)).length;
  }
  if (back === 0) return;
  note(
    `${countConsents(back)} erased while this ran came back with the file. Run \`person erase --replay\` to erase them again.`,
  );
};

/** How long to wait for a consent to show in its project's list, and the time between two looks; in milliseconds. */
const patience = { budget: 60_000, pause: 250 };

/**
 * Waits until consents show in the lists of their projects, which lag the table slightly. Returns whether all do; it gives up on an index
 * that is far behind.
 *
 * @param last one consent of each project
 */
const awaitListing = async (
  table: Table,
  accountId: string,
  last: ReadonlyMap<string, string>,
  { budget, pause } = patience,
): Promise<boolean> => {
  const deadline = performance.now() + budget;
  for (const [projectUid, id] of last) {
    while (!(await isListed(table, projectList(accountId, projectUid), id))) {
      if (performance.now() + pause > deadline) return false;
      await sleep(pause, undefined, { signal: interruption() });
    }
  }
  return true;
};

/** Rejected lines on the screen. */
const shownLines = 20;

const showTime = (time: string | null): string => (time ?? '').slice(0, 19).replace('T', ' ');

const describeRejected = ({ line, file, reasons }: Rejected): string[] => [
  file === undefined ? `line ${line}` : `${tame(file)} line ${line}`,
  tame(reasons.join(' ')),
];

/** The first rejected lines, and the number of the others. */
const describeRejectedLines = (lines: readonly Rejected[], count: number): string => {
  if (count === 0) return '';
  const more = count > shownLines ? `\n... and ${(count - shownLines).toLocaleString('en')} more` : '';
  return `Rejected:\n${align(lines.slice(0, shownLines).map(describeRejected))}${more}`;
};

/** The content of a file, and what would be imported. */
const describeInspection = (inspection: Inspection): string => {
  const { records, consents, revoked, passedOver, erased, rejected, rejectedLines, times, versions } = inspection;
  const facts = [
    ['records', records.toLocaleString('en')],
    ['consents', `${consents.toLocaleString('en')}, ${revoked.toLocaleString('en')} of them revoked`],
    ...(consents === 0 ? [] : [['given', `${showTime(times.first)} to ${showTime(times.last)} UTC`]]),
    ...(passedOver === 0 ? [] : [['passed over', passedOver.toLocaleString('en')]]),
    ...(erased === 0 ? [] : [['erased here', `${erased.toLocaleString('en')}; they stay erased`]]),
    ['rejected', rejected.toLocaleString('en')],
  ];
  const ofVersions = versions.map(({ project, notice, consents: count }) => [
    `  ${project}`,
    notice,
    countEach(count, 'consent'),
  ]);
  return [align(facts), align(ofVersions), describeRejectedLines(rejectedLines, rejected)]
    .filter((part) => part !== '')
    .join('\n');
};
