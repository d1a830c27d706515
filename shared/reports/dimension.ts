import { consentStates, stateAt } from '../consents/state.ts';
import type { CountedConsent } from './project-entries.ts';

/** What a report can be broken down by. */
export const dimensions = ['notice', 'version', 'month', 'channel', 'lang', 'project', 'state'] as const;
export type Dimension = (typeof dimensions)[number];

/** What consents are told apart by: `month` is none, since a consent has events in several. */
export type Trait = Exclude<Dimension, 'month'>;

/** What a row says of a dimension. */
export type TraitValue = string | number;

/** @param last moment of the period */
export const traitOf: Readonly<Record<Trait, (consent: CountedConsent, last: Date) => TraitValue>> = {
  notice: ({ version }) => version.name,
  version: ({ version }) => version.version,
  channel: ({ facets }) => facets.channel,
  lang: ({ facets }) => facets.lang,
  project: ({ facets }) => facets.projectUid,
  state: ({ times }, last) => stateAt(times, last)?.state ?? '',
};

const stateOrder: readonly TraitValue[] = consentStates;

const rankOf = (dimension: Dimension, value: TraitValue): TraitValue =>
  dimension === 'state' ? stateOrder.indexOf(value) : value;

/** The order of rows in a dimension: states as in their list, numbers by size, all else by code units. */
export const compareIn = (dimension: Dimension, one: TraitValue, other: TraitValue): number => {
  const [a, b] = [rankOf(dimension, one), rankOf(dimension, other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
