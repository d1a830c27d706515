import { expect, test } from 'vitest';
import { troubleStore } from '../../tools/explore/faults/store-trouble.ts';
import { startStoreProxy } from '../support/faults/store-proxy.ts';
import { newRandom, seed } from '../support/make/chance.ts';
import { table } from '../support/make/table.ts';
import { openWithRetries } from '../support/make/tables.ts';

const proxy = await startStoreProxy();
const { callInProcess } = await import('../support/call/functions.ts');
const { runRound } = await import('../../tools/explore/faults/round.ts');

test('whatever the store does, nothing acknowledged is lost, doubled or stored partly', async () => {
  const { disturb, calls, injected } = troubleStore(proxy, 0.45);
  const size = { tenants: 1, clientsOfTenant: 6, steps: 3 };

  const { violations, history } = await runRound(openWithRetries(table.name), await callInProcess(), newRandom(seed), {
    size,
    disturb,
  });

  expect({ seed, violations }).toEqual({ seed, violations: [] });
  expect(injected()).toBeGreaterThan(calls() / 4);
  expect(history.adds.filter(({ answers }) => answers.length > 0).length).toBeGreaterThan(3);
});
