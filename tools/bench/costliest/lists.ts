import { limits } from '../../../shared/limits.ts';
import type { Stocked } from '../../../test/support/stock.ts';

/** Own keys that many consents have in common: as many as one consent may have. */
export const ownKeys: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: limits.userDataKeys }, (_, i) => [`k${i}`, '1']),
);

const year = 365 * 24 * 60 * 60 * 1_000;
const halfAnHour = 30 * 60 * 1_000;
/** A consent in a thousand is of the rare kind: one in a segment of a tally. */
const rareOnceIn = 1_000;

const timeOf = (i: number, count: number, now: Date): Date =>
  new Date(now.getTime() - year + Math.floor((i / count) * (year - halfAnHour)));

/** Consents of a year, some of a rare kind. */
export function* longList(count: number, now: Date): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) {
    const userData = { email: `person-${String(i).padStart(7, '0')}@example.com` };
    yield { time: timeOf(i, count, now), userData, lang: i % rareOnceIn === 0 ? 'ita' : 'eng' };
  }
}

/** Consents that have all of the own keys. */
export function* keyedList(count: number, now: Date): Generator<Stocked> {
  for (let i = 0; i < count; i += 1) yield { time: timeOf(i, count, now), userData: ownKeys };
}
