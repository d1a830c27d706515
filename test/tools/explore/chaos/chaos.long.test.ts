import { expect, test } from 'vitest';
import type { OperationName } from '../../../../shared/contract.ts';
import { operations } from '../../../../shared/operations.ts';
import { runUnderFaults } from '../../../../tools/explore/chaos/faulty-round.ts';
import { representFile } from '../../../support/representative.ts';

representFile(
  'test/tools/explore/chaos/chaos.test.ts',
  'whatever the store does, nothing acknowledged is lost, doubled or stored partly',
);

/** But logout: each client goes on with its session to the end. */
const extensions = Object.entries(operations).flatMap(([name, rules]) =>
  'extension' in rules && rules.access !== 'bearer' ? [name as OperationName] : [],
);

test('whatever the store does to many clients of every operation, nothing acknowledged is lost, doubled or stored partly', async () => {
  const { called, calls, faults, history } = await runUnderFaults({ tenants: 2, clientsOfTenant: 24, steps: 5 });

  expect(extensions.filter((name) => !called.has(name))).toEqual([]);
  expect(faults).toBeGreaterThan(100);
  expect(faults).toBeGreaterThan(calls / 3);
  expect(history.adds.filter(({ answers }) => answers.length > 0).length).toBeGreaterThan(30);
});
