import type { Span } from '../../../shared/evidence/state-statement.ts';
import type { Period } from '../../../shared/time.ts';
import { CommandError } from '../../command-error.ts';
import { toTimeSpan } from './time-span.ts';

/** The options that say a period. */
export const fromOption = [
  '--from <time>',
  'a month, a day or a time in UTC, such as 2026-11, 2026-11-22 or 2026-11-22T14:30',
  toTimeSpan,
] as const;
export const untilOption = [
  '--until <time>',
  'the same; the month, day, minute or second that it names is included',
  toTimeSpan,
] as const;

/** The period that these options say. @throws CommandError usage when it ends before it begins */
export const toPeriod = ({
  from,
  until,
}: {
  readonly from?: Span | undefined;
  readonly until?: Span | undefined;
}): Period => {
  if (from !== undefined && until !== undefined && from.start >= until.end) {
    throw new CommandError('--until is before --from.', 'usage');
  }
  return { from: from?.start, before: until?.end };
};

/** The option that chooses the moment of the answer. */
export const atOption = [
  '--at <time>',
  'as it was, or will be, at the end of a day, or at a time in UTC such as 2026-11-22T14:30',
  toTimeSpan,
] as const;

/** The last moment of what `--at` names. */
export const toMoment = ({ end }: Span): Date => new Date(end.getTime() - 1);
