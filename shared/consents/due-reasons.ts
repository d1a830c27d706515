import type { ConsentEntry } from './lists.ts';
import { endStates, endsThrough } from './state.ts';

/** Why a person must be asked again, in the order of the output (docs/officers.md, Who must be asked again). */
const dueEnds = Object.values(endStates).filter((end) => end.by !== 'act');
export const dueReasons = [...dueEnds.map(({ moment }) => moment), 'language'] as const;
export type DueReason = (typeof dueReasons)[number];

/** A reason, and from when it holds. */
export interface DueSince {
  readonly reason: DueReason;
  readonly since: Date;
}

/**
 * Why a person who gave a consent must be asked again. Empty for a revoked or erased consent.
 *
 * @param horizon consents that expire until then are due, and those that have expired
 */
export const findDueReasons = (
  { facets, version, times }: Pick<ConsentEntry, 'facets' | 'version' | 'times'>,
  horizon: Date,
): DueSince[] => {
  if (endsThrough('act').some((act) => times[endStates[act].moment] !== undefined)) return [];
  return [
    ...dueEnds.flatMap(({ by, moment }) => {
      const since = times[moment];
      return since === undefined || (by === 'time' && since > horizon) ? [] : [{ reason: moment, since }];
    }),
    ...(version.languages.includes(facets.lang) ? [] : [{ reason: 'language' as const, since: times.given }]),
  ];
};

/** Since when a consent is due: for the first reason that holds. */
export const dueSince = ({ reasons }: { readonly reasons: readonly DueSince[] }): Date =>
  new Date(Math.min(...reasons.map(({ since }) => since.getTime())));

/** Days until a consent expires, within which it is due by default, and the most. */
export const dueDays = { usual: 30, most: 99_999 } as const;
