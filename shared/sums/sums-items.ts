import type { Channel, Lang } from '../schema/vocabulary.ts';
import type { Key } from '../store/client.ts';
import { logKeyOf } from '../store/log-keys.ts';
import type { Contribution, Ledger, SummedFigure } from './contributions.ts';

/** By what consents are told apart. */
export interface SumTraits {
  readonly projectUid: string;
  readonly versionId: string;
  readonly lang: Lang;
  readonly channel: Channel;
}

/** Kinds of items, which sort keys begin with: those that are read together stand beside each other. */
export const kinds = {
  all: 'DAYS',
  removed: 'DAYS-REMOVED',
  months: 'MONTHS',
  version: 'NOTICE-VERSION',
} as const;

/** Attributes are short, so that an item stays below 1 KB with every day of a month: `g07` is what was given on the 7th. */
export const letters: Readonly<Record<SummedFigure, string>> = {
  given: 'g',
  withdrawn: 'w',
  expired: 'x',
  erased: 'e',
};

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
 * Where a contribution is counted: by day, and of all consents by month too, which is what the overview reads. There days are told apart
 * of what expires alone, since some of them are still to come.
 */
const placesOf = (account: string, traits: SumTraits, { ledger, day, figure }: Contribution) => {
  const [month, ofMonth] = [day.slice(0, -'-DD'.length), day.slice(-'DD'.length)];
  const byDay = { key: daysKey(account, ledger, month, traits), counter: `${letters[figure]}${ofMonth}` };
  if (ledger === 'removed') return [byDay];
  const counter = figure === 'expired' ? byDay.counter : letters[figure];
  return [byDay, { key: monthsKey(account, month, traits), counter }];
};

/** Puts together what is added to each item. */
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
    /** What comes to nothing is left out. */
    all: (): Addition[] =>
      [...additions.values()].flatMap(({ account, key, counters }) => {
        const changed = Object.entries(counters).filter(([, amount]) => amount !== 0);
        return changed.length === 0 ? [] : [{ account, key, counters: Object.fromEntries(changed) }];
      }),
  };
};

/** Where items of a kind are, and of those that are read with them. */
export const sumsRanges = {
  days: { from: `${kinds.all}`, until: `${kinds.removed}#~` },
  months: { from: `${kinds.months}#`, until: `${kinds.version}#~` },
  versions: { from: `${kinds.version}#`, until: `${kinds.version}#~` },
  all: { from: `${kinds.all}`, until: `${kinds.version}#~` },
} as const;
