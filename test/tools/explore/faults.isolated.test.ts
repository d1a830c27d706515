import { expect, test } from 'vitest';
import { troubleStore } from '../../../tools/explore/faults/store-trouble.ts';
import { openPatiently } from '../../support/patient-table.ts';
import { newRandom } from '../../support/random.ts';
import { seed } from '../../support/seed.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';
import { table } from '../../support/table.ts';

const proxy = await startStoreProxy();
const { callInProcess } = await import('../../support/caller.ts');
const { runRound } = await import('../../../tools/explore/faults/round.ts');

test('whatever the store does, nothing acknowledged is lost, doubled or stored partly', async () => {
  const { disturb, calls, injected } = troubleStore(proxy, 0.45);
  const size = { tenants: 1, clientsOfTenant: 6, steps: 3 };

  const { violations, history } = await runRound(openPatiently(table.name), await callInProcess(), newRandom(seed), {
    size,
    disturb,
  });

  expect({ seed, violations }).toEqual({ seed, violations: [] });
  expect(injected()).toBeGreaterThan(calls() / 4);
  expect(history.adds.filter(({ answers }) => answers.length > 0).length).toBeGreaterThan(3);
});
