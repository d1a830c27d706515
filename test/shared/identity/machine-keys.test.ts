import { expect, test } from 'vitest';
import { newMachineKey } from '../../../shared/identity/machine-key.ts';
import { noteUse, wasSeenGood } from '../../../shared/identity/machine-keys.ts';
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
