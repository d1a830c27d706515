import type { Kind } from '../../console/find/guess.ts';
import type { PeriodChoice } from '../../console/find/period.ts';

/** Texts of the search for a person. */
export interface FindWords {
  readonly heading: string;
  readonly who: string;
  readonly help: string;
  /** How values are compared. */
  readonly whole: string;
  readonly kept: string;
  /** Label of a second or later value. */
  readonly and: string;
  readonly addValue: string;
  readonly removeValue: string;
  /** Label of the kind of a value. */
  readonly takenAs: string;
  /** The guessed kind, as the first choice. */
  readonly guessed: (kind: string) => string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly ownKey: string;
  readonly ownKeyHelp: string;
  readonly split: (first: string, last: string) => string;
  readonly idLeads: string;
  readonly twice: string;
  readonly unnamed: string;
  readonly narrow: string;
  readonly any: string;
  readonly project: string;
  readonly notice: string;
  readonly version: string;
  readonly versionOf: (version: string, published: string) => string;
  readonly retired: string;
  readonly state: string;
  readonly language: string;
  readonly channel: string;
  readonly period: string;
  readonly periods: Readonly<Record<PeriodChoice, string>>;
  readonly from: string;
  readonly until: string;
  readonly utc: string;
  readonly find: string;
  /** Why the service refused a value. */
  readonly refused: {
    readonly time: string;
    readonly order: string;
    readonly unknown: string;
  };
}
