import { endStates, isAct, summedEnds } from '../../consents/state.ts';
import type { Channel, Lang } from '../../schema/vocabulary.ts';
import type { Key } from '../../store/client.ts';
import { logKeyOf } from '../../store/keys.ts';
import type { Contribution, Ledger, SummedFigure } from './contributions.ts';

/** The traits by which consents are counted apart. */
export interface SumTraits {
  readonly projectUid: string;
  readonly versionId: string;
  readonly lang: Lang;
  readonly channel: Channel;
}

/** Kinds of items, with which sort keys begin. Kinds that are read together are next to each other. */
export const kinds = {
  all: 'DAYS',
  removed: 'DAYS-REMOVED',
  months: 'MONTHS',
  version: 'NOTICE-VERSION',
} as const;

/** Short attribute names keep an item with every day of a month below 1 KB: `g07` is the number given on the 7th. */
export const letters: ReadonlyMap<SummedFigure, string> = new Map<SummedFigure, string>([
  ['given', 'g'],
  ...summedEnds.map((name) => [name, endStates[name].letter] as const),
]);

const datedFigures: ReadonlySet<SummedFigure> = new Set(summedEnds.filter((name) => !isAct(name)));

/** What is added to an item. */
export interface Addition {
  readonly account: string;
  readonly key: Key;
  readonly counters: Record<string, number>;
}

const daysKey = (account: string, ledger: Ledger, month: string, traits: SumTraits): Key => {
  const { projectUid, versionId, lang, channel } = traits;
  return logKeyOf.sums(account, [kinds[ledger], month, projectUid, versionId, lang, channel].join('#'));
};

const monthsKey = (account: string, month: string, { projectUid, versionId }: SumTraits): Key =>
  logKeyOf.sums(account, [kinds.months, month, projectUid, versionId].join('#'));

export const versionKey = (account: string, versionId: string): Key =>
  logKeyOf.sums(account, `${kinds.version}#${versionId}`);

/**
 * The places where a contribution is counted: by day and, for all consents, also by month for the overview. By month,
 * only what ends as time passes has its day, since some of those days are in the future.
 */
const placesOf = (account: string, traits: SumTraits, { ledger, day, figure }: Contribution) => {
  const [month, ofMonth] = [day.slice(0, -'-DD'.length), day.slice(-'DD'.length)];
  const letter = letters.get(figure) ?? '';
  const byDay = { key: daysKey(account, ledger, month, traits), counter: `${letter}${ofMonth}` };
  if (ledger === 'removed') return [byDay];
  const counter = datedFigures.has(figure) ? byDay.counter : letter;
  return [byDay, { key: monthsKey(account, month, traits), counter }];
};

/** Collects the additions to each item. */
export const newAdditions = () => {
  const additions = new Map<string, Addition>();
  return {
    add: (account: string, traits: SumTraits, contribution: Contribution): void => {
      for (const { key, counter } of placesOf(account, traits, contribution)) {
        const name = `${key.PK}\n${key.SK}`;
        const addition = additions.get(name) ?? { account, key, counters: {} };
        addition.counters[counter] = (addition.counters[counter] ?? 0) + contribution.amount;
        additions.set(name, addition);
      }
    },
    /** Additions of zero are left out. */
    all: (): Addition[] =>
      [...additions.values()].flatMap(({ account, key, counters }) => {
        const changed = Object.entries(counters).filter(([, amount]) => amount !== 0);
        return changed.length === 0 ? [] : [{ account, key, counters: Object.fromEntries(changed) }];
      }),
  };
};

/** The key ranges of the items of a kind, and of those that are read with them. */
export const sumsRanges = {
  days: { from: `${kinds.all}`, until: `${kinds.removed}#~` },
  months: { from: `${kinds.months}#`, until: `${kinds.version}#~` },
  versions: { from: `${kinds.version}#`, until: `${kinds.version}#~` },
  all: { from: `${kinds.all}`, until: `${kinds.version}#~` },
} as const;
