/**
 * US dollars for a million read units on demand in us-east-1, without the free tier, as published in November 2026. Other regions
 * differ by some tenths.
 */
const dollarsPerMillionReadUnits = 0.125;

/** US dollars. */
export const priceOf = (readUnits: number): number => (readUnits / 1_000_000) * dollarsPerMillionReadUnits;

/** Read units as people read them. */
export const describeUnits = (readUnits: number): string => `${Math.ceil(readUnits).toLocaleString('en')} read units`;

/** What they cost, as people read it. */
export const describePrice = (readUnits: number): string =>
  `$${priceOf(readUnits).toFixed(2)} at the price of us-east-1`;
