import pMap from 'p-map';
import { expect } from 'vitest';
import { lagIndexes, showWithin } from '../../../test/support/index-lag.ts';
import { openPatiently } from '../../../test/support/patient-table.ts';
import { newRandom } from '../../../test/support/random.ts';
import { seed } from '../../../test/support/seed.ts';
import { startStoreProxy } from '../../../test/support/store-proxy.ts';
import { findAnomalies } from './check.ts';
import { runHistory } from './run.ts';

const proxy = await startStoreProxy();
const { callInProcess } = await import('../../../test/support/caller.ts');
const { table: ours } = await import('../../../test/support/table.ts');
const { newTenant, signIn } = await import('../chaos/tenants.ts');

/** Runs so many histories of clients that work at once, with indexes that lag by so many milliseconds: each must be one of a serial register. */
export const expectSerial = async (count: number, lag: number): Promise<void> => {
  const random = newRandom(seed);
  const table = openPatiently(ours.name);
  const tenant = await newTenant(table);
  const place = { tenant, token: (await signIn(table, tenant)).token, call: await callInProcess(), lag };
  let intercepted = 0;
  const lagging = lagIndexes(showWithin(lag), () => 100);
  proxy.intercept = (call) => {
    intercepted += 1;
    return lagging(call);
  };

  const histories = await pMap(
    Array.from({ length: count }, () => random.fork()),
    (own) => runHistory(place, own),
    { concurrency: 8 },
  );

  expect(intercepted).toBeGreaterThan(count);
  const answered = histories.filter((events) => events.every(({ status }) => status !== 503));
  expect(answered.length).toBeGreaterThan(count / 2);
  expect({ seed, anomalies: answered.flatMap(findAnomalies) }).toEqual({ seed, anomalies: [] });
};
