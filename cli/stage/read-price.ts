/**
 * US dollars for a million on-demand read units in us-east-1, without the free tier, as published in November 2026. Prices of
 * other regions differ by some tenths.
 */
const dollarsPerMillionReadUnits = 0.125;

/** US dollars. */
export const priceOf = (readUnits: number): number => (readUnits / 1_000_000) * dollarsPerMillionReadUnits;

/** Read units for people. */
export const describeUnits = (readUnits: number): string => `${Math.ceil(readUnits).toLocaleString('en')} read units`;

/** Their cost for people. */
export const describePrice = (readUnits: number): string =>
  `$${priceOf(readUnits).toFixed(2)} at the price of us-east-1`;
