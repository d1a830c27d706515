import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { listProjects } from '../../../shared/accounts/project.ts';
import { textOf } from '../../../shared/consents/evidence.ts';
import { readLineage } from '../../../shared/notices/lineage.ts';
import type { DueConsent, DueQuestion } from '../../../shared/reports/due-consents.ts';
import { readDueConsents } from '../../../shared/reports/due-consents.ts';
import { dueReasons } from '../../../shared/reports/due-reasons.ts';
import type { Table } from '../../../shared/store/client.ts';
import { formatTime } from '../../../shared/time.ts';
import { chooseAccountIfAny, noAccountYet } from '../account/choice.ts';
import { command, looks } from '../command.ts';
import { chooseNotice } from '../notice/choice.ts';
import { csvOption } from '../printing/csv.ts';
import { toTable } from '../printing/output.ts';
import { watchReading } from '../printing/progress.ts';
import { listRows } from '../printing/rows.ts';
import { chooseProject } from '../project/choice.ts';
import { limitOption } from '../typed/row-limit.ts';

const usualDays = 30;

const toDays = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of days, from 0 to 99999.');
  return Number(text);
};

const personal = ['email', 'first_name', 'last_name', 'phone', 'mobile_phone'] as const;

const columns = [...personal, 'lang', 'project', 'notice', 'version', 'id', 'given', 'reasons', 'due'] as const;

/** Of the reasons that it has, the first that holds. */
const dueOf = ({ reasons }: DueConsent): Date => new Date(Math.min(...reasons.map(({ since }) => since.getTime())));

const describe = (consent: DueConsent) => {
  const { id, userData, facets, version, times, reasons } = consent;
  const textFor = (key: string): string | undefined => {
    const member = Object.hasOwn(userData, key) ? userData[key] : undefined;
    return member === undefined ? undefined : textOf(member);
  };
  return {
    ...Object.fromEntries(personal.map((key) => [key, textFor(key)])),
    lang: facets.lang,
    project: facets.projectUid,
    notice: version.name,
    version: version.version,
    id,
    given: times.given,
    reasons,
    due: dueOf(consent),
  };
};

const toRow = (consent: DueConsent) => {
  const { given, reasons, due, ...row } = describe(consent);
  return {
    ...row,
    given: formatTime(given),
    reasons: reasons.map(({ reason }) => reason).join(' '),
    due: formatTime(due).slice(0, 10),
  };
};

const findNotice = async (table: Table, text: string | undefined, accountId: string) => {
  if (text === undefined) return {};
  const { head, version } = await chooseNotice(table, text, accountId);
  return { pid: head.pid, versionId: version?.id };
};

export const due = command(
  'due',
  'Lists who must be asked again, and why: a consent expires, is superseded, or its language had no text',
  'consent due --days 60 --csv --stage prod',
)
  .option('--days <days>', `what expires within so many days (default: ${usualDays})`, toDays)
  .addOption(new Option('--reason <reason>', 'this reason alone').choices(dueReasons))
  .option('--project <uid>', 'for which they were recorded')
  .option('--notice <notice>', 'name, PID, or id of a version')
  .option(...limitOption)
  .option(...csvOption)
  .option('--account <account>', 'id or name; may be left out where there is one')
  .action(
    looks(async ({ table, now }, { days = usualDays, reason, project, notice, limit, csv, ...options }) => {
      const account = await chooseAccountIfAny(table, options.account);
      if (account === undefined) return toTable([], noAccountYet);
      const { id: accountId } = account;
      const chosen = project === undefined ? undefined : await chooseProject(table, accountId, project);
      const question: DueQuestion = {
        accountId,
        projectUids: (chosen === undefined ? await listProjects(table, accountId) : [chosen]).map(({ uid }) => uid),
        ...(await findNotice(table, notice, accountId)),
        reason,
        horizon: new Date(now.getTime() + days * 86_400_000),
        lineage: await readLineage(table, accountId),
      };
      return listRows({
        ...{
          pages: watchReading((onRead) => readDueConsents(table, question, onRead)),
          limit,
          csv,
          columns,
          toRow,
          toData: describe,
        },
        none: 'Nobody must be asked again.',
      });
    }),
  );
