import { expect, test } from 'vitest';
import { runUnderFaults } from '../../../../tools/explore/chaos/faulty-round.ts';

test('whatever the store does, nothing acknowledged is lost, doubled or stored partly', async () => {
  const { calls, faults, history } = await runUnderFaults({ tenants: 1, clientsOfTenant: 6, steps: 3 });

  expect(faults).toBeGreaterThan(calls / 4);
  expect(history.adds.filter(({ answers }) => answers.length > 0).length).toBeGreaterThan(3);
});
