import { gaps } from '../../evidence/statement-format.ts';
import { consentStates, stateAt } from '../state.ts';
import type { CountedConsent } from './listed-consents.ts';

/** The dimensions of a report. A consent with several gaps is in the rows of each. */
export const dimensions = ['notice', 'version', 'month', 'channel', 'lang', 'project', 'state', 'gap'] as const;
export type Dimension = (typeof dimensions)[number];

/** The dimensions that are traits of a consent. `month` is not one, since a consent has events in several months. */
export type Trait = Exclude<Dimension, 'month'>;

/** The value of a dimension in a row. */
export type TraitValue = string | number;

/** The value for a consent without gaps. */
const noGap = 'none';

const traitOf: Readonly<Record<Exclude<Trait, 'gap'>, (consent: CountedConsent, last: Date) => TraitValue>> = {
  notice: ({ version }) => version.name,
  version: ({ version }) => version.version,
  channel: ({ facets }) => facets.channel,
  lang: ({ facets }) => facets.lang,
  project: ({ facets }) => facets.projectUid,
  state: ({ times }, last) => stateAt(times, last)?.state ?? '',
};

const valuesOf = (trait: Trait, consent: CountedConsent, last: Date): readonly TraitValue[] => {
  if (trait !== 'gap') return [traitOf[trait](consent, last)];
  if (consent.gaps === undefined) throw new Error('Consents are counted by gaps that were not read.');
  return consent.gaps.length === 0 ? [noGap] : consent.gaps;
};

/**
 * The combinations of a consent's traits, in their order: several if it has several gaps.
 *
 * @param last moment of the period
 */
export const combineTraits = (traits: readonly Trait[], consent: CountedConsent, last: Date): TraitValue[][] =>
  traits.reduce<TraitValue[][]>(
    (combined, trait) =>
      combined.flatMap((values) => valuesOf(trait, consent, last).map((value) => [...values, value])),
    [[]],
  );

const orders: Readonly<Partial<Record<Dimension, readonly TraitValue[]>>> = {
  state: consentStates,
  gap: [...gaps, noGap],
};

const rankOf = (dimension: Dimension, value: TraitValue): TraitValue => orders[dimension]?.indexOf(value) ?? value;

/**
 * The order of rows in a dimension: states and gaps as in their lists, numbers by size, everything else by code units.
 */
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
