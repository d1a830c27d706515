import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportedConsent } from '../../../../shared/consents/exchange/imported-consent.ts';
import { itemSize } from '../../../../shared/store/item-size.ts';
import { interruption } from '../../../interruption.ts';

/** Bytes that one write unit covers; a transaction uses two units for them. */
const unitBytes = 1_024;

/** The write units of a consent in the table itself. Indexes use more. */
export const unitsOf = ({ put, more }: ImportedConsent): number => {
  const units = [put, ...more].reduce((sum, { put: item }) => sum + Math.ceil(itemSize(item) / unitBytes), 0);
  return more.length === 0 ? units : 2 * units;
};

/** Waits until this many units may be used, if there is a limit per second. */
export type Pace = (units: number) => Promise<void>;

/** @param budget units a second; without it, nothing waits */
export const newPace = (budget: number | undefined): Pace => {
  if (budget === undefined) return async () => {};
  let free = performance.now();
  return async (units) => {
    const start = Math.max(free, performance.now());
    free = start + (units / budget) * 1_000;
    await sleep(start - performance.now(), undefined, { signal: interruption() });
  };
};
