import type { StateStatement } from '../../shared/evidence/state-statement.ts';
import { dayMilliseconds, formatTime } from '../../shared/runtime/time.ts';
import type { NamedSpan, Precision } from '../sentences/writing.ts';

/** Formats a time as `YYYY-MM-DD HH:MM:SS`. */
export const showTime = (time: string): string => formatTime(new Date(time));

/** The number of characters for each precision. */
const lengths: Readonly<Record<Precision, number>> = { month: 7, day: 10, minute: 16, second: 19 };

/** As people type it: `2026-11`, `2026-11-22`, `2026-11-22 14:30`. */
export const showSpan = ({ from, precision }: NamedSpan): string => showTime(from).slice(0, lengths[precision]);

const isMonth = (from: string, until: string): boolean => {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return from.endsWith('-01T00:00:00.000Z') && next.getTime() === Date.parse(until);
};

const precisionOf = ({ from, until }: StateStatement): Precision => {
  if (isMonth(from, until)) return 'month';
  const lasting = new Date(until).getTime() - new Date(from).getTime();
  if (lasting === dayMilliseconds) return 'day';
  return lasting === 60_000 ? 'minute' : 'second';
};

/** The span for which the state was asked. */
export const spanOf = (state: StateStatement): NamedSpan => ({ from: state.from, precision: precisionOf(state) });
