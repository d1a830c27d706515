import type { ErasurePlan } from '../../shared/consents/erasure/erasures.ts';
import { erasuresOf, findPlans, findUndone } from '../../shared/consents/erasure/erasures.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';
import { command, looks } from '../action.ts';
import { accountOption, chooseAccountOrOnly } from '../choose.ts';
import { CommandError } from '../errors.ts';
import { forReader } from '../output/format.ts';
import type { Row } from '../output/rows.ts';
import { toTable } from '../output/rows.ts';
import { needErasures } from '../stage/open-table.ts';
import { countConsents } from './erasure/plans.ts';
import { erase } from './person/erase.ts';
import { exportPerson } from './person/export.ts';
import { show } from './person/show.ts';

/** An erasure for scripts, and how many of its consents came back since, or are not erased yet. */
const describe = ({ plan, undone }: FoundErasure) => ({
  id: plan.id,
  time: plan.time,
  by: plan.by,
  extent: plan.extent,
  requestId: plan.request,
  consentIds: plan.consentIds,
  doneTime: plan.doneTime ?? null,
  undone,
});

const toRow = ({ plan: { time, by, extent, request, consentIds }, undone }: FoundErasure): Row => ({
  time: formatTime(time),
  consents: consentIds.length,
  extent,
  by,
  request,
  undone,
});

const describeAll = (found: readonly FoundErasure[]): string => {
  const undone = found.reduce((sum, each) => sum + each.undone, 0);
  const consents = new Set(found.flatMap(({ plan }) => plan.consentIds)).size;
  const isOver = found.every(({ plan }) => plan.doneTime !== undefined);
  const yes = isOver
    ? `Yes: ${countConsents(consents)} erased for this reference.`
    : 'Not yet: an erasure for this reference has not ended. If its command was interrupted, run the same command again.';
  const head =
    undone === 0
      ? yes
      : `Not yet: ${undone.toLocaleString('en')} of ${countConsents(consents)} are not erased. Run \`person erase --replay\`.`;
  return [forReader(head), toTable(found.map(toRow), '').text].join('\n\n');
};

/** An erasure, and how many of its consents the table still has. */
interface FoundErasure {
  readonly plan: ErasurePlan;
  readonly undone: number;
}

const erased = command(
  'erased',
  'Shows what was erased for a request of a person: when, by whom, how many consents, and whether all of it is done',
  'person erased DSR-2026/114 --stage prod',
)
  .argument(
    '<reference>',
    'reference of the request in your own files, as `person erase --reference` or the console had it',
  )
  .option(...accountOption)
  .action(
    looks(async ({ stage, table }, reference, { account: wanted }) => {
      const erasures = needErasures(stage);
      const account = await chooseAccountOrOnly(table, wanted);
      const found: FoundErasure[] = [];
      for (const plan of await findPlans(erasures, account.id, (each) => each.reference === reference)) {
        found.push({ plan, undone: (await findUndone(table, account.id, erasuresOf(plan))).length });
      }
      if (found.length > 0) return { data: found.map(describe), text: describeAll(found) };
      throw new CommandError(
        `Account "${makeVisible(account.name)}" erased nobody for this reference. \`erasure requests\` shows what is asked for, \`erasure list\` what was erased.`,
        'notFound',
      );
    }),
  );

export const person = command(
  'person',
  'People: everything recorded about one person, and its erasure',
  'person show email=ada@example.com --stage prod',
)
  .addCommand(show)
  .addCommand(exportPerson)
  .addCommand(erase)
  .addCommand(erased);
