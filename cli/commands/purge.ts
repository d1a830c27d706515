import type { RetentionQuestion } from '../../shared/consents/reports/lapsed-consents.ts';
import { CommandError, exitCodes } from '../command-error.ts';
import { accountOption, chooseAccountOrOnly } from './account/choice.ts';
import type { Work } from '../command.ts';
import { changes, changingCommand } from '../command.ts';
import { countConsents } from './erasure/unfinished.ts';
import { noticeOption } from './notice/choice.ts';
import { csvOption } from '../printing/csv.ts';
import type { Result, Stream } from '../printing/output.ts';
import { projectOption } from './project/choice.ts';
import { limitOption } from '../typed/row-limit.ts';
import { toTimeSpan } from '../typed/time-span.ts';
import type { Form } from './consent/due-for-purge.ts';
import { countDue, listDue, toQuestion } from './consent/due-for-purge.ts';
import { purgeDue } from './consent/purging.ts';

const check = async (work: Work, question: RetentionQuestion, form: Form): Promise<Result | Stream> => {
  const summary = await countDue(work.table, question);
  const listed = await listDue(work, question, summary, form);
  return summary.consents === 0
    ? listed
    : { ...listed, finding: `${countConsents(summary.consents)} would be purged.` };
};

const checkForm = ({ limit, csv }: Form): void => {
  if (limit !== undefined || csv) throw new CommandError('--limit and --csv work only with --check.', 'usage');
};

export const purge = changingCommand(
  'purge',
  'Erases consents whose retention has passed: the retentionDays of their notices since they ended, or --ended-before',
  'consent purge --check --stage prod',
)
  .option(
    '--ended-before <time>',
    'consents that ended before this month, day or time in UTC, regardless of retentionDays',
    toTimeSpan,
  )
  .option(...projectOption)
  .option(...noticeOption)
  .option('--everything', 'keep nothing of the consents except a count')
  .option('--check', `list what is due and erase nothing; exit code ${exitCodes.finding} if anything is due`)
  .option(...limitOption)
  .option(...csvOption)
  .option('--yes', 'do not ask for confirmation')
  .option(...accountOption)
  .action(
    changes(
      async (work, { account, everything = false, check: isCheck = false, yes = false, limit, csv, ...wanted }) => {
        if (!isCheck) checkForm({ limit, csv });
        const { id } = await chooseAccountOrOnly(work.table, account);
        const question = await toQuestion(work, id, { everything, ...wanted });
        return isCheck ? check(work, question, { limit, csv }) : purgeDue(work, question, { everything, yes });
      },
    ),
  );
