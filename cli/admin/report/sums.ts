import type { Counting, ReportPeriod } from '../../../shared/reports/count.ts';
import type { Dimension } from '../../../shared/reports/dimension.ts';
import { countSums } from '../../../shared/sums/sums-report.ts';
import { findWholeUntil } from '../../../shared/sums/sums-state.ts';
import { dayMilliseconds, formatTime } from '../../../shared/time.ts';
import { CommandError } from '../../command-error.ts';
import { needLog } from '../stage/log.ts';
import type { Stage } from '../stage/stage.ts';
import type { NamedQuestion } from './question.ts';

/** What sums do not tell apart: it is of each consent. */
const untold: readonly Dimension[] = ['state', 'gap'];

const isDayBegin = (moment: Date): boolean => moment.getTime() % dayMilliseconds === 0;

/**
 * The period in whole days. One that would end now ends with yesterday.
 *
 * @throws CommandError usage where it begins or ends within a day
 */
export const toWholeDays = ({ from, last }: ReportPeriod, now: Date): ReportPeriod => {
  const today = Math.floor(now.getTime() / dayMilliseconds) * dayMilliseconds;
  const end = last.getTime() >= today ? new Date(today) : new Date(last.getTime() + 1);
  if (!isDayBegin(end) || (from !== undefined && !isDayBegin(from)))
    throw new CommandError('--sums counts whole days. --from and --until name a month or a day then.', 'usage');
  if (from !== undefined && from >= end)
    throw new CommandError('--sums counts up to yesterday, and --from is later.', 'usage');
  return { from, last: new Date(end.getTime() - 1) };
};

/** @throws CommandError usage where sums do not say what is asked for */
export const checkSums = (by: readonly Dimension[], html: string | undefined): void => {
  const asked = by.find((dimension) => untold.includes(dimension));
  if (asked !== undefined) throw new CommandError(`--sums does not tell apart by ${asked}.`, 'usage');
  if (html !== undefined) throw new CommandError('--html reads all consents. Leave --sums out.', 'usage');
};

/**
 * Counts by the daily sums. Returns until when they count.
 *
 * @throws CommandError where they are not there, or do not have all consents
 */
export const countBySums = async (stage: Stage, question: NamedQuestion, counting: Counting): Promise<string> => {
  const log = needLog(stage);
  const until = await findWholeUntil(log, question.accountId);
  if (until === undefined)
    throw new CommandError(
      'The sums do not have all consents yet. Run `log take-in` and, once a checkpoint is there, `log recount`; or leave --sums out.',
      'notFound',
    );
  await countSums({ log, table: stage.table }, question, [counting]);
  return `Counted by daily sums, up to ${formatTime(until)} UTC. No consent was read.`;
};
