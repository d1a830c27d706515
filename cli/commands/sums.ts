import type { Counting, ReportPeriod } from '../../shared/consents/reports/count.ts';
import type { Dimension } from '../../shared/consents/reports/dimension.ts';
import { countSums } from '../../shared/log/sums/sums-report.ts';
import { findWholeUntil } from '../../shared/log/sums/sums-state.ts';
import { dayMilliseconds, formatTime } from '../../shared/time.ts';
import { CommandError } from '../command-error.ts';
import { needLog } from '../stage/log.ts';
import type { Stage } from '../stage/stage.ts';
import type { NamedQuestion } from './report/question.ts';

/** Whether sums hold a dimension. They lack what differs for each consent. */
const isSummed: Readonly<Record<Dimension, boolean>> = {
  notice: true,
  version: true,
  month: true,
  channel: true,
  lang: true,
  project: true,
  state: false,
  gap: false,
};

const isDayBegin = (moment: Date): boolean => moment.getTime() % dayMilliseconds === 0;

/**
 * The period in whole days. A period without an end ends yesterday.
 *
 * @throws CommandError usage when it begins or ends within a day
 */
export const toWholeDays = ({ from, last }: ReportPeriod, now: Date): ReportPeriod => {
  const today = Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds;
  const end = last.getTime() >= today ? new Date(today) : new Date(last.getTime() + 1);
  if (!isDayBegin(end) || (from !== undefined && !isDayBegin(from)))
    throw new CommandError('--sums counts whole days. Give a month or a day in --from and --until.', 'usage');
  if (from !== undefined && from >= end)
    throw new CommandError('--sums counts up to yesterday. Give an earlier --from.', 'usage');
  return { from, last: new Date(end.getTime() - 1) };
};

/** @throws CommandError usage when sums do not hold the answer */
export const checkSums = (by: readonly Dimension[], html: string | undefined): void => {
  const asked = by.find((dimension) => !isSummed[dimension]);
  if (asked !== undefined)
    throw new CommandError(`--sums cannot group by ${asked}. Leave one of the two out.`, 'usage');
  if (html !== undefined) throw new CommandError('--html reads all consents. Leave --sums out.', 'usage');
};

/**
 * Counts from the daily sums. Returns the time up to which they count.
 *
 * @throws CommandError when sums are missing or do not cover all consents
 */
export const countBySums = async (stage: Stage, question: NamedQuestion, counting: Counting): Promise<string> => {
  const log = needLog(stage);
  const until = await findWholeUntil(log, question.accountId);
  if (until === undefined)
    throw new CommandError(
      'The sums do not cover all consents yet. Run `log take-in`, wait for the next checkpoint, and run `log recount`. Or leave --sums out.',
      'notFound',
    );
  await countSums({ log, table: stage.table }, question, [counting]);
  return `Counted from daily sums, up to ${formatTime(until)} UTC. No consent was read.`;
};
