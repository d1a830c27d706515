import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { DueConsent, DueQuestion } from '../../shared/consents/due.ts';
import { readDueConsents } from '../../shared/consents/due.ts';
import { dueDays, dueReasons, dueSince } from '../../shared/consents/due-reasons.ts';
import type { ConsentFilter } from '../../shared/consents/list-consents.ts';
import { listConsents } from '../../shared/consents/list-consents.ts';
import { findText } from '../../shared/consents/person-data.ts';
import { consentStates } from '../../shared/consents/state.ts';
import { toFacts } from '../../shared/evidence/facts.ts';
import { toStatement } from '../../shared/evidence/statement.ts';
import type { Account } from '../../shared/identity/account.ts';
import { readLineage } from '../../shared/notices/lineage.ts';
import { dayMilliseconds, formatTime } from '../../shared/runtime/time.ts';
import type { Span } from '../../shared/schema/time-span.ts';
import type { Channel, Lang } from '../../shared/schema/vocabulary.ts';
import { channels, languages } from '../../shared/schema/vocabulary.ts';
import type { Table } from '../../shared/store/table.ts';
import { command, looks } from '../action.ts';
import {
  accountOption,
  chooseAccountIfAny,
  chooseProject,
  chooseUids,
  noAccountYet,
  projectOption,
} from '../choose.ts';
import {
  anyAccountOption,
  chooseScope,
  consentArgument,
  findHoldings,
  inForceAtOption,
  noticeOption,
} from '../choose-consent.ts';
import {
  addText,
  atOption,
  describeNobody,
  fromOption,
  limitOption,
  parseValues,
  toLang,
  toMoment,
  toPeriod,
  untilOption,
} from '../input/values.ts';
import { watchReading } from '../output/progress.ts';
import { csvOption, listRows, toTable } from '../output/rows.ts';
import {
  describeConsent,
  describeFacets,
  describeListed,
  listedColumns,
  toListedRow,
  toListedRows,
} from './consent/describe.ts';
import { exportConsents } from './consent/export.ts';
import { importConsents } from './consent/import.ts';
import { purge } from './consent/purge.ts';

const noneFits = 'No consent matches.';

/** The message if a person has no matching consent. A filter may be the reason. */
const describeNone = (account: Account, narrowing: Readonly<Record<string, unknown>>): string =>
  Object.values(narrowing).some((option) => option !== undefined)
    ? `${noneFits} \`person show\` shows all consents with these values.`
    : describeNobody(account);

const stateOption = new Option('--state <state>', 'only consents in this state, now or at the time in --at').choices(
  consentStates,
);
const channelOption = new Option('--channel <channel>', 'only consents recorded through this channel').choices(
  channels,
);
const langOption = new Option('--lang <language>', 'only consents whose text was shown in this language')
  .choices(languages)
  .argParser(toLang);

/** The filter options as typed. */
interface Wanted {
  readonly project?: string | undefined;
  readonly notice?: string | undefined;
  readonly version?: string | undefined;
  readonly lang?: Lang | undefined;
  readonly channel?: Channel | undefined;
  readonly state?: ConsentFilter['state'];
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
}

/** The filter for an account's consents. @throws CommandError when the account has no such project, notice or version */
const toFilter = async (table: Table, accountId: string, wanted: Wanted): Promise<ConsentFilter> => {
  const { project, lang, channel, state } = wanted;
  const period = toPeriod(wanted);
  const projectUid = project === undefined ? undefined : (await chooseProject(table, accountId, project)).uid;
  const { pid, versionId } = await chooseScope(table, accountId, wanted);
  return { projectUid, pid, versionId, lang, channel, state, period };
};

const list = command(
  'list',
  'Lists consents, the newest first, with their states',
  'consent list --notice newsletter --state active --from 2026-11-01 --stage prod',
)
  .option(
    '--person <key=value>',
    'only the consents of this person, such as email=ada@example.com; repeat it to require several values',
    addText,
  )
  .option(...projectOption)
  .option(...noticeOption)
  .option('--version <version>', 'a version: its number together with --notice, or its id')
  .option(...fromOption)
  .option(...untilOption)
  .addOption(stateOption)
  .option(...atOption)
  .addOption(channelOption)
  .addOption(langOption)
  .option(...limitOption)
  .option(...csvOption)
  .option(...accountOption)
  .action(
    looks(async ({ table, now }, { person = [], limit, csv, at, account: wanted, ...narrowing }) => {
      const values = parseValues(person);
      const account = await chooseAccountIfAny(table, wanted);
      if (account === undefined) return toTable([], noAccountYet);
      const filter = await toFilter(table, account.id, narrowing);
      const lineage = await readLineage(table, account.id);
      const moment = { now, at: at && toMoment(at) };
      return listRows({
        pages: watchReading((onRead) =>
          listConsents(table, account.id, { lineage, filter, values, onRead, ...moment }),
        ),
        limit,
        csv,
        columns: listedColumns,
        toRow: toListedRow,
        toTableRows: toListedRows(table, account.id),
        toData: describeListed,
        none: values.size === 0 ? noneFits : describeNone(account, { at, ...narrowing }),
      });
    }),
  );

const show = command(
  'show',
  'Shows everything recorded about one consent: whether it is in force, what was agreed to, by whom, when and how',
  'consent show 019a0000000070008000000000000001 --at 2026-11-22 --stage prod',
)
  .argument(...consentArgument)
  .option(...inForceAtOption)
  .option(...anyAccountOption)
  .action(
    looks(async ({ table, now }, text, { at, account }) => {
      const statement = toStatement(toFacts(await findHoldings(table, text, account), now, at));
      return { data: statement, text: describeConsent(statement) };
    }),
  );

const toDays = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number of days, from 0 to 99999.');
  return Number(text);
};

const personal = ['email', 'first_name', 'last_name', 'phone', 'mobile_phone'] as const;

const columns = [...personal, 'lang', 'project', 'notice', 'version', 'id', 'given', 'reasons', 'due'] as const;

const findPersonal = ({ userData }: DueConsent) =>
  Object.fromEntries(personal.map((key) => [key, findText(userData, key)]));

const describe = (consent: DueConsent) => ({
  id: consent.id,
  time: consent.times.given,
  userData: findPersonal(consent),
  ...describeFacets(consent),
  lang: consent.facets.lang,
  reasons: consent.reasons,
  due: dueSince(consent),
});

const toRow = (consent: DueConsent) => {
  const { id, facets, version, times, reasons } = consent;
  return {
    ...findPersonal(consent),
    lang: facets.lang,
    project: facets.projectUid,
    notice: version.name,
    version: version.version,
    id,
    given: formatTime(times.given),
    reasons: reasons.map(({ reason }) => reason).join(' '),
    due: formatTime(dueSince(consent)).slice(0, 10),
  };
};

const due = command(
  'due',
  'Lists people to ask again, and why: their consent expires soon, is superseded, or was given in a language without a text',
  'consent due --days 60 --csv --stage prod',
)
  .option('--days <days>', `consents that expire within this many days (default: ${dueDays.usual})`, toDays)
  .addOption(new Option('--reason <reason>', 'only consents due for this reason').choices(dueReasons))
  .option(...projectOption)
  .option(...noticeOption)
  .option(...limitOption)
  .option(...csvOption)
  .option(...accountOption)
  .action(
    looks(async ({ table, now }, { days = dueDays.usual, reason, project, notice, limit, csv, ...options }) => {
      const account = await chooseAccountIfAny(table, options.account);
      if (account === undefined) return toTable([], noAccountYet);
      const { id: accountId } = account;
      const { pid, versionId } = await chooseScope(table, accountId, { notice });
      const question: DueQuestion = {
        accountId,
        projectUids: await chooseUids(table, accountId, project),
        pid,
        versionId,
        reason,
        horizon: new Date(now.getTime() + days * dayMilliseconds),
        lineage: await readLineage(table, accountId),
      };
      return listRows({
        pages: watchReading((onRead) => readDueConsents(table, question, onRead)),
        limit,
        csv,
        columns,
        toRow,
        toData: describe,
        none: 'Nobody is due to be asked again.',
      });
    }),
  );

export const consent = command(
  'consent',
  'Consents: who agreed to what, when, and whether it is in force',
  'consent list --notice newsletter --state active --stage prod',
)
  .addCommand(list)
  .addCommand(show)
  .addCommand(due)
  .addCommand(exportConsents)
  .addCommand(importConsents)
  .addCommand(purge);
