import { expect, test } from 'vitest';
import { openPatiently } from '../../support/patient-table.ts';
import { newRandom } from '../../support/random.ts';
import { seed } from '../../support/seed.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';
import { table } from '../../support/table.ts';
import { injectFaults } from './faults.ts';

const proxy = await startStoreProxy();
const { callInProcess } = await import('../../support/caller.ts');
const { runRound } = await import('./round.ts');

test('whatever the store does, nothing acknowledged is lost, doubled or stored partly', async () => {
  const counts = new Map<string, number>();

  const { violations, history } = await runRound(openPatiently(table.name), await callInProcess(), newRandom(seed), {
    size: { tenants: 2, clientsOfTenant: 24, steps: 4 },
    disturb: async (random) => {
      proxy.intercept = injectFaults(random, 0.45, counts);
      return async () => {
        proxy.intercept = undefined;
      };
    },
  });

  expect({ seed, violations }).toEqual({ seed, violations: [] });
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBeGreaterThan(200);
  expect(history.adds.filter(({ answers }) => answers.length > 0).length).toBeGreaterThan(30);
});
