/** How a chart says what it counts. */
export interface Lettering {
  /** What is counted, such as `consents`. */
  readonly unit: string;
  readonly count: (count: number) => string;
  /** Such as 1.5M, where there is little room. */
  readonly compact: (count: number) => string;
  /** Such as 33.3%, of a hundred. */
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
