import { expect } from 'vitest';
import type { OperationName } from '../../../shared/contract.ts';
import { openPatiently } from '../../../test/support/patient-table.ts';
import { newRandom } from '../../../test/support/random.ts';
import { seed } from '../../../test/support/seed.ts';
import { startStoreProxy } from '../../../test/support/store-proxy.ts';
import { table } from '../../../test/support/table.ts';
import { troubleStore } from './faults.ts';
import type { Size } from './round.ts';

const proxy = await startStoreProxy();
const { callInProcess } = await import('../../../test/support/caller.ts');
const { runRound } = await import('./round.ts');

/** Runs a round of so many clients while the store fails, and holds it to what was acknowledged. Returns what was called and how much failed. */
export const runUnderFaults = async (size: Size) => {
  const called = new Set<OperationName>();
  const call = await callInProcess();
  const trouble = troubleStore(proxy, 0.45);
  const { violations, history } = await runRound(
    openPatiently(table.name),
    (operation, ...rest) => {
      called.add(operation);
      return call(operation, ...rest);
    },
    newRandom(seed),
    { size, disturb: trouble.disturb },
  );

  expect({ seed, violations }).toEqual({ seed, violations: [] });
  return { called, calls: trouble.calls(), faults: trouble.injected(), history };
};
