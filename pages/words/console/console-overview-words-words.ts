/** Texts of the overview. Numbers, months and times arrive formatted. */
export interface OverviewWords {
  readonly heading: string;
  readonly project: string;
  readonly countedUntil: (time: string) => string;
  readonly utc: string;
  readonly none: string;
  readonly noneMeaning: string;
  /** The name of the count, next to an axis. */
  readonly unit: string;
  readonly inForce: string;
  readonly inForceSays: (first: string, last: string, from: string, to: string) => string;
  readonly flow: string;
  readonly flowSays: (given: string, withdrawn: string, from: string, to: string) => string;
  readonly upwards: string;
  readonly downwards: string;
  readonly shares: string;
  readonly sharesSay: (count: string) => string;
  readonly noneInForce: string;
  readonly version: (notice: string, version: string) => string;
  readonly figures: string;
  readonly columns: Readonly<Record<'month' | 'given' | 'withdrawn' | 'inForce' | 'version' | 'share', string>>;
}
