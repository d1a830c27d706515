import type { Dimension, Trait, TraitValue } from './dimension.ts';
import { combineTraits, compareIn } from './dimension.ts';
import type { Ending } from './ending.ts';
import { endings, findEnding } from './ending.ts';
import type { Month } from './month.ts';
import { formatMonth, monthOf, monthsBetween } from './month.ts';
import type { CountedConsent } from './project-entries.ts';

/** What happened to consents in a period. */
type Events = { readonly given: number } & Readonly<Record<Ending, number>>;

/** The figures of a row, in their order. */
export const figures = ['given', ...endings, 'inForce'] as const;

/** A combination of what was asked for. What was given, less all that ended, is by how much `inForce` has changed. */
export interface ReportRow extends Events {
  readonly traits: Readonly<Partial<Record<Dimension, TraitValue>>>;
  /** At the end of the period, or of the row's month. */
  readonly inForce: number;
}

/** From a moment on, from the first consent without it; up to and with the last moment. */
export interface ReportPeriod {
  readonly from?: Date | undefined;
  readonly last: Date;
}

type Counts = { -readonly [Name in keyof Events]: number };

interface Group {
  readonly traits: ReportRow['traits'];
  /** In force when the period begins. */
  opening: number;
  /** By month, or all under one where months are not told apart. */
  readonly counts: Map<Month, Counts>;
}

/** Counts consents one after the other, and keeps none. */
export interface Counting {
  /** @param consents how many there are that are the same in all that is counted */
  readonly add: (consent: CountedConsent, consents?: number) => void;
  /** Always the same order: by the first dimension, then by the next. */
  readonly rows: () => ReportRow[];
}

const nothing = (): Counts => ({ given: 0, withdrawn: 0, expired: 0, superseded: 0, erased: 0 });

const countsOf = ({ counts }: Group, month: Month): Counts => {
  const known = counts.get(month);
  if (known !== undefined) return known;
  const added = nothing();
  counts.set(month, added);
  return added;
};

const toRows = ({ traits, opening, counts }: Group, months: readonly Month[], isByMonth: boolean): ReportRow[] => {
  let inForce = opening;
  return months.map((month) => {
    const events = counts.get(month) ?? nothing();
    const { given, withdrawn, expired, superseded, erased } = events;
    inForce += given - withdrawn - expired - superseded - erased;
    return { traits: isByMonth ? { ...traits, month: formatMonth(month) } : traits, ...events, inForce };
  });
};

const compareRows = (by: readonly Dimension[], one: ReportRow, other: ReportRow): number => {
  for (const dimension of by) {
    const order = compareIn(dimension, one.traits[dimension] ?? '', other.traits[dimension] ?? '');
    if (order !== 0) return order;
  }
  return 0;
};

/** Whether a consent has nothing to do with a period: it was given later, or ended before. */
export const isOutside = ({ times }: Pick<CountedConsent, 'times'>, { from, last }: ReportPeriod): boolean => {
  const ending = findEnding(times);
  return times.given > last || (from !== undefined && ending !== undefined && ending.at < from);
};

/** Finds the groups of a consent among those that are there, or adds them. */
const groupsBy = (traits: readonly Trait[], last: Date) => {
  const groups = new Map<string, Group>();
  const groupOf = (values: readonly TraitValue[]): Group => {
    const key = values.join('\n');
    const known = groups.get(key);
    if (known !== undefined) return known;
    const named = Object.fromEntries(traits.map((trait, i) => [trait, values[i] ?? '']));
    const added: Group = { traits: named, opening: 0, counts: new Map() };
    groups.set(key, added);
    return added;
  };
  if (traits.length === 0) groupOf([]);
  return { groups, find: (consent: CountedConsent) => combineTraits(traits, consent, last).map(groupOf) };
};

/**
 * Counts by dimensions, what happened in a period and what was in force at its end (docs/operations.md, Reports). Every
 * combination that had a consent in force in the period, or given in it, has a row; with `month` a row for every month.
 */
export const countBy = (by: readonly Dimension[], period: ReportPeriod): Counting => {
  const { from, last } = period;
  const isByMonth = by.includes('month');
  const { groups, find } = groupsBy(
    by.filter((dimension) => dimension !== 'month'),
    last,
  );
  const monthIn = (moment: Date): Month => (isByMonth ? monthOf(moment) : 0);
  let first = from && monthIn(from);
  return {
    add: (consent, consents = 1) => {
      if (isOutside(consent, period)) return;
      const { given } = consent.times;
      const ending = findEnding(consent.times);
      for (const group of find(consent)) {
        if (from !== undefined && given < from) group.opening += consents;
        else countsOf(group, monthIn(given)).given += consents;
        if (ending !== undefined && ending.at <= last) countsOf(group, monthIn(ending.at))[ending.by] += consents;
      }
      if (from === undefined) first = Math.min(first ?? monthIn(given), monthIn(given));
    },
    rows: () => {
      const months = isByMonth && first === undefined ? [] : monthsBetween(first ?? 0, monthIn(last));
      return [...groups.values()]
        .flatMap((group) => toRows(group, months, isByMonth))
        .sort((one, other) => compareRows(by, one, other));
    },
  };
};
