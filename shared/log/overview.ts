import { byEndState } from '../consents/state.ts';
import { findAskingAgain } from '../notices/lineage.ts';
import type { Month } from '../runtime/time.ts';
import { dayMilliseconds, dayOf, formatMonth, monthOf, monthsBetween } from '../runtime/time.ts';
import type { Item, Table } from '../store/table.ts';
import { findLastCheckpoint } from './checkpoints.ts';
import type { CountedVersion, MonthCounts } from './counts.ts';
import { addDays, isVersion, monthOfDay, parseCounts, parseVersion, readCounts } from './counts.ts';
import { parseCheckpoint } from './note.ts';
import type { FlowFigure, Overview, OverviewRequest } from './overview-schemas.ts';
import { flowFigures } from './overview-schemas.ts';

/** What an overview is made from. */
export interface OverviewSource {
  readonly items: readonly Item[];
  /** The time up to which consents are counted. Undefined if nothing was published yet. */
  readonly countedUntil: Date | undefined;
}

/** Reads the counts of an account and, at the same time, up to when they count. One round trip for each megabyte. */
export const beginOverview = async (log: Table, accountId: string): Promise<OverviewSource> => {
  const [items, checkpoint] = await Promise.all([readCounts(log, accountId), findLastCheckpoint(log)]);
  return { items, countedUntil: checkpoint && parseCheckpoint(checkpoint.note)?.time };
};

/** What an overview says of the consents of an account, from its counts. It is empty if nothing is counted yet. */
export const toOverview = (
  { items, countedUntil }: OverviewSource,
  { projectUid, consentInformationPid: pid, months }: OverviewRequest,
  now: Date,
): Omit<Overview, 'unconfirmedRequests'> => {
  const versions = items.filter(isVersion).map(parseVersion);
  if (countedUntil === undefined || versions.length === 0) return { countedUntil: null, data: [], versions: [] };
  const counts = items.filter((item) => !isVersion(item)).map(parseCounts);
  const wanted = counts.filter((count) => projectUid === undefined || count.projectUid === projectUid);
  const courses = toCourses(versions, wanted, now).filter(({ version }) => pid === undefined || version.pid === pid);
  const last = monthOf(now);
  const first = last - months + 1;
  return {
    countedUntil: countedUntil.toISOString(),
    data: monthsBetween(first, last).map((month) => toMonth(courses, month)),
    versions: toVersions(courses, formatMonth(first), formatMonth(last)),
  };
};

/** What happened to the consents to a version in a month. */
interface CourseMonth extends Readonly<Record<FlowFigure, number>> {
  readonly month: string;
  /** Consents in force at the end of the month. */
  readonly active: number;
}

/** A version, and what happened to its consents in each month since the first. */
interface Course {
  readonly version: CountedVersion;
  readonly months: readonly CourseMonth[];
}

const toCourses = (versions: readonly CountedVersion[], counts: readonly MonthCounts[], now: Date): Course[] => {
  const asking = findAskingAgain(versions);
  const ofVersion = Map.groupBy(counts, ({ versionId }) => versionId);
  const today = dayOf(now);
  return versions.map((version) => {
    const next = asking.get(version.id);
    const askedAgain = next && dayOf(next.publishedAt);
    return { version, months: follow(ofVersion.get(version.id) ?? [], version, { askedAgain, today }) };
  });
};

/** The day on which a later version asked again, if one did, and the day of the overview. */
interface Days {
  readonly askedAgain: string | undefined;
  readonly today: string;
}

/**
 * How many consents expired, by month. A consent that expires on the day on which a later version asks again counts as
 * expired, and one that expires today is no longer in force.
 */
const expireByMonth = (
  counts: readonly MonthCounts[],
  { validityDays }: CountedVersion,
  { askedAgain, today }: Days,
): ReadonlyMap<string, number> => {
  const expired = new Map<string, number>();
  const until = askedAgain !== undefined && askedAgain < today ? askedAgain : today;
  const days = validityDays === 0 ? [] : counts.flatMap((month) => [...month.days]);
  for (const [day, { given, ended }] of days) {
    if (Date.parse(until) - Date.parse(day) < validityDays * dayMilliseconds) continue;
    const month = monthOfDay(addDays(day, validityDays));
    expired.set(month, (expired.get(month) ?? 0) + Math.max(0, given - ended));
  }
  return expired;
};

/**
 * Follows the consents to a version from month to month. Once a later version asks again, none is in force: consents
 * that have not ended by then are superseded, and later ones are superseded at once.
 */
const follow = (counts: readonly MonthCounts[], version: CountedVersion, days: Days): CourseMonth[] => {
  const expired = expireByMonth(counts, version, days);
  const [askedAgain, last] = [days.askedAgain && monthOfDay(days.askedAgain), monthOfDay(days.today)];
  const byMonth = Map.groupBy(counts, ({ month }) => month);
  const names = new Set([...byMonth.keys(), ...expired.keys(), ...(askedAgain === undefined ? [] : [askedAgain])]);
  let active = 0;
  return [...names]
    .filter((month) => month <= last)
    .sort()
    .map((month) => {
      const counted = byMonth.get(month) ?? [];
      const given = sum(counted.flatMap((each) => [...each.days.values()].map((day) => day.given)));
      const revoked = sum(counted.map((each) => each.revoked));
      const erased = sum(counted.map((each) => each.erased));
      const left = Math.max(0, active + given - revoked - erased - (expired.get(month) ?? 0));
      const isAsking = askedAgain !== undefined && month >= askedAgain;
      active = isAsking ? 0 : left;
      const superseded = isAsking ? left : 0;
      return { month, given, revoked, expired: expired.get(month) ?? 0, superseded, erased, active };
    });
};

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const activeAt = (months: readonly CourseMonth[], name: string): number =>
  months.findLast(({ month }) => month <= name)?.active ?? 0;

const sumFlow = (months: readonly CourseMonth[]): Readonly<Record<FlowFigure, number>> => ({
  given: sum(months.map(({ given }) => given)),
  ...byEndState((name) => sum(months.map((month) => month[name]))),
});

const toMonth = (courses: readonly Course[], of: Month): Overview['data'][number] => {
  const name = formatMonth(of);
  return {
    month: name,
    ...sumFlow(courses.flatMap(({ months }) => months.filter(({ month }) => month === name))),
    active: sum(courses.map(({ months }) => activeAt(months, name))),
  };
};

const toVersions = (courses: readonly Course[], first: string, last: string): Overview['versions'] =>
  courses
    .map(({ version, months }) => ({
      consentInformationPid: version.pid,
      consentInformationVersionId: version.id,
      consentInformationVersion: version.version,
      ...sumFlow(months.filter(({ month }) => month >= first && month <= last)),
      active: activeAt(months, last),
    }))
    .filter((counts) => counts.active > 0 || flowFigures.some((figure) => counts[figure] > 0))
    .sort(
      (one, other) =>
        one.consentInformationPid - other.consentInformationPid ||
        one.consentInformationVersion - other.consentInformationVersion,
    );
