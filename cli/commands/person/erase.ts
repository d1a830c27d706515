import { callOf } from '../../../shared/calls.ts';
import type { ErasureOutcome, ErasureSite } from '../../../shared/consents/erasure/erase-all.ts';
import type { ErasedConsent } from '../../../shared/consents/erasure/erased-person.ts';
import { findErasedPerson } from '../../../shared/consents/erasure/erased-person.ts';
import type { ErasureRun } from '../../../shared/consents/erasure/erasure-run.ts';
import { eraseConsents, findRuns } from '../../../shared/consents/erasure/erasure-run.ts';
import type { Extent } from '../../../shared/consents/erasure/erasures.ts';
import type { FindableValues } from '../../../shared/consents/evidence.ts';
import { stateFor } from '../../../shared/consents/reports/consent-filter.ts';
import type { FurtherConsents } from '../../../shared/consents/reports/further-consents.ts';
import { findFurther } from '../../../shared/consents/reports/further-consents.ts';
import type { HeldValue } from '../../../shared/consents/reports/held-values.ts';
import { collectValues, findDiffering } from '../../../shared/consents/reports/held-values.ts';
import { readPerson } from '../../../shared/consents/reports/person-consents.ts';
import type { ListedConsent } from '../../../shared/consents/reports/project-entries.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import type { Table } from '../../../shared/store/client.ts';
import { formatTime } from '../../../shared/time.ts';
import { accountOption, chooseAccountOrOnly } from '../../choose.ts';
import type { ChangingWork } from '../../command.ts';
import { changes, changingCommand } from '../../command.ts';
import { CommandError, exitCodes } from '../../command-error.ts';
import type { Result } from '../../printing/output.ts';
import { note } from '../../printing/output.ts';
import { countEach, watchReading } from '../../printing/progress.ts';
import { needErasures } from '../../stage/named-table.ts';
import type { Stage } from '../../stage/stage.ts';
import { describeBackups } from '../../stage/stage.ts';
import { askFirst } from '../../terminal.ts';
import { describeNobody, parseValues, personArgument } from '../../typed-values.ts';
import { countConsents, describeRunData, describeUnfinished, finishRuns, watchErasing } from '../erasure/unfinished.ts';
import { part, toFurtherRow, toValueRow, warn } from './describe-person.ts';
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
  return { data: { ...toPlanData(left), time: at, ...outcome }, text: describeDone(left, at, outcome, work.stage) };
};

/** @throws CommandError usage when it is unclear what to erase */
const checkReplay = (texts: readonly string[], everything: boolean): void => {
  if (texts.length > 0) throw new CommandError('Name a person or use --replay, not both.', 'usage');
  if (everything)
    throw new CommandError('--replay erases each consent to its listed extent. Leave --everything out.', 'usage');
};

const describeExtent = ({ extent, ids, active }: ErasurePlan): string => {
  const count = countConsents(ids.length);
  if (extent === 'everything') return `To be erased with --everything: ${count}. Only a count stays, for reports.`;
  const forced =
    active === 0
      ? ''
      : ` ${countConsents(active)} in force ${active === 1 ? 'counts' : 'count'} as revoked from then on.`;
  return (
    `To be erased: ${count}. Personal data goes: values, proofs, IP addresses. Notice, version, times, channel ` +
    `and recording user stay as evidence.${forced}`
  );
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
const describePlan = (plan: ErasurePlan): string => {
  const { ids, groups, values, differing, further } = plan;
  const rows = groups.map(({ notice, state, consents }) => ({ notice, state, consents }));
  const own =
    ids.length === 0
      ? []
      : [
          ...warn(differing, 'erase'),
          part('Consents', rows),
          ...(values.length === 0 ? [] : [part('Values that they hold', values.map(toValueRow))]),
          ...describeFurther(further),
          describeExtent(plan),
        ];
  return [...describeUnfinished(plan.unfinished), ...own].join('\n\n');
};

/** The finding of `--check`. */
const describeFinding = ({ ids, unfinished }: ErasurePlan): string =>
  ids.length > 0
    ? `${countConsents(ids.length)} would be erased.`
    : `${countEach(unfinished.length, 'erasure')} would be finished.`;

/** What was done, and what to do next. */
const describeDone = (
  { extent, further }: ErasurePlan,
  at: Date,
  { erased, listed }: ErasureOutcome,
  stage: Stage,
): string =>
  [
    `Erased on ${formatTime(at)}: ${countConsents(erased)}.`,
    ...(listed === 0
      ? []
      : [`An index still lists ${listed} of them. It follows without further action, and nobody can find them by it.`]),
    'Next: erase the person in your other systems, and in files and pages made from these consents. Inform those who received the data ' +
      `(Article 19 GDPR). ${describeBackups(stage)}`,
    ...(further.length === 0
      ? []
      : ['The other consents listed above stay. If they are of the same person, erase them by the values listed.']),
    ...(extent === 'everything'
      ? []
      : [`From now on, \`${callOf('person erased')}\` with the same values shows that the person was erased.`]),
  ].join('\n');

/** The same for scripts. */
const toPlanData = ({ unfinished, ids, groups, ...plan }: ErasurePlan) => ({
  ...plan,
  groups: groups.map(({ notice, pid, state, consents }) => ({
    consentInformationName: notice,
    consentInformationPid: pid,
    state,
    consents,
  })),
  consentIds: ids,
  unfinished: unfinished.map(describeRunData),
});

const toGroups = (consents: readonly Erasable[], now: Date): PlannedGroup[] => {
  const groups = new Map<string, PlannedGroup>();
  for (const { facets, version, times } of consents) {
    const { state = '' } = stateFor(times, { now }) ?? {};
    const name = JSON.stringify([facets.pid, state]);
    const before = groups.get(name)?.consents ?? 0;
    groups.set(name, { notice: version.name, pid: facets.pid, state, consents: before + 1 });
  }
  return [...groups.values()].sort((one, other) => one.pid - other.pid);
};

/** The consents of the person; with --everything also those erased before. */
const findConsents = async ({ table, erasures, account, values, extent }: ErasureQuestion) => {
  const lineage = await readLineage(table, account.id);
  const pages = watchReading((onRead) => readPerson(table, account.id, values, { lineage, filter: {}, onRead }));
  const holding = (await Array.fromAsync(pages)).flat();
  const isWhole = extent === 'everything';
  const erased: readonly ErasedConsent[] = isWhole
    ? await findErasedPerson({ table, erasures, accountId: account.id }, values, lineage)
    : [];
  const living = holding.filter(({ times }) => isWhole || times.erased === undefined);
  return { living, erased };
};

/** Reads what an erasure would do, and changes nothing. */
const planErasure = async (question: ErasureQuestion): Promise<ErasurePlan> => {
  const { table, account, extent, now } = question;
  const [{ living, erased }, unfinished] = await Promise.all([findConsents(question), findRuns(table, account.id)]);
  const all: readonly Erasable[] = [...living, ...erased];
  const groups = toGroups(all, now);
  const values = collectValues(living);
  return {
    extent,
    groups,
    values,
    unfinished,
    ids: all.map(({ id }) => id),
    active: groups.reduce((sum, { state, consents }) => sum + (state === 'active' ? consents : 0), 0),
    differing: findDiffering(values),
    further: await findFurther(table, account.id, values, new Set(living.map(({ id }) => id))),
  };
};

export const erase = changingCommand(
  'erase',
  'Erases one person: shows what would be erased, asks, then erases. Without --everything, evidence that somebody agreed stays',
  "person erase email=ada@example.com --stage prod --reason 'request of 2026-11-20'",
)
  .argument('[key=value...]', personArgument[1], personArgument[2])
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

/** How many consents to a notice are in a state. */
interface PlannedGroup {
  readonly notice: string;
  readonly pid: number;
  readonly state: string;
  readonly consents: number;
}

/** What an erasure of a person would do. */
interface ErasurePlan {
  readonly extent: Extent;
  readonly ids: readonly string[];
  readonly groups: readonly PlannedGroup[];
  /** How many are in force, and will count as revoked. */
  readonly active: number;
  /** Keys with different values: the consents may be of several people. */
  readonly differing: readonly string[];
  readonly values: readonly HeldValue[];
  /** Values that lead to other consents, which this erasure leaves as they are. */
  readonly further: readonly FurtherConsents[];
  /** Unfinished erasures of the account: they are finished first. */
  readonly unfinished: readonly ErasureRun[];
}

/** Where to look for a person. */
interface ErasureQuestion {
  readonly table: Table;
  readonly erasures: Table;
  readonly account: Account;
  readonly values: FindableValues;
  readonly extent: Extent;
  readonly now: Date;
}

type Erasable = Omit<ListedConsent, 'valueDigests'>;
