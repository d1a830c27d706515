import type { ErasureSite } from '../../../shared/consents/erasure/erase.ts';
import { addOutcomes, eraseConsents, nothingErased } from '../../../shared/consents/erasure/erase.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import { consentsOfPlan, findUndonePlans } from '../../../shared/consents/erasure/erasures.ts';
import type { RetentionQuestion } from '../../../shared/consents/retention.ts';
import { readLapsed } from '../../../shared/consents/retention.ts';
import type { Target } from '../../../shared/identity/operations.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { ChangingWork } from '../../action.ts';
import { askFirst } from '../../input/terminal.ts';
import { usualRows } from '../../input/values.ts';
import { printsJson } from '../../output/format.ts';
import type { Result } from '../../output/print.ts';
import { note } from '../../output/print.ts';
import { needErasures } from '../../stage/table.ts';
import { countConsents, describeUnfinished, finishPlans, watchErasing } from '../erasure/unfinished.ts';
import { countDue, listDue, noneDue } from './due-for-purge.ts';
import type { LapsedSummary } from './lapsed.ts';

/** The ids of the due consents, as many at a time as a plan has. */
async function* readDue(table: Table, question: RetentionQuestion): AsyncGenerator<readonly string[]> {
  let ids: string[] = [];
  for await (const { lapsed } of readLapsed(table, question)) {
    ids.push(...lapsed.map(({ id }) => id));
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

const foresee: Readonly<Record<Extent, (consents: string) => string>> = {
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
  const site = { table, erasures: needErasures(stage), accountId };
  const extent = everything ? 'everything' : 'evidence';
  const [counted, unfinished] = [await countDue(table, question), await findUndonePlans(site.erasures, accountId)];
  if (counted.consents + unfinished.length === 0) return { data: { ...counted, erased: 0 }, text: '', remark: noneDue };
  for (const line of describeUnfinished(unfinished)) note(line);
  if (!yes && counted.consents > 0) await showDue(work, question, counted);
  await askFirst(
    `${counted.consents > 0 ? `${foresee[extent](countConsents(counted.consents))} ` : ''}This cannot be undone. Go on?`,
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
