import { expect, test } from 'vitest';
import type { OperationName } from '../../../shared/contract.ts';
import { operations } from '../../../shared/operations.ts';
import type { Caller } from '../../support/caller.ts';
import { openPatiently } from '../../support/patient-table.ts';
import { newRandom } from '../../support/random.ts';
import { seed } from '../../support/seed.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';
import { table } from '../../support/table.ts';
import { injectFaults } from './faults.ts';

const extensions = Object.entries(operations).flatMap(([name, rules]) =>
  'extension' in rules ? [name as OperationName] : [],
);

const proxy = await startStoreProxy();
const { callInProcess } = await import('../../support/caller.ts');
const { runRound } = await import('./round.ts');

test('whatever the store does, nothing acknowledged is lost, doubled or stored partly', async () => {
  const counts = new Map<string, number>();
  const called = new Set<OperationName>();
  let calls = 0;
  const call = await callInProcess();
  const recordCall: Caller = (operation, ...rest) => {
    called.add(operation);
    return call(operation, ...rest);
  };

  const { violations, history } = await runRound(openPatiently(table.name), recordCall, newRandom(seed), {
    size: { tenants: 2, clientsOfTenant: 24, steps: 5 },
    disturb: async (random) => {
      const inject = injectFaults(random, 0.45, counts);
      proxy.intercept = (met) => {
        calls += 1;
        return inject(met);
      };
      return async () => {
        proxy.intercept = undefined;
      };
    },
  });

  expect({ seed, violations }).toEqual({ seed, violations: [] });
  expect(extensions.filter((name) => !called.has(name))).toEqual([]);
  const faults = [...counts.values()].reduce((sum, count) => sum + count);
  expect(faults).toBeGreaterThan(100);
  expect(faults).toBeGreaterThan(calls / 3);
  expect(history.adds.filter(({ answers }) => answers.length > 0).length).toBeGreaterThan(30);
});
