/** How a chart writes its counts. */
export interface Lettering {
  /** What is counted, such as `consents`. */
  readonly unit: string;
  readonly count: (count: number) => string;
  /** Short, such as 1.5M. */
  readonly compact: (count: number) => string;
  /** Per cent, such as 33.3%. */
  readonly percent: (percent: number) => string;
}

/** @param region a language with or without a region (BCP 47) */
export const letteringOf = (region: string, unit: string): Lettering => {
  const [whole, compact, percents] = [
    new Intl.NumberFormat(region),
    new Intl.NumberFormat(region, { notation: 'compact', maximumFractionDigits: 1 }),
    new Intl.NumberFormat(region, { style: 'percent', maximumFractionDigits: 1 }),
  ];
  return {
    unit,
    count: (count) => whole.format(count),
    compact: (count) => compact.format(count),
    percent: (percent) => percents.format(percent / 100),
  };
};
