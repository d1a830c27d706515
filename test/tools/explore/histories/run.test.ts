import pMap from 'p-map';
import { expect, test } from 'vitest';
import { findAnomalies } from '../../../../tools/explore/histories/check.ts';
import { runHistory } from '../../../../tools/explore/histories/run.ts';
import { lagIndexes, showWithin } from '../../../support/index-lag.ts';
import { openPatiently } from '../../../support/patient-table.ts';
import { newRandom } from '../../../support/random.ts';
import { seed } from '../../../support/seed.ts';
import { startStoreProxy } from '../../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { callInProcess } = await import('../../../support/caller.ts');
const { table: ours } = await import('../../../support/table.ts');
const { newTenant, signIn } = await import('../../../../tools/explore/chaos/tenants.ts');

test('clients that work at once get answers that a serial register would have given, with indexes behind', async () => {
  const [count, lag] = [6, 300];
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
});
