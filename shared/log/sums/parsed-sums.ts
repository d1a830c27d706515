import * as v from 'valibot';
import { Channel, Lang } from '../../schema/vocabulary.ts';
import type { Item } from '../../store/client.ts';
import type { Ledger, SummedFigure } from './contributions.ts';
import type { SumTraits } from './sums-items.ts';
import { kinds, letters } from './sums-items.ts';

/** Numbers by name: attributes of an item. */
export type Counters = Readonly<Record<string, number>>;

const counterPattern = new RegExp(`^[${[...letters.values()].join('')}](?:\\d\\d)?$`);

/** The counters of an item. */
export const countersOf = (item: Item): Counters =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) =>
      counterPattern.test(name) && typeof value === 'number' && value !== 0 ? [[name, value]] : [],
    ),
  );

/** A counter of an item: its figure and its day `DD`, if days are counted apart. */
interface Counted {
  readonly figure: SummedFigure;
  readonly day: string | undefined;
  readonly count: number;
}

const figures: ReadonlyMap<string, SummedFigure> = new Map([...letters].map(([figure, letter]) => [letter, figure]));

const readCounters = (item: Item): Counted[] =>
  Object.entries(countersOf(item)).map(([name, count]) => ({
    figure: figures.get(name.slice(0, 1)) ?? 'given',
    day: name.length > 1 ? name.slice(1) : undefined,
    count,
  }));

const SortKey = v.object({ SK: v.string() });

const partsOf = (item: Item): string[] => v.parse(SortKey, item).SK.split('#');

const DaysParts = v.tuple([v.picklist([kinds.all, kinds.removed]), v.string(), v.string(), v.string(), Lang, Channel]);

/** The daily counts of a month. */
export interface DaySums {
  readonly ledger: Ledger;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly traits: SumTraits;
  readonly counted: readonly Counted[];
}

export const parseDaySums = (item: Item): DaySums => {
  const [kind, month, projectUid, versionId, lang, channel] = v.parse(DaysParts, partsOf(item));
  const traits = { projectUid, versionId, lang, channel };
  return { ledger: kind === kinds.all ? 'all' : 'removed', month, traits, counted: readCounters(item) };
};

/** The counts of a month. */
export interface MonthSums extends Pick<SumTraits, 'projectUid' | 'versionId'> {
  readonly month: string;
  readonly counted: readonly Counted[];
}

const MonthsParts = v.tuple([v.literal(kinds.months), v.string(), v.string(), v.string()]);

export const parseMonthSums = (item: Item): MonthSums => {
  const [, month, projectUid, versionId] = v.parse(MonthsParts, partsOf(item));
  return { month, projectUid, versionId, counted: readCounters(item) };
};

/** Whether an item is that of a version. */
export const isVersionItem = (item: Item): boolean => partsOf(item)[0] === kinds.version;
