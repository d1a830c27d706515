import { expect, test } from 'vitest';
import { createErasuresTable } from '../../../../cli/local/table.ts';
import { findErasureKey, takeErasureKey } from '../../../../shared/consents/erasure/erasures.ts';
import { newIdentifier } from '../../../../shared/identifier.ts';
import type { Table } from '../../../../shared/store/client.ts';
import { openTable } from '../../../../shared/store/client.ts';

const now = new Date('2026-11-20T12:00:00.000Z');

const createErasures = async (): Promise<Table> => {
  const erasures = openTable(`erasures-${newIdentifier(now)}`);
  await createErasuresTable(erasures);
  return erasures;
};

test('there is no key before the first erasure', async () => {
  expect(await findErasureKey(await createErasures())).toBeUndefined();
});

test('the key has 32 bytes and stays', async () => {
  const erasures = await createErasures();
  const key = await takeErasureKey(erasures, now);

  expect(key).toHaveLength(32);
  expect(await takeErasureKey(erasures, now)).toEqual(key);
  expect(await findErasureKey(erasures)).toEqual(key);
});

test('who takes it at the same time gets the same', async () => {
  const erasures = await createErasures();
  const keys = await Promise.all(Array.from({ length: 8 }, () => takeErasureKey(erasures, now)));

  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
});

test('every register has its own', async () => {
  const [one, other] = await Promise.all([createErasures(), createErasures()]);

  expect(await takeErasureKey(one, now)).not.toEqual(await takeErasureKey(other, now));
});
