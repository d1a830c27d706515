import type { Span } from '../../shared/evidence/state-statement.ts';
import type { Period } from '../../shared/time.ts';
import { CommandError } from '../command-error.ts';
import { toTimeSpan } from './time-span.ts';

/** The options for a period. */
export const fromOption = [
  '--from <time>',
  'start: a month, a day or a time in UTC, such as 2026-11, 2026-11-22 or 2026-11-22T14:30',
  toTimeSpan,
] as const;
export const untilOption = [
  '--until <time>',
  'end, in the same form; the month, day, minute or second that you name is included',
  toTimeSpan,
] as const;

/** The period of these options. @throws CommandError usage when it ends before it begins */
export const toPeriod = ({
  from,
  until,
}: {
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
}): Period => {
  if (from !== undefined && until !== undefined && from.start >= until.end) {
    throw new CommandError('--until is before --from. Swap them.', 'usage');
  }
  return { from: from?.start, before: until?.end };
};

/** The option that chooses the moment of the answer. */
export const atOption = [
  '--at <time>',
  'a day or a time in UTC, such as 2026-11-22T14:30: shows the state then (a day: at its end)',
  toTimeSpan,
] as const;

/** The last moment of what `--at` names. */
export const toMoment = ({ end }: Span): Date => new Date(end.getTime() - 1);
