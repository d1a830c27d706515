import type { ListedConsent } from '../../../client/typescript/index.ts';
import { byEnd, endStates } from '../../../shared/consents/state.ts';
import type { Phase } from '../../../shared/evidence/state-statement.ts';
import { stateIn } from '../../../shared/evidence/state-statement.ts';
import { dayOf } from '../../../shared/runtime/time.ts';
import type { Span } from '../../../shared/schema/time-span.ts';
import { readTimeSpan } from '../../../shared/schema/time-span.ts';
import { toDate } from '../writing.ts';

/** Whether consents to a notice were in force on a day, and which. */
export interface StateOnDay {
  readonly holds: 'throughout' | 'partly' | 'not';
  /** Those that were in force on the day, or on a part of it. */
  readonly by: readonly ListedConsent[];
}

/** When a consent was in force within a day. */
const activeIn = (consent: ListedConsent, span: Span, now: Date): readonly Phase[] => {
  const momentOf = (time: string | null): Date | undefined => (time === null ? undefined : toDate(time));
  const ends = byEnd('moment', (name) => momentOf(consent[endStates[name].listed]));
  const { phases } = stateIn({ given: toDate(consent.time), ...ends }, span, now);
  return phases.filter(({ state }) => state === 'active');
};

/** Whether phases, one after the other or at the same time, leave no gap in a span. */
const cover = (phases: readonly Phase[], { start, end }: Span): boolean => {
  let covered = start.toISOString();
  for (const { from, until } of phases.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    if (from <= covered && until > covered) covered = until;
  }
  return covered >= end.toISOString();
};

/** @param day `YYYY-MM-DD` of UTC @param now after which nothing is known */
export const stateOnDay = (consents: readonly ListedConsent[], day: string, now = new Date()): StateOnDay => {
  const span = readTimeSpan(day);
  if (span === undefined) return { holds: 'not', by: [] };
  const own = consents.map((consent) => ({ consent, phases: activeIn(consent, span, now) }));
  const active = own.filter(({ phases }) => phases.length > 0);
  const all = active.flatMap(({ phases }) => phases);
  const part = cover(all, span) ? 'throughout' : 'partly';
  return { holds: active.length === 0 ? 'not' : part, by: active.map(({ consent }) => consent) };
};

/** Today in UTC. */
export const today = (): string => dayOf(new Date());

/** Whether a text is a day that is not to come. */
export const isPastDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && text <= today();
