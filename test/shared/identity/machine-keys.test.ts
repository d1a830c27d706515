import { expect, test } from 'vitest';
import { newMachineKey } from '../../../shared/identity/machine-key.ts';
import { createKey, listKeys, noteUse, parseKey, wasSeenGood } from '../../../shared/identity/machine-keys.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { changeAt } from '../../support/make/changes.ts';
import { putItem } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const newKey = () => newMachineKey({ accountId: '019cd73069007ccc8ccccccccccccccc', userId: 999_999 });
const now = new Date('2026-03-01T12:00:00Z');
const see = (key = newKey()) => noteUse(table, key, now);

test('a container remembers a thousand keys that it saw good, the last ones, for five minutes', async () => {
  const [first, second] = [newKey(), newKey()];
  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  expect(wasSeenGood(first, now)).toBe(false);
  await see(first);
  await see(second);
  expect(wasSeenGood(first, later(299_999))).toBe(true);
  expect(wasSeenGood(first, later(300_000))).toBe(false);

  await see(first);
  await Promise.all(Array.from({ length: 999 }, () => see()));

  expect([wasSeenGood(first, now), wasSeenGood(second, now)]).toEqual([true, false]);
  await see();
  expect(wasSeenGood(first, now)).toBe(false);
});

test.each(['key', 'use'])('a %s that names another key is none', async (what) => {
  const key = { ...newKey(), userId: what === 'key' ? 999_998 : 999_997 };
  const { userId, keyId } = key;
  await createKey(table, key, {}, changeAt());
  await see(key);
  expect(await listKeys(table, userId)).toMatchObject([{ id: keyId, usedOn: '2026-03-01' }]);
  const at = what === 'key' ? keyOf.machineKey(userId, keyId) : keyOf.machineKeyUse(userId, keyId);
  const changed = { ...at, ...(await getItem(table, at)), id: '0'.repeat(16) };
  await putItem(table, changed);

  await expect(listKeys(table, userId)).rejects.toThrow('names another');
  if (what === 'key') expect(() => parseKey(changed)).toThrow('names another');
});
