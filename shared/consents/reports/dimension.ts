import { consentStates, stateAt } from '../state.ts';
import type { CountedConsent } from './listed-consents.ts';

/** The dimensions of a report. */
export const dimensions = ['notice', 'version', 'month', 'channel', 'lang', 'project', 'state'] as const;
export type Dimension = (typeof dimensions)[number];

/** The dimensions that are traits of a consent. `month` is not one, since a consent has events in several months. */
export type Trait = Exclude<Dimension, 'month'>;

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
export const valuesOf = (traits: readonly Trait[], consent: CountedConsent, last: Date): readonly TraitValue[] =>
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
export const compareTraits = (by: readonly Dimension[], one: Traits, other: Traits): number => {
  for (const dimension of by) {
    const order = compareIn(dimension, one[dimension] ?? '', other[dimension] ?? '');
    if (order !== 0) return order;
  }
  return 0;
};
