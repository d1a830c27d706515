import type { Month } from '../../consents/reports/count.ts';
import { formatMonth, monthOf, monthsBetween } from '../../consents/reports/count.ts';
import { byEndState } from '../../consents/state.ts';
import { findAskingAgain } from '../../notices/lineage.ts';
import type { Item, Table } from '../../store/client.ts';
import { logKeyOf } from '../../store/keys.ts';
import { queryItems } from '../../store/query.ts';
import type { FlowFigure, Overview } from './overview-answer.ts';
import { flowFigures } from './overview-answer.ts';
import type { OverviewRequest } from './overview-request.ts';
import type { MonthSums } from './parsed-sums.ts';
import { isVersionItem, parseMonthSums } from './parsed-sums.ts';
import type { Settled, Summed } from './settling.ts';
import { nothingSummed, settle } from './settling.ts';
import type { SummedVersion } from './summed-versions.ts';
import { areWhole, findCountedUntil, parseVersions } from './summed-versions.ts';
import { sumsRanges } from './sums-items.ts';

/** What an overview is made from. */
export interface BegunOverview {
  readonly items: readonly Item[];
  /** The time up to which the sums count. Undefined if nothing was published yet. */
  readonly countedUntil: Date | undefined;
}

/**
 * Reads the monthly sums of an account and, at the same time, up to when they count. One round trip for each megabyte.
 */
export const beginOverview = async (log: Table, accountId: string): Promise<BegunOverview> => {
  const [items, countedUntil] = await Promise.all([
    queryItems(log, logKeyOf.sums(accountId, ''), { range: sumsRanges.months, isEventual: true }),
    findCountedUntil(log),
  ]);
  return { items, countedUntil };
};

const monthLength = 'YYYY-MM'.length;

/** The sums of a version by month. A consent that expires later than a day is still in force on that day. */
const sumByMonth = (sums: readonly MonthSums[], today: string): ReadonlyMap<string, Summed> => {
  const found = new Map<string, Record<keyof Summed, number>>();
  for (const { month, counted } of sums) {
    if (month > today.slice(0, monthLength)) continue;
    const figures = found.get(month) ?? { ...nothingSummed };
    for (const { figure, day, count } of counted)
      if (day === undefined || `${month}-${day}` <= today) figures[figure] += count;
    found.set(month, figures);
  }
  return found;
};

/** What happened to the consents to a version, by month, and how many were in force at the end of each. */
interface VersionCourse {
  readonly version: SummedVersion;
  readonly settled: readonly Settled[];
}

const toCourses = (versions: readonly SummedVersion[], sums: readonly MonthSums[], today: string): VersionCourse[] => {
  const asking = findAskingAgain(versions);
  const ofVersion = Map.groupBy(sums, ({ versionId }) => versionId);
  return versions.map((version) => {
    const askedAgain = asking.get(version.id)?.publishedAt.slice(0, monthLength);
    return { version, settled: settle(sumByMonth(ofVersion.get(version.id) ?? [], today), askedAgain) };
  });
};

const activeAt = (settled: readonly Settled[], month: string): number =>
  settled.findLast(({ span }) => span <= month)?.active ?? 0;

const sumFlow = (settled: readonly Settled[]): Readonly<Record<FlowFigure, number>> => {
  const sums = { given: 0, ...byEndState(() => 0) };
  for (const span of settled) for (const figure of flowFigures) sums[figure] += span[figure];
  return sums;
};

const tellMonth = (courses: readonly VersionCourse[], month: Month): Overview['data'][number] => {
  const name = formatMonth(month);
  return {
    month: name,
    ...sumFlow(courses.flatMap(({ settled }) => settled.filter(({ span }) => span === name))),
    active: courses.reduce((active, { settled }) => active + activeAt(settled, name), 0),
  };
};

const tellVersions = (courses: readonly VersionCourse[], first: Month, last: Month): Overview['versions'] =>
  courses
    .map(({ version, settled }) => ({
      consentInformationPid: version.pid,
      consentInformationVersionId: version.id,
      consentInformationVersion: version.version,
      ...sumFlow(settled.filter(({ span }) => span >= formatMonth(first) && span <= formatMonth(last))),
      active: activeAt(settled, formatMonth(last)),
    }))
    .filter((told) => told.active > 0 || flowFigures.some((figure) => told[figure] > 0))
    .sort(
      (one, other) =>
        one.consentInformationPid - other.consentInformationPid ||
        one.consentInformationVersion - other.consentInformationVersion,
    );

/** The overview of an account from its sums. It is empty if they do not have all consents. */
export const tellOverview = (
  { items, countedUntil }: BegunOverview,
  { projectUid, consentInformationPid: pid, months }: OverviewRequest,
  now: Date,
): Overview => {
  const versions = parseVersions(items.filter(isVersionItem));
  if (countedUntil === undefined || !areWhole(versions)) return { countedUntil: null, data: [], versions: [] };
  const sums = items.filter((item) => !isVersionItem(item)).map(parseMonthSums);
  const wanted = projectUid === undefined ? sums : sums.filter((sum) => sum.projectUid === projectUid);
  const courses = toCourses(versions, wanted, now.toISOString().slice(0, 'YYYY-MM-DD'.length)).filter(
    ({ version }) => pid === undefined || version.pid === pid,
  );
  const last = monthOf(now);
  const first = last - months + 1;
  return {
    countedUntil: countedUntil.toISOString(),
    data: monthsBetween(first, last).map((month) => tellMonth(courses, month)),
    versions: tellVersions(courses, first, last),
  };
};
