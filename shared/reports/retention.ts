import { dayMilliseconds } from '../time.ts';
import type { Ending } from './ending.ts';
import { findEnding } from './ending.ts';
import type { ListedConsent } from './project-entries.ts';

/** For how long consents are kept. None that is in force is ever due. */
export interface Retention {
  readonly now: Date;
  /** What ended before is due; without it, what has ended for as many days as the version that was agreed to says (`retentionDays`). */
  readonly endedBefore?: Date | undefined;
  /** Whether those are due too whose evidence alone is still there. */
  readonly withErased: boolean;
}

/** Why a consent is due. */
export interface Lapse {
  readonly ending: Ending;
  /** Since when. */
  readonly dueSince: Date;
}

/** What becomes of a consent: it goes; nobody says when; or it stays. */
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
