import type { ListedConsent } from './project-entries.ts';

/** Why a person must be asked again, in the order of the output (docs/people.md, Who must be asked again). */
export const dueReasons = ['expires', 'superseded', 'language'] as const;
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
  { facets, version, times }: Pick<ListedConsent, 'facets' | 'version' | 'times'>,
  horizon: Date,
): DueSince[] => {
  const { given, expires, superseded, revoked, erased } = times;
  if (revoked !== undefined || erased !== undefined) return [];
  return [
    ...(expires !== undefined && expires <= horizon ? [{ reason: 'expires' as const, since: expires }] : []),
    ...(superseded === undefined ? [] : [{ reason: 'superseded' as const, since: superseded }]),
    ...(version.languages.includes(facets.lang) ? [] : [{ reason: 'language' as const, since: given }]),
  ];
};
