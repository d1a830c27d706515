import { eraseConsents } from '../../../shared/consents/erasure/course.ts';
import type { ErasureSite } from '../../../shared/consents/erasure/erase-all.ts';
import { CommandError, exitCodes } from '../../command-error.ts';
import { accountOption, chooseAccountOrOnly } from '../account/choice.ts';
import type { ChangingWork } from '../../command.ts';
import { changes, changingCommand } from '../../command.ts';
import { finishRuns, watchErasing } from '../erasure/unfinished.ts';
import type { Result } from '../../printing/output.ts';
import { note } from '../../printing/output.ts';
import { needErasures } from '../../stage/erasures.ts';
import { askFirst } from '../../terminal.ts';
import { addText, describeNobody, parseValues } from '../../typed/person-values.ts';
import type { ErasurePlan, ErasureQuestion } from './erasure-plan.ts';
import { planErasure } from './erasure-plan.ts';
import { describeDone, describeFinding, describePlan, toPlanData } from './erasure-view.ts';
import { replayErasures } from './replay.ts';

/** Finishes interrupted erasures. @returns the plan for what remains after that */
const finishAll = async (
  work: ChangingWork,
  site: ErasureSite,
  question: ErasureQuestion,
  plan: ErasurePlan,
): Promise<ErasurePlan> => {
  if (plan.unfinished.length === 0) return plan;
  await finishRuns(work, site, plan.unfinished);
  return planErasure(question);
};

const eraseAll = async (work: ChangingWork, site: ErasureSite, { ids, extent }: ErasurePlan) => {
  const { newChange } = work;
  const change = newChange();
  const planned = ids.map((consentId) => ({ consentId, time: change.now, extent }));
  const outcome = await watchErasing(ids.length, (onErased) =>
    eraseConsents(site, planned, { change, newChange, onErased, target: { extent } }),
  );
  return { at: change.now, outcome };
};

interface PersonOptions {
  readonly everything: boolean;
  readonly check: boolean;
  readonly yes: boolean;
  readonly account?: string | undefined;
}

const erasePerson = async (
  work: ChangingWork,
  texts: readonly string[],
  { everything, check, yes, account: wanted }: PersonOptions,
): Promise<Result> => {
  const { table, now } = work;
  const values = parseValues(texts);
  const erasures = needErasures(work.stage);
  const account = await chooseAccountOrOnly(table, wanted);
  const extent = everything ? 'everything' : 'evidence';
  const question: ErasureQuestion = { table, erasures, account, values, extent, now };
  const plan = await planErasure(question);
  if (plan.ids.length + plan.unfinished.length === 0) throw new CommandError(describeNobody(account), 'notFound');
  if (check) return { data: toPlanData(plan), text: describePlan(plan), finding: describeFinding(plan) };
  note(`${describePlan(plan)}\n`);
  await askFirst('This cannot be undone. Erase?', yes);
  const site = { table, erasures, accountId: account.id };
  const left = await finishAll(work, site, question, plan);
  if (left.ids.length === 0)
    return { data: { ...toPlanData(left), erased: 0 }, text: 'Nothing else is left to erase.' };
  const { at, outcome } = await eraseAll(work, site, left);
  return { data: { ...toPlanData(left), at, ...outcome }, text: describeDone(left, at, outcome) };
};

/** @throws CommandError usage when it is unclear what to erase */
const checkReplay = (texts: readonly string[], everything: boolean): void => {
  if (texts.length > 0) throw new CommandError('Name a person or use --replay, not both.', 'usage');
  if (everything)
    throw new CommandError('--replay erases each consent to its listed extent. Leave --everything out.', 'usage');
};

export const erase = changingCommand(
  'erase',
  'Erases one person: shows what would be erased, asks, then erases. Without --everything, evidence that somebody agreed stays',
  "person erase email=ada@example.com --stage prod --reason 'request of 2026-11-20'",
)
  .argument(
    '[key=value...]',
    'a value of the person, such as email=ada@example.com; consents must have all given values',
    addText,
  )
  .option('--everything', 'keep nothing of the consents except a count')
  .option(
    '--replay',
    'instead of a person: erase again what came back, as after a restore; in all accounts without --account',
  )
  .option(
    '--from <file or table>',
    'with --replay: a file from `erasure list --out`, or the table from before the restore',
  )
  .option(
    '--check',
    `show what would be erased, and erase nothing; exit code ${exitCodes.finding} if anything would be`,
  )
  .option('--yes', 'do not ask for confirmation')
  .option(...accountOption)
  .action(
    changes(async (work, texts = [], { everything = false, replay = false, from, ...options }) => {
      const { check = false, yes = false, account } = options;
      if (replay) {
        checkReplay(texts, everything);
        return replayErasures(work, { from, account, check, yes });
      }
      if (from !== undefined) throw new CommandError('--from works only with --replay.', 'usage');
      if (texts.length === 0) {
        throw new CommandError('Name a person, such as email=ada@example.com, or use --replay.', 'usage');
      }
      return erasePerson(work, texts, { everything, check, yes, account });
    }),
  );
