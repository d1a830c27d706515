import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { openMeter } from '../../../shared/api/budget.ts';
import { limits } from '../../../shared/api/limits.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { throughEach } from '../../../shared/store/table.ts';
import { findUnits } from '../../support/make/builders.ts';
import { table } from '../../support/make/table.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

/** An account whose counter can be written or not, and calls of its that read so many units each. */
const newReader = () => {
  const account = { accountId: randomBytes(16).toString('hex') };
  const state = { isBusy: true };
  const store = throughEach(table, (send) => (state.isBusy ? Promise.reject(new Error('by the test')) : send()));
  const call = async (units: number) => {
    const read = throughEach(table, async () => ({ ConsumedCapacity: { CapacityUnits: units } }));
    const meter = openMeter(store);
    meter.countFor({ ...account, budget: 'searches', now: new Date() });
    meter.admit(undefined);
    await getItem(meter.through(read), keyOf.evidenceKeys());
    await meter.settle();
  };
  return { state, call, count: () => findUnits(account, 'searches') };
};

test('units whose write is refused are written by a later call', async () => {
  const { state, call, count } = newReader();
  await call(limits.unitsLeft);
  await call(limits.unitsWritten);
  expect(await count()).toBe(0);

  state.isBusy = false;
  await call(limits.unitsLeft);
  expect(await count()).toBe(2 * limits.unitsLeft + limits.unitsWritten);
});

test('no more is kept of refused writes than uses the part up', async () => {
  const { state, call, count } = newReader();
  for (let i = 0; i < 3; i += 1) await call(limits.searchUnitsPerMinute - 1);
  state.isBusy = false;
  await call(0);

  expect(await count()).toBe(limits.searchUnitsPerMinute);
});
