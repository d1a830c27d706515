import { randomInt } from 'node:crypto';
import pMap from 'p-map';
import { expect, test } from 'vitest';
import { callInProcess } from '../../support/caller.ts';
import { openPatiently } from '../../support/patient-table.ts';
import { newRandom } from '../../support/random.ts';
import { table as ours } from '../../support/table.ts';
import { newTenant, signIn } from '../chaos/tenants.ts';
import { findAnomalies } from './check.ts';
import { runHistory } from './run.ts';

test('clients that work at once get answers that a serial register would have given', async () => {
  const seed = randomInt(2 ** 31);
  const random = newRandom(seed);
  const table = openPatiently(ours.name);
  const tenant = await newTenant(table);
  const place = { tenant, token: (await signIn(table, tenant)).token, call: await callInProcess() };

  const histories = await pMap(
    Array.from({ length: 60 }, () => random.fork()),
    (own) => runHistory(place, own),
    { concurrency: 8 },
  );

  const answered = histories.filter((events) => events.every(({ status }) => status !== 503));
  expect(answered.length).toBeGreaterThan(30);
  expect({ seed, anomalies: answered.flatMap(findAnomalies) }).toEqual({ seed, anomalies: [] });
}, 60_000);
