import { InvalidArgumentError } from '@commander-js/extra-typings';
import * as v from 'valibot';
import type { AddressRequests } from '../../../shared/confirmations/voiding.ts';
import { noRequests, readRequests, voidRequests } from '../../../shared/confirmations/voiding.ts';
import type { ErasureOutcome, ErasureSite } from '../../../shared/consents/erasure/erase.ts';
import { addOutcomes, enterErased, eraseConsents, nothingErased } from '../../../shared/consents/erasure/erase.ts';
import type { ErasurePlan, Extent } from '../../../shared/consents/erasure/erasures.ts';
import { findUndonePlans } from '../../../shared/consents/erasure/erasures.ts';
import { Reference } from '../../../shared/consents/erasure/request-schemas.ts';
import type { HeldValue } from '../../../shared/consents/held-values.ts';
import { collectValues, findDiffering } from '../../../shared/consents/held-values.ts';
import type { PersonConsent } from '../../../shared/consents/list-consents.ts';
import { readConsents, readPerson } from '../../../shared/consents/list-consents.ts';
import type { FurtherConsents } from '../../../shared/consents/person.ts';
import { findFurther } from '../../../shared/consents/person.ts';
import type { FindableValues } from '../../../shared/consents/person-data.ts';
import { newComparison } from '../../../shared/consents/person-data.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import { formatTime } from '../../../shared/runtime/time.ts';
import type { Table } from '../../../shared/store/table.ts';
import type { ChangingWork } from '../../action.ts';
import { changes, changingCommand } from '../../action.ts';
import { accountOption, chooseAccountOrOnly } from '../../choose.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { askFirst } from '../../input/terminal.ts';
import { describeNobody, parseValues, personArgument } from '../../input/values.ts';
import { forReader } from '../../output/format.ts';
import type { Result } from '../../output/print.ts';
import { note } from '../../output/print.ts';
import { countEach, watchReading } from '../../output/progress.ts';
import { needErasures } from '../../stage/open-table.ts';
import type { Stage } from '../../stage/stage.ts';
import { describeBackups } from '../../stage/stage.ts';
import {
  countActive,
  countConsents,
  describeExtent,
  describeUndoneData,
  describeUnfinished,
  finishPlans,
  type PlannedGroup,
  toGroupData,
  toGroupRow,
  toGroups,
  watchErasing,
} from '../erasure/plans.ts';
import { eraseRequested } from './erase-requested.ts';
import { replayErasures } from './replay.ts';
import { part, toFurtherRow, toValueRow, warn } from './show.ts';

/** Voids requests to confirm and finishes interrupted erasures. @returns what remains after that, and its plan */
const finishAll = async (
  work: ChangingWork,
  site: ErasureSite,
  question: ErasureQuestion,
  plan: PersonPlan,
): Promise<readonly [ErasureQuestion, PersonPlan]> => {
  const { table, account, values } = question;
  const email = values.get('email');
  const requests = email === undefined ? noRequests : await voidRequests(table, account.id, email, work.newChange());
  const remaining = { ...question, requests };
  const { unfinished, unconfirmed } = plan;
  if (unfinished.length + unconfirmed === 0) return [remaining, { ...plan, unconfirmed: requests.unconfirmed }];
  if (unfinished.length > 0) await finishPlans(work, site, unfinished);
  return [remaining, await planErasure(remaining)];
};

/**
 * Erases what was confirmed, then looks again until nothing is left: the indexes may show a consent late that was given
 * before. Only then is the erasure over. What the person agrees to from now on stays.
 */
const eraseAll = async (
  { newChange }: ChangingWork,
  site: ErasureSite,
  question: ErasureQuestion,
  { ids, extent, reference }: Pick<PersonPlan, 'ids' | 'extent'> & Pick<PersonOptions, 'reference'>,
) => {
  const change = newChange();
  const { now } = change;
  const erasureIds: string[] = [];
  const onPlanned = (planned: readonly string[]): void => {
    erasureIds.push(...planned);
  };
  const erase = async (consentIds: readonly string[]): Promise<ErasureOutcome> => {
    let late = nothingErased;
    const beforeEnd = async (): Promise<void> => {
      const left = await findGivenUntil(question, now);
      if (left.length > 0) late = await erase(left);
    };
    const done = await watchErasing(consentIds.length, (onErased) =>
      eraseConsents(site, { consentIds, extent, reference }, change, { newChange, onErased, beforeEnd, onPlanned }),
    );
    return addOutcomes(done, late);
  };
  return { at: now, outcome: await erase(ids), erasureIds };
};

interface PersonOptions {
  readonly everything: boolean;
  readonly check: boolean;
  readonly yes: boolean;
  readonly account?: string | undefined;
  readonly reference?: string | undefined;
}

const erasePerson = async (
  work: ChangingWork,
  texts: readonly string[],
  { everything, check, yes, account: wanted, reference }: PersonOptions,
): Promise<Result> => {
  const { table, now } = work;
  const values = parseValues(texts);
  const erasures = needErasures(work.stage);
  const account = await chooseAccountOrOnly(table, wanted);
  const extent = everything ? 'everything' : 'evidence';
  const email = values.get('email');
  const requests = email === undefined ? noRequests : await readRequests(table, account.id, email);
  const question: ErasureQuestion = { table, erasures, account, values, requests, extent, now };
  const plan = await planErasure(question);
  const site = { table, erasures, log: work.stage.log, accountId: account.id };
  if (!check) await enterErased(site, { erased: plan.before, missing: [] }, now);
  if (plan.ids.length + plan.unfinished.length + plan.unconfirmed === 0)
    throw new CommandError(describeNobody(account), 'notFound');
  if (check) return { data: toPlanData(plan), text: describePlan(plan), finding: describeFinding(plan) };
  note(`${describePlan(plan)}\n`);
  await askFirst('This cannot be undone. Erase?', yes);
  const [remaining, left] = await finishAll(work, site, question, plan);
  if (left.ids.length === 0)
    return {
      data: { ...toPlanData(left), erased: 0 },
      text: ['Nothing else is left to erase.', ...describeUnconfirmed(left)].join('\n'),
    };
  const done = await eraseAll(work, site, remaining, { ...left, reference });
  return {
    data: { ...toPlanData(left), time: done.at, ...done.outcome, erasureIds: done.erasureIds },
    text: describeDone({ ...left, reference }, done, work.stage),
  };
};

/** @throws CommandError usage when it is unclear what to erase */
const checkAlone = (option: '--replay' | '--requests', texts: readonly string[], everything: boolean): void => {
  if (texts.length > 0) throw new CommandError(`Name a person or use ${option}, not both.`, 'usage');
  if (!everything) return;
  const whose = option === '--replay' ? 'listed' : 'requested';
  throw new CommandError(`${option} erases each consent to its ${whose} extent. Leave --everything out.`, 'usage');
};

const describeFurther = (further: readonly FurtherConsents[]): string[] =>
  further.length === 0
    ? []
    : [
        part(
          'More consents share values with this person, but lack a given value. They stay as they are',
          further.map(toFurtherRow),
        ),
        'If they are of the same person, erase them by these values too. Write the values down now: after the erasure the register does not have them.',
      ];

/** The plan, for people. */
const describePlan = (plan: PersonPlan): string => {
  const { ids, groups, values, differing, further } = plan;
  const own =
    ids.length === 0
      ? []
      : [
          ...warn(differing, 'erase'),
          part('Consents', groups.map(toGroupRow)),
          ...(values.length === 0 ? [] : [part('Values that they hold', values.map(toValueRow))]),
          ...describeFurther(further),
          describeExtent(plan),
        ];
  return [...describeUnfinished(plan.unfinished), ...own, ...describeUnconfirmed(plan)].join('\n\n');
};

/** The finding of `--check`. */
const describeFinding = ({ ids, unfinished, unconfirmed }: PersonPlan): string => {
  if (ids.length > 0) return `${countConsents(ids.length)} would be erased.`;
  return unfinished.length > 0
    ? `${countEach(unfinished.length, 'erasure')} would be finished.`
    : `${countEach(unconfirmed, 'unconfirmed request')} would be voided.`;
};

const describeUnconfirmed = ({ unconfirmed }: Pick<PersonPlan, 'unconfirmed'>): string[] =>
  unconfirmed === 0
    ? []
    : [
        `${countEach(unconfirmed, 'unconfirmed request')} of this email: erased too, so that no press of a link in a mail records it.`,
      ];

/** What was done, and what to do next. */
const describeDone = (
  { further, reference }: Pick<PersonPlan, 'further'> & Pick<PersonOptions, 'reference'>,
  { at, outcome, erasureIds }: Awaited<ReturnType<typeof eraseAll>>,
  stage: Stage,
): string =>
  [
    `Erased on ${formatTime(at)}: ${countConsents(outcome.erased)}.`,
    ...erasureIds.map((id) =>
      forReader(`Erasure ${id}: \`operations list --target erasure=${id}\` shows who erased, when and why.`),
    ),
    'Next: erase the person in your other systems, and in files and pages made from these consents. Inform those who received the data ' +
      `(Article 19 GDPR). ${describeBackups(stage)}`,
    ...(further.length === 0
      ? []
      : ['The other consents listed above stay. If they are of the same person, erase them by the values listed.']),
    ...(reference === undefined
      ? []
      : [forReader(`From now on, \`person erased ${reference}\` shows what was erased.`)]),
  ].join('\n');

/** The same for scripts. */
const toPlanData = ({ unfinished, ids, groups, before: _, ...plan }: PersonPlan) => ({
  ...plan,
  groups: toGroupData(groups),
  consentIds: ids,
  unfinished: unfinished.map(describeUndoneData),
});

/** The consents that have the values, and data of the person: those that indexes show, and those of requests to confirm. */
const findConsents = async ({ table, account, values, requests }: ErasureQuestion): Promise<PersonConsent[]> => {
  const lineage = await readLineage(table, account.id);
  const pages = watchReading((onRead) => readPerson(table, account.id, values, { lineage, filter: {}, onRead }));
  const shown = (await Array.fromAsync(pages)).flat();
  const known = new Set(shown.map(({ id }) => id));
  const others = requests.consentIds.filter((id) => !known.has(id));
  const isTheirs = newComparison(values);
  const late = (await readConsents(table, account.id, others, lineage)).filter(({ userData }) => isTheirs(userData));
  return [...shown, ...late];
};

const isHolding = ({ times }: PersonConsent): boolean => times.erased === undefined;

const findGivenUntil = async (question: ErasureQuestion, until: Date): Promise<string[]> =>
  (await findConsents(question))
    .filter((consent) => isHolding(consent) && consent.times.given <= until)
    .map(({ id }) => id);

/** Reads what an erasure would do, and changes nothing. */
const planErasure = async (question: ErasureQuestion): Promise<PersonPlan> => {
  const { table, erasures, account, extent, requests, now } = question;
  const [found, unfinished] = await Promise.all([findConsents(question), findUndonePlans(erasures, account.id)]);
  const consents = found.filter(isHolding);
  const groups = toGroups(consents, now);
  const values = collectValues(consents);
  const ids = consents.map(({ id }) => id);
  return {
    extent,
    groups,
    values,
    unfinished,
    ids,
    before: found.filter((consent) => !isHolding(consent)).map(({ id }) => id),
    active: countActive(groups),
    differing: findDiffering(values),
    further: await findFurther(table, account.id, values, new Set(ids)),
    unconfirmed: requests.unconfirmed,
  };
};

const readReference = (text: string): string => {
  const { success, output, issues } = v.safeParse(Reference, text);
  if (!success) throw new InvalidArgumentError(issues[0].message.replace(/^[a-z-]+: /, ''));
  return output;
};

export const erase = changingCommand(
  'erase',
  'Erases one person: shows what would be erased, asks, then erases. Without --everything, evidence that somebody agreed stays',
  "person erase email=ada@example.com --stage prod --reason 'request of 2026-11-20'",
)
  .argument('[key=value...]', personArgument[1], personArgument[2])
  .option('--everything', 'keep nothing of the consents except a count')
  .option(
    '--reference <reference>',
    'reference of the request in your own files, such as DSR-2026/114, by which `person erased` finds it; nothing of the person, since it stays',
    readReference,
  )
  .option(
    '--requests',
    'instead of a person: show each request that users made in the console, of all accounts without --account, and erase what it names when you confirm it',
  )
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
    changes(async (work, texts = [], { everything = false, requests = false, replay = false, from, ...options }) => {
      const { check = false, yes = false, account, reference } = options;
      if (reference !== undefined && (requests || replay))
        throw new CommandError('--reference is for a person: requests and a replay have their own.', 'usage');
      if (requests) {
        checkAlone('--requests', texts, everything);
        if (replay || from !== undefined) throw new CommandError('Use --requests or --replay, not both.', 'usage');
        return eraseRequested(work, { account, check, yes });
      }
      if (replay) {
        checkAlone('--replay', texts, everything);
        return replayErasures(work, { from, account, check, yes });
      }
      if (from !== undefined) throw new CommandError('--from works only with --replay.', 'usage');
      if (texts.length === 0) {
        throw new CommandError('Name a person, such as email=ada@example.com, or use --requests or --replay.', 'usage');
      }
      return erasePerson(work, texts, { everything, check, yes, account, reference });
    }),
  );

/** What an erasure of a person would do. */
interface PersonPlan {
  readonly extent: Extent;
  readonly ids: readonly string[];
  /** Those that the table has as erased although they have the values: this erasure passes them over. */
  readonly before: readonly string[];
  readonly groups: readonly PlannedGroup[];
  /** How many are in force, and will count as revoked. */
  readonly active: number;
  /** Keys with different values: the consents may be of several people. */
  readonly differing: readonly string[];
  readonly values: readonly HeldValue[];
  /** Values that lead to other consents, which this erasure leaves as they are. */
  readonly further: readonly FurtherConsents[];
  /** Unfinished erasures of the account: they are finished first. */
  readonly unfinished: readonly ErasurePlan[];
  /** Requests to confirm by email that nobody has confirmed, if the person is named by an email. */
  readonly unconfirmed: number;
}

/** Where to look for a person. */
interface ErasureQuestion {
  readonly table: Table;
  readonly erasures: Table;
  readonly account: Account;
  readonly values: FindableValues;
  /** The requests to confirm of the email, if there is one among the values. */
  readonly requests: AddressRequests;
  readonly extent: Extent;
  readonly now: Date;
}
