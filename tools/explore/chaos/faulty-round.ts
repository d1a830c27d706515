import { expect } from 'vitest';
import type { OperationName } from '../../../shared/contract.ts';
import type { Caller } from '../../../test/support/caller.ts';
import { openPatiently } from '../../../test/support/patient-table.ts';
import { newRandom } from '../../../test/support/random.ts';
import { seed } from '../../../test/support/seed.ts';
import { startStoreProxy } from '../../../test/support/store-proxy.ts';
import { table } from '../../../test/support/table.ts';
import { injectFaults } from './faults.ts';
import type { Size } from './round.ts';

const proxy = await startStoreProxy();
const { callInProcess } = await import('../../../test/support/caller.ts');
const { runRound } = await import('./round.ts');

/** Runs a round of so many clients while the store fails, and holds it to what was acknowledged. Returns what was called and how much failed. */
export const runUnderFaults = async (size: Size) => {
  const counts = new Map<string, number>();
  const called = new Set<OperationName>();
  let calls = 0;
  const call = await callInProcess();
  const recordCall: Caller = (operation, ...rest) => {
    called.add(operation);
    return call(operation, ...rest);
  };

  const { violations, history } = await runRound(openPatiently(table.name), recordCall, newRandom(seed), {
    size,
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
  const faults = [...counts.values()].reduce((sum, count) => sum + count);
  return { called, calls, faults, history };
};
