import { Option } from '@commander-js/extra-typings';
import type { ConsentFilter } from '../../../shared/consents/reports/consent-filter.ts';
import type { StatedConsent } from '../../../shared/consents/reports/list-consents.ts';
import { listConsents } from '../../../shared/consents/reports/list-consents.ts';
import { consentStates } from '../../../shared/consents/state.ts';
import type { Span } from '../../../shared/evidence/state-statement.ts';
import type { Account } from '../../../shared/identity/account.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import type { Channel, Lang } from '../../../shared/schema/vocabulary.ts';
import { channels, languages } from '../../../shared/schema/vocabulary.ts';
import type { Table } from '../../../shared/store/client.ts';
import { formatTime } from '../../../shared/time.ts';
import {
  accountOption,
  chooseAccountIfAny,
  chooseProject,
  chooseScope,
  noAccountYet,
  noticeOption,
  projectOption,
} from '../../choose.ts';
import { command, looks } from '../../command.ts';
import { csvOption } from '../../printing/csv.ts';
import { toTable } from '../../printing/output.ts';
import { watchReading } from '../../printing/progress.ts';
import { listRows } from '../../printing/rows.ts';
import {
  addText,
  atOption,
  describeNobody,
  fromOption,
  limitOption,
  parseValues,
  toMoment,
  toPeriod,
  untilOption,
} from '../../typed-values.ts';

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
const langOption = new Option('--lang <language>', 'only consents whose text was shown in this language').choices(
  languages,
);

/** The filter for an account's consents. @throws CommandError when the account has no such project, notice or version */
const toFilter = async (table: Table, accountId: string, wanted: Wanted): Promise<ConsentFilter> => {
  const { project, lang, channel, state } = wanted;
  const period = toPeriod(wanted);
  const projectUid = project === undefined ? undefined : (await chooseProject(table, accountId, project)).uid;
  const { pid, versionId } = await chooseScope(table, accountId, wanted);
  return { projectUid, pid, versionId, lang, channel, state, period };
};

/** The columns of a list of consents. */
export const columns = ['id', 'given', 'project', 'notice', 'version', 'lang', 'channel', 'state', 'since'] as const;

/** A consent in a list, for scripts. */
export const describeListed = ({ id, facets, version, times, state, since }: StatedConsent) => ({
  id,
  given: times.given,
  project: facets.projectUid,
  notice: version.name,
  pid: facets.pid,
  version: version.version,
  versionId: facets.versionId,
  lang: facets.lang,
  channel: facets.channel,
  state,
  since,
});

/** The same for people. */
export const toRow = (consent: StatedConsent) => {
  const { pid: _, versionId: __, ...row } = describeListed(consent);
  return { ...row, given: formatTime(row.given), since: formatTime(row.since) };
};

export const list = command(
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
        columns,
        toRow,
        toData: describeListed,
        none: values.size === 0 ? noneFits : describeNone(account, { at, ...narrowing }),
      });
    }),
  );

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
