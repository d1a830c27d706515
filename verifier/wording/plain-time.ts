import type { StateStatement } from '../../shared/evidence/state-schema.ts';
import { dayMilliseconds, formatTime } from '../../shared/time.ts';
import type { NamedSpan, Precision } from './words/writing.ts';

/** `YYYY-MM-DD HH:MM:SS` of a time of a statement. */
export const showTime = (time: string): string => formatTime(new Date(time));

/** Characters of a time by what it names. */
const lengths: Readonly<Record<Precision, number>> = { month: 7, day: 10, minute: 16, second: 19 };

/** As people type it: `2026-11`, `2026-11-22`, `2026-11-22 14:30`. */
export const showSpan = ({ from, precision }: NamedSpan): string => showTime(from).slice(0, lengths[precision]);

const isMonth = (from: string, until: string): boolean => {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return from.endsWith('-01T00:00:00.000Z') && next.toISOString() === until;
};

const precisionOf = ({ from, until }: StateStatement): Precision => {
  if (isMonth(from, until)) return 'month';
  const lasting = new Date(until).getTime() - new Date(from).getTime();
  if (lasting === dayMilliseconds) return 'day';
  return lasting === 60_000 ? 'minute' : 'second';
};

/** The span that a state was asked for. */
export const spanOf = (state: StateStatement): NamedSpan => ({ from: state.from, precision: precisionOf(state) });
