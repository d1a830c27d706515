import type { Options } from '../options.ts';

/** What of the options of a stage decides what is watched. */
export type Watching = Pick<Options, 'watching'> &
  Partial<Pick<Options, 'timestampAuthority' | 'accessLog' | 'unknownPeoplePerHour'>>;

/** What an alarm or a metric says of itself. */
interface Watchable {
  /** Whether it exists at each extent. */
  readonly essential?: boolean;
  /** Whether it is about time stamps, and exists only where an authority gives some. */
  readonly ofStamps?: boolean;
  /** Whether it is about the access log, and exists only where the stage keeps one. */
  readonly ofAccessLog?: boolean;
  /** Whether it is about people whom checks do not know, and exists only where the stage says how many are too many. */
  readonly ofUnknownPeople?: boolean;
}

/** Whether an alarm or a metric exists in a stage. CloudWatch charges for each. */
export const isWatched = (
  { watching, timestampAuthority, accessLog = false, unknownPeoplePerHour = 0 }: Watching,
  { essential = false, ofStamps = false, ofAccessLog = false, ofUnknownPeople = false }: Watchable,
): boolean =>
  (watching === 'full' || essential) &&
  (timestampAuthority !== undefined || !ofStamps) &&
  (accessLog || !ofAccessLog) &&
  (unknownPeoplePerHour > 0 || !ofUnknownPeople);
