import type { ErasureSite } from '../../../shared/consents/erasure/erase.ts';
import { addOutcomes, eraseConsents, nothingErased } from '../../../shared/consents/erasure/erase.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { consentsOfPlan, findUndonePlans } from '../../../shared/consents/erasure/erasures.ts';
import type { StatedConsent } from '../../../shared/consents/list-consents.ts';
import type { LapsedConsent, RetentionPage, RetentionQuestion } from '../../../shared/consents/retention.ts';
import { confirmLapsed, readLapsed } from '../../../shared/consents/retention.ts';
import type { EndStateName } from '../../../shared/consents/state.ts';
import { endNames, stateAt } from '../../../shared/consents/state.ts';
import type { Target } from '../../../shared/identity/operations-log.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import type { Span } from '../../../shared/schema/time-span.ts';
import { toJson } from '../../../shared/schema/visible-text.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { ChangingWork, Work } from '../../action.ts';
import { changes, changingCommand } from '../../action.ts';
import { accountOption, chooseAccountOrOnly, chooseUids, projectOption } from '../../choose.ts';
import { chooseScope, noticeOption } from '../../choose-consent.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { askFirst } from '../../input/terminal.ts';
import { limitOption, toTimeSpan, usualRows } from '../../input/values.ts';
import { printsJson } from '../../output/format.ts';
import type { Result, Stream } from '../../output/print.ts';
import { note } from '../../output/print.ts';
import { watchReading } from '../../output/progress.ts';
import { align, csvOption, listRows } from '../../output/rows.ts';
import { needErasures } from '../../stage/open-table.ts';
import { countConsents, describeUnfinished, finishPlans, watchErasing } from '../erasure/plans.ts';
import { describeListed, listedColumns, toListedRow, toListedRows } from './describe.ts';

/** The options as typed. */
export interface Wanted {
  readonly endedBefore?: Span | undefined;
  readonly project?: string | undefined;
  readonly notice?: string | undefined;
  readonly everything: boolean;
}

/** @throws CommandError notFound; usage when the date is in the future */
export const toQuestion = async (
  { table, now }: Work,
  accountId: string,
  { endedBefore: span, project, notice, everything }: Wanted,
): Promise<RetentionQuestion> => {
  const endedBefore = span?.start;
  if (endedBefore !== undefined && endedBefore > now) {
    throw new CommandError(
      '--ended-before is in the future. Give a past time: consents in force are never purged.',
      'usage',
    );
  }
  const { pid, versionId } = await chooseScope(table, accountId, { notice });
  return {
    accountId,
    pid,
    versionId,
    projectUids: await chooseUids(table, accountId, project),
    retention: { now, endedBefore, withErased: everything },
    lineage: await readLineage(table, accountId),
  };
};

export const noneDue = 'No consent is due for a purge.';

const read = (table: Table, question: RetentionQuestion) =>
  watchReading((onRead) => readLapsed(table, question, onRead));

/** Counts the consents that are due, and notes how many stay for lack of a term. */
export const countDue = async (table: Table, question: RetentionQuestion): Promise<LapsedSummary> => {
  const summary = await summarise(read(table, question));
  const left = describeLeft(summary);
  if (summary.consents > 0) note(describeCounts(summary));
  if (left !== undefined) note(left);
  return summary;
};

/** The counts and the rows as one JSON object; rows are streamed as they are read. */
async function* wrapJson(summary: LapsedSummary, rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${toJson(summary).slice(0, -2)},\n  "due": `;
  for await (const piece of rows) yield piece.replace(/\n$/, '').replaceAll('\n', '\n  ');
  yield '\n}\n';
}

/** How many rows, and in which format. */
export interface Form {
  readonly limit: number | undefined;
  readonly csv: boolean | undefined;
}

/** The due consents, in rows as `consent list` prints them, and the counts. Scripts get both in one object. */
export const listDue = async (
  { table, now }: Pick<Work, 'table' | 'now'>,
  question: RetentionQuestion,
  summary: LapsedSummary,
  form: Form,
): Promise<Result | Stream> => {
  const pages = toListed(read(table, question), now);
  const listed = await listRows({
    pages,
    ...form,
    columns: listedColumns,
    toRow: toListedRow,
    toTableRows: toListedRows(table, question.accountId),
    toData: describeListed,
    none: noneDue,
  });
  return 'pieces' in listed && printsJson() ? { pieces: wrapJson(summary, listed.pieces) } : listed;
};

/** How many consents of a notice are due, by what ended them. */
interface LapsedCount {
  readonly consentInformationName: string;
  readonly consentInformationPid: number;
  readonly endedBy: EndStateName;
  readonly consents: number;
}

/** Counts of consents that are due. */
export interface LapsedSummary {
  readonly consents: number;
  readonly counts: readonly LapsedCount[];
  /** Consents that ended and stay, because their versions set no retention. */
  readonly withoutTerm: number;
}

/** Counts page by page, without keeping the consents. */
export const summarise = async (pages: AsyncIterable<RetentionPage>): Promise<LapsedSummary> => {
  const counts = new Map<string, LapsedCount>();
  let withoutTerm = 0;
  for await (const page of pages) {
    withoutTerm += page.withoutTerm;
    for (const {
      facets: { pid },
      version: { name },
      ending,
    } of page.lapsed) {
      const key = `${pid} ${ending}`;
      const consents = (counts.get(key)?.consents ?? 0) + 1;
      counts.set(key, { consentInformationName: name, consentInformationPid: pid, endedBy: ending, consents });
    }
  }
  const sorted = [...counts.values()].sort(
    (one, other) =>
      one.consentInformationPid - other.consentInformationPid ||
      endNames.indexOf(one.endedBy) - endNames.indexOf(other.endedBy),
  );
  return { consents: sorted.reduce((sum, { consents }) => sum + consents, 0), counts: sorted, withoutTerm };
};

/** @param now the moment of the decision; a consent dated by a fast clock ends by the same clock */
const toStated = (consent: LapsedConsent, now: Date): StatedConsent => {
  const state = stateAt(consent.times, now);
  if (state === undefined) throw new Error('A consent that is over has no state.');
  return { ...consent, ...state };
};

/** The consents alone, as lists print them. */
export async function* toListed(
  pages: AsyncIterable<RetentionPage>,
  now: Date,
): AsyncGenerator<readonly StatedConsent[]> {
  for await (const { lapsed } of pages) yield lapsed.map((consent) => toStated(consent, now));
}

/** The counts by notice and by what ended the consents, for people. */
export const describeCounts = ({ counts }: LapsedSummary): string =>
  align([
    ['notice', 'PID', 'ended by', 'consents'],
    ...counts.map(({ consentInformationName, consentInformationPid, endedBy, consents }) => [
      consentInformationName,
      consentInformationPid,
      endedBy,
      consents.toLocaleString('en'),
    ]),
  ]);

/** Says how many ended consents stay; nothing if none do. */
export const describeLeft = ({ withoutTerm }: Pick<LapsedSummary, 'withoutTerm'>): string | undefined =>
  withoutTerm === 0
    ? undefined
    : `${countConsents(withoutTerm)} ${withoutTerm === 1 ? 'has ended and stays, because its version has' : 'have ended and stay, because their versions have'} no retentionDays. --ended-before purges such consents too.`;

/** The ids of the due consents, as many at a time as a plan has. */
async function* readDue(table: Table, question: RetentionQuestion): AsyncGenerator<readonly string[]> {
  let ids: string[] = [];
  for await (const { lapsed } of readLapsed(table, question)) {
    ids.push(...(await confirmLapsed(table, question, lapsed)).map(({ id }) => id));
    for (; ids.length >= consentsOfPlan; ids = ids.slice(consentsOfPlan)) yield ids.slice(0, consentsOfPlan);
  }
  if (ids.length > 0) yield ids;
}

/** What the operations log records of a purge, in addition to the number of consents. */
const toTarget = ({ pid, versionId, projectUids, retention }: RetentionQuestion): Target => ({
  projects: projectUids.length,
  ...(retention.endedBefore && { endedBefore: retention.endedBefore.toISOString() }),
  ...(pid !== undefined && { pid }),
  ...(versionId !== undefined && { versionId }),
});

/** Erases the due consents, plan by plan. */
const eraseDue = async (
  { table, newChange }: ChangingWork,
  site: ErasureSite,
  question: RetentionQuestion,
  { consents, extent }: { readonly consents: number; readonly extent: Extent },
) => {
  const change = newChange();
  const target = toTarget(question);
  const outcome = await watchErasing(consents, async (onErased) => {
    let sum = nothingErased;
    for await (const consentIds of readDue(table, question)) {
      const done = await eraseConsents(site, { consentIds, extent }, change, {
        newChange,
        onErased,
        target,
      });
      sum = addOutcomes(sum, done);
    }
    return sum;
  });
  return { at: change.now, outcome };
};

const purgeWarnings: Readonly<Record<Extent, (consents: string) => string>> = {
  evidence: (consents) =>
    `${consents} will be purged: values, proofs and IP addresses are erased. Notice, version, times and channel stay as evidence.`,
  everything: (consents) => `${consents} will be purged with --everything. Only a count stays, in the overview.`,
};

/** Shows what is due, before the question. */
const showDue = async (work: ChangingWork, question: RetentionQuestion, summary: LapsedSummary): Promise<void> => {
  if (printsJson()) return;
  const listed = await listDue(work, question, summary, { limit: usualRows, csv: false });
  if ('text' in listed) note(`${listed.text}${listed.remark === undefined ? '' : `\n${listed.remark}`}`);
};

/** Shows what is due, asks, finishes interrupted erasures, and erases. @throws CommandError refused when the answer is no */
export const purgeDue = async (
  work: ChangingWork,
  question: RetentionQuestion,
  { everything, yes }: { everything: boolean; yes: boolean },
): Promise<Result> => {
  const { stage, table } = work;
  const { accountId } = question;
  const site = { table, erasures: needErasures(stage), log: stage.log, accountId };
  const extent = everything ? 'everything' : 'evidence';
  const [counted, unfinished] = [await countDue(table, question), await findUndonePlans(site.erasures, accountId)];
  if (counted.consents + unfinished.length === 0) return { data: { ...counted, erased: 0 }, text: '', remark: noneDue };
  for (const line of describeUnfinished(unfinished)) note(line);
  if (!yes && counted.consents > 0) await showDue(work, question, counted);
  await askFirst(
    `${counted.consents > 0 ? `${purgeWarnings[extent](countConsents(counted.consents))} ` : ''}This cannot be undone. Go on?`,
    yes,
  );
  await finishPlans(work, site, unfinished);
  const left = unfinished.length === 0 ? counted : await countDue(table, question);
  if (left.consents === 0)
    return { data: { ...left, erased: 0 }, text: '', remark: 'Nothing else is due for a purge.' };
  const { at, outcome } = await eraseDue(work, site, question, { consents: left.consents, extent });
  return {
    data: { ...left, extent, time: at, ...outcome },
    text: `Purged on ${formatTime(at)}: ${countConsents(outcome.erased)}.`,
  };
};

const check = async (work: Work, question: RetentionQuestion, form: Form): Promise<Result | Stream> => {
  const summary = await countDue(work.table, question);
  const listed = await listDue(work, question, summary, form);
  return summary.consents === 0
    ? listed
    : { ...listed, finding: `${countConsents(summary.consents)} would be purged.` };
};

const checkForm = ({ limit, csv }: Form): void => {
  if (limit !== undefined || csv) throw new CommandError('--limit and --csv work only with --check.', 'usage');
};

export const purge = changingCommand(
  'purge',
  'Erases consents that ended more than the retentionDays of their versions ago, or before --ended-before',
  'consent purge --check --stage prod',
)
  .option(
    '--ended-before <time>',
    'consents that ended before this month, day or time in UTC, regardless of retentionDays',
    toTimeSpan,
  )
  .option(...projectOption)
  .option(...noticeOption)
  .option('--everything', 'keep nothing of the consents except a count')
  .option('--check', `list what is due and erase nothing; exit code ${exitCodes.finding} if anything is due`)
  .option(...limitOption)
  .option(...csvOption)
  .option('--yes', 'do not ask for confirmation')
  .option(...accountOption)
  .action(
    changes(
      async (work, { account, everything = false, check: isCheck = false, yes = false, limit, csv, ...wanted }) => {
        if (!isCheck) checkForm({ limit, csv });
        const { id } = await chooseAccountOrOnly(work.table, account);
        const question = await toQuestion(work, id, { everything, ...wanted });
        return isCheck ? check(work, question, { limit, csv }) : purgeDue(work, question, { everything, yes });
      },
    ),
  );
