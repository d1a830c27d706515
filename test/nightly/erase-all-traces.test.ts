import { expect, test } from 'vitest';
import { timeOf } from '../../shared/runtime/identifier.ts';
import { kinds, many, ofTenant, shared, theirs, toOthers } from '../shared/consents/erasure/traced-person.ts';
import { findTraces, tracesOf } from '../shared/consents/erasure/traces.ts';
import { newTenant } from '../support/make/builders.ts';
import { erase } from '../support/make/changes.ts';
import { findShelf, stock } from '../support/make/stock.ts';
import { readAllItems } from '../support/make/stored.ts';
import { erasures, table } from '../support/make/table.ts';

test('of a person with hundreds of consents every trace goes, and all that is of others stays byte for byte', async () => {
  const tenant = await newTenant();
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const start = Date.UTC(2026, 0, 1);
  const hersToStock = Array.from({ length: many }, (_, i) => ({
    time: new Date(start + i * 60_000),
    userData: { ...theirs, ...shared },
  }));
  const others = Array.from({ length: 200 }, (_, i) => ({
    time: new Date(start + i * 300_000),
    userData: { ...shared, email: `${i}@example.com`, customer_number: `C-${i}` },
  }));
  const ids = await stock(table, shelf, hersToStock);
  await stock(table, shelf, others);
  const read = ofTenant(tenant);
  const before = await read();
  const traces = kinds.flatMap(([key, value]) => tracesOf(tenant.accountId, key, value));

  const outcome = await erase(tenant.accountId, ids);

  const after = await read();
  expect(outcome).toEqual({ erased: many, before: 0, missing: 0 });
  expect(findTraces([...after, ...(await readAllItems(erasures))], traces)).toEqual([]);
  expect(toOthers(after, ids)).toEqual(toOthers(before, ids));
  expect(toOthers(after, ids)).toHaveLength(toOthers(after, []).length - many);
  expect(
    after.filter(({ eraseTime }) => eraseTime !== undefined).map(({ SK }) => timeOf(String(SK)).getTime()).length,
  ).toBe(many);
}, 120_000);
