import type { Month } from '../runtime/time.ts';
import { formatMonth, monthOf, monthsBetween } from '../runtime/time.ts';
import type { Table } from '../store/table.ts';
import { passesFacets } from './facets.ts';
import type { ConsentScope, CountedConsent } from './lists.ts';
import { readProjects } from './lists.ts';
import type { EndStateName } from './state.ts';
import { byEndState, consentStates, endNames, findEnding, stateAt } from './state.ts';

/** The consents to count. */
export interface Question extends ConsentScope {
  readonly period: ReportPeriod;
}

/** The cost of reading. */
export interface Reading {
  /** Consents that were read, including those that were not counted. */
  readonly consents: number;
  readonly readUnits: number;
}

/**
 * Counts the consents of projects, the oldest first: all that were given up to the end of the period, since earlier
 * ones may end in it. One page of them is in memory at a time.
 *
 * @param onRead called with the number of consents just read
 */
export const readReport = async (
  table: Table,
  question: Question,
  countings: readonly Counting[],
  onRead: (consents: number) => void = () => {},
): Promise<Reading> => {
  let [consents, readUnits] = [0, 0];
  const onPage = (read: number, units: number): void => {
    consents += read;
    readUnits += units;
  };
  const before = new Date(question.period.last.getTime() + 1);
  const reading = { period: { before }, order: 'oldest-first', isMetered: true, onPage } as const;
  for await (const page of readProjects(table, question, reading)) {
    for (const consent of page) {
      if (!passesFacets(question, consent.facets)) continue;
      for (const counting of countings) counting.add(consent);
    }
    onRead(page.length);
  }
  return { consents, readUnits };
};

/** The dimensions of a report. */
export const dimensions = ['notice', 'version', 'month', 'channel', 'lang', 'project', 'state'] as const;
export type Dimension = (typeof dimensions)[number];

/** The dimensions that are traits of a consent. `month` is not one, since a consent has events in several months. */
type Trait = Exclude<Dimension, 'month'>;

/** The value of a dimension in a row. */
export type TraitValue = string | number;

const traitOf: Readonly<Record<Trait, (consent: CountedConsent, last: Date) => TraitValue>> = {
  notice: ({ version }) => version.name,
  version: ({ version }) => version.version,
  channel: ({ facets }) => facets.channel,
  lang: ({ facets }) => facets.lang,
  project: ({ facets }) => facets.projectUid,
  state: ({ times }, last) => stateAt(times, last)?.state ?? '',
};

/**
 * The values of a consent's traits, in their order.
 *
 * @param last moment of the period
 */
const valuesOf = (traits: readonly Trait[], consent: CountedConsent, last: Date): readonly TraitValue[] =>
  traits.map((trait) => traitOf[trait](consent, last));

const states: readonly TraitValue[] = consentStates;

const rankOf = (dimension: Dimension, value: TraitValue): TraitValue =>
  dimension === 'state' ? states.indexOf(value) : value;

/** The order of rows in a dimension: states as in their list, numbers by size, everything else by code units. */
const compareIn = (dimension: Dimension, one: TraitValue, other: TraitValue): number => {
  const [a, b] = [rankOf(dimension, one), rankOf(dimension, other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** The values of the requested dimensions in a row. */
type Traits = Readonly<Partial<Record<Dimension, TraitValue>>>;

/** The order of rows: by the first dimension, then by the next. */
const compareTraits = (by: readonly Dimension[], one: Traits, other: Traits): number => {
  for (const dimension of by) {
    const order = compareIn(dimension, one[dimension] ?? '', other[dimension] ?? '');
    if (order !== 0) return order;
  }
  return 0;
};

/** What happened to consents in a period. */
type Events = { readonly given: number } & Readonly<Record<EndStateName, number>>;

/** The figures of a row, in their order. */
export const figures = ['given', ...endNames, 'active'] as const;

/** A combination of the requested dimensions. The given consents minus all ended ones are the change of `active`. */
export interface ReportRow extends Events {
  readonly traits: Readonly<Partial<Record<Dimension, TraitValue>>>;
  /** At the end of the period, or of the row's month. */
  readonly active: number;
}

/** From a moment on (default: the first consent) up to and including the last moment. */
export interface ReportPeriod {
  readonly from?: Date | undefined;
  readonly last: Date;
}

type Counts = { -readonly [Name in keyof Events]: number };

interface Group {
  readonly traits: ReportRow['traits'];
  /** In force at the beginning of the period. */
  opening: number;
  /** By month, or all under one key if months are not requested. */
  readonly counts: Map<Month, Counts>;
}

/** Counts consents one after the other and keeps none. */
export interface Counting {
  readonly add: (consent: CountedConsent) => void;
  /** Always in the same order: by the first dimension, then by the next. */
  readonly rows: () => ReportRow[];
}

const nothing = (): Counts => ({ given: 0, ...byEndState(() => 0) });

const countsOf = ({ counts }: Group, month: Month): Counts => {
  const known = counts.get(month);
  if (known !== undefined) return known;
  const added = nothing();
  counts.set(month, added);
  return added;
};

const toRows = ({ traits, opening, counts }: Group, months: readonly Month[], isByMonth: boolean): ReportRow[] => {
  let active = opening;
  return months.map((month) => {
    const events = counts.get(month) ?? nothing();
    active += endNames.reduce((left, name) => left - events[name], events.given);
    return { traits: isByMonth ? { ...traits, month: formatMonth(month) } : traits, ...events, active };
  });
};

const isEmpty = ({ opening, counts }: Group): boolean =>
  opening === 0 && [...counts.values()].every((count) => Object.values(count).every((each) => each === 0));

/** Whether a consent lies outside a period: it was given later, or ended before. */
const isOutside = ({ times }: Pick<CountedConsent, 'times'>, { from, last }: ReportPeriod): boolean => {
  const ending = findEnding(times);
  return times.given > last || (from !== undefined && ending !== undefined && ending.at < from);
};

/** Finds or adds the group of a consent. */
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
  return { groups, find: (consent: CountedConsent) => groupOf(valuesOf(traits, consent, last)) };
};

/**
 * Counts by dimensions what happened in a period and what was in force at its end (docs/officers.md, What do I report?). Every
 * combination with a consent in force or given in the period has a row. With `month`, it has a row for every month.
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
    add: (consent) => {
      if (isOutside(consent, period)) return;
      const { given } = consent.times;
      const ending = findEnding(consent.times);
      const group = find(consent);
      if (from !== undefined && given < from) group.opening += 1;
      else countsOf(group, monthIn(given)).given += 1;
      if (ending !== undefined && ending.at <= last) countsOf(group, monthIn(ending.at))[ending.state] += 1;
      if (from === undefined) first = Math.min(first ?? monthIn(given), monthIn(given));
    },
    rows: () => {
      const months = isByMonth && first === undefined ? [] : monthsBetween(first ?? 0, monthIn(last));
      return [...groups.values()]
        .filter((group) => !isEmpty(group) || Object.keys(group.traits).length === 0)
        .flatMap((group) => toRows(group, months, isByMonth))
        .sort((one, other) => compareTraits(by, one.traits, other.traits));
    },
  };
};
