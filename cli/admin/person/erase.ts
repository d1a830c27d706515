import { eraseConsents } from '../../../shared/erasure/course.ts';
import type { ErasureSite } from '../../../shared/erasure/erase-all.ts';
import { CommandError, exitCodes } from '../../command-error.ts';
import { accountOption, chooseAccountOrOnly } from '../account/choice.ts';
import type { ChangingWork } from '../command.ts';
import { changes, changingCommand } from '../command.ts';
import { finishRuns, watchErasing } from '../erasing/unfinished.ts';
import type { Result } from '../printing/output.ts';
import { note } from '../printing/output.ts';
import { needErasures } from '../stage/erasures.ts';
import { askFirst } from '../terminal.ts';
import { addText, describeNobody, parseValues } from '../typed/person-values.ts';
import type { ErasurePlan, ErasureQuestion } from './erasure-plan.ts';
import { planErasure } from './erasure-plan.ts';
import { describeDone, describeFinding, describePlan, toPlanData } from './erasure-view.ts';
import { replayErasures } from './replay.ts';

/** Finishes what was broken off. @returns what is to be done after that */
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

/** @throws CommandError usage where it is not clear what is to be erased */
const checkReplay = (texts: readonly string[], everything: boolean): void => {
  if (texts.length > 0) throw new CommandError('Name a person, or say --replay, not both.', 'usage');
  if (everything) throw new CommandError('--replay erases as far as was listed; leave --everything out.', 'usage');
};

export const erase = changingCommand(
  'erase',
  'Erases one person: shows what would go, asks, erases; without --everything evidence that somebody agreed stays',
  "person erase email=ada@example.com --stage prod --reason 'request of 2026-11-20'",
)
  .argument('[key=value...]', 'who: a value such as email=ada@example.com; of several, all must hold', addText)
  .option('--everything', 'leave nothing of the consents but a count')
  .option(
    '--replay',
    'instead of a person: erase again what has come back, as after a restore; in all accounts without --account',
  )
  .option('--from <file or table>', 'beside --replay: a file of `erasure list --out`, or the table before the restore')
  .option(
    '--check',
    `show what would be erased, and erase nothing; exit code ${exitCodes.finding} when something would be`,
  )
  .option('--yes', 'do not ask')
  .option(...accountOption)
  .action(
    changes(async (work, texts = [], { everything = false, replay = false, from, ...options }) => {
      const { check = false, yes = false, account } = options;
      if (replay) {
        checkReplay(texts, everything);
        return replayErasures(work, { from, account, check, yes });
      }
      if (from !== undefined) throw new CommandError('--from is for --replay.', 'usage');
      if (texts.length === 0) {
        throw new CommandError('Name a person, such as email=ada@example.com, or say --replay.', 'usage');
      }
      return erasePerson(work, texts, { everything, check, yes, account });
    }),
  );
