import type { Kind } from '../guess.ts';
import type { PeriodChoice } from '../period.ts';

/** What finding a person says. */
export interface FindWords {
  readonly heading: string;
  readonly who: string;
  readonly help: string;
  /** How values are compared. */
  readonly whole: string;
  readonly kept: string;
  /** Label of a value that comes after another one. */
  readonly and: string;
  readonly addValue: string;
  readonly removeValue: string;
  /** Label of what a value is taken for. */
  readonly takenAs: string;
  /** What a value looks like, as the first choice. */
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
  /** What is wrong with a value that the service refused. */
  readonly refused: {
    readonly time: string;
    readonly order: string;
    readonly unknown: string;
  };
}
