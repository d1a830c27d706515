import type { ListedConsent } from '../../../client/typescript/index.ts';
import { byEnd, endStates } from '../../../shared/consents/state.ts';
import { stateIn } from '../../../shared/evidence/state-statement.ts';
import { readTimeSpan } from '../../../shared/evidence/time-span.ts';
import { toDate } from '../writing.ts';

/** Whether consents to a notice were in force on a day, and which. */
export interface StateOnDay {
  readonly holds: 'throughout' | 'partly' | 'not';
  /** Those that were in force on the day, or on a part of it. */
  readonly by: readonly ListedConsent[];
}

const phasesOn = (consent: ListedConsent, day: string, now: Date) => {
  const span = readTimeSpan(day);
  const momentOf = (time: string | null): Date | undefined => (time === null ? undefined : toDate(time));
  const ends = byEnd('moment', (name) => momentOf(consent[endStates[name].listed]));
  return span === undefined ? [] : stateIn({ given: toDate(consent.time), ...ends }, span, now).phases;
};

/** @param day `YYYY-MM-DD` of UTC @param now after which nothing is known */
export const stateOnDay = (consents: readonly ListedConsent[], day: string, now = new Date()): StateOnDay => {
  const own = consents.map((consent) => ({ consent, phases: phasesOn(consent, day, now) }));
  const active = own.filter(({ phases }) => phases.some(({ state }) => state === 'active'));
  const isThroughout = active.some(({ phases }) => phases.length === 1);
  const part = isThroughout ? 'throughout' : 'partly';
  return { holds: active.length === 0 ? 'not' : part, by: active.map(({ consent }) => consent) };
};

/** Today in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** Whether a text is a day that is not to come. */
export const isPastDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && text <= today();
