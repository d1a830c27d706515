import { dayMilliseconds } from '../../time.ts';
import type { Ending } from './ending.ts';
import { findEnding } from './ending.ts';
import type { ListedConsent } from './project-entries.ts';

/** How long consents are kept. A consent in force is never due. */
export interface Retention {
  readonly now: Date;
  /**
   * Consents that ended before are due. Default: those that ended as many days ago as their version says
   * (`retentionDays`).
   */
  readonly endedBefore?: Date | undefined;
  /** Whether consents with only their evidence left are due too. */
  readonly withErased: boolean;
}

/** Why a consent is due. */
export interface Lapse {
  readonly ending: Ending;
  /** Since when it is due. */
  readonly dueSince: Date;
}

/** The verdict about a consent: it is due, its version has no term, or it stays. */
export type RetentionVerdict = Lapse | 'no-term' | 'kept';

/**
 * Whether a consent has been kept for long enough. Its own end counts, whatever the person agreed to later
 * (docs/data-protection.md, How long is it kept?).
 */
export const judgeRetention = (
  { times, version }: Pick<ListedConsent, 'times' | 'version'>,
  { now, endedBefore, withErased }: Retention,
): RetentionVerdict => {
  const end = findEnding(times);
  if (end === undefined || end.at > now || (times.erased !== undefined && !withErased)) return 'kept';
  if (endedBefore !== undefined) return end.at < endedBefore ? { ending: end.by, dueSince: end.at } : 'kept';
  if (version.retentionDays === undefined) return 'no-term';
  const dueSince = end.at.getTime() + version.retentionDays * dayMilliseconds;
  return dueSince <= now.getTime() ? { ending: end.by, dueSince: new Date(dueSince) } : 'kept';
};
