import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { findText } from '../../shared/consents/evidence.ts';
import { readLineage } from '../../shared/notices/lineage.ts';
import type { DueConsent, DueQuestion } from '../../shared/consents/reports/due-consents.ts';
import { readDueConsents } from '../../shared/consents/reports/due-consents.ts';
import { dueReasons } from '../../shared/consents/reports/due-reasons.ts';
import { dayMilliseconds, formatTime } from '../../shared/time.ts';
import { accountOption, chooseAccountIfAny, noAccountYet } from './account/choice.ts';
import { command, looks } from '../command.ts';
import { chooseScope, noticeOption } from './notice/choice.ts';
import { csvOption } from '../printing/csv.ts';
import { toTable } from '../printing/output.ts';
import { watchReading } from '../printing/progress.ts';
import { listRows } from '../printing/rows.ts';
import { chooseUids, projectOption } from './project/choice.ts';
import { limitOption } from '../typed/row-limit.ts';

const usualDays = 30;

const toDays = (text: string): number => {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Give a whole number of days, from 0 to 99999.');
  return Number(text);
};

const personal = ['email', 'first_name', 'last_name', 'phone', 'mobile_phone'] as const;

const columns = [...personal, 'lang', 'project', 'notice', 'version', 'id', 'given', 'reasons', 'due'] as const;

/** The first reason that applies. */
const dueOf = ({ reasons }: DueConsent): Date => new Date(Math.min(...reasons.map(({ since }) => since.getTime())));

const describe = (consent: DueConsent) => {
  const { id, userData, facets, version, times, reasons } = consent;
  return {
    ...Object.fromEntries(personal.map((key) => [key, findText(userData, key)])),
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

export const due = command(
  'due',
  'Lists people to ask again, and why: their consent expires soon, is superseded, or was given in a language without a text',
  'consent due --days 60 --csv --stage prod',
)
  .option('--days <days>', `consents that expire within this many days (default: ${usualDays})`, toDays)
  .addOption(new Option('--reason <reason>', 'only consents due for this reason').choices(dueReasons))
  .option(...projectOption)
  .option(...noticeOption)
  .option(...limitOption)
  .option(...csvOption)
  .option(...accountOption)
  .action(
    looks(async ({ table, now }, { days = usualDays, reason, project, notice, limit, csv, ...options }) => {
      const account = await chooseAccountIfAny(table, options.account);
      if (account === undefined) return toTable([], noAccountYet);
      const { id: accountId } = account;
      const { pid, versionId } = await chooseScope(table, accountId, { notice });
      const question: DueQuestion = {
        accountId,
        projectUids: await chooseUids(table, accountId, project),
        ...{ pid, versionId, reason },
        horizon: new Date(now.getTime() + days * dayMilliseconds),
        lineage: await readLineage(table, accountId),
      };
      return listRows({
        pages: watchReading((onRead) => readDueConsents(table, question, onRead)),
        ...{ limit, csv, columns, toRow, toData: describe },
        none: 'Nobody is due to be asked again.',
      });
    }),
  );
