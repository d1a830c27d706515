import { afterEach, expect, test } from 'vitest';
import { listNoticeVersions } from '../../shared/notices/notice.ts';
import {
  countRetired,
  newTenant,
  noticeContent,
  proxy,
  publishNotice,
  readRetirement,
  setUse,
  table,
} from '../shared/notices/retired-notice.ts';
import { storeError } from '../support/faults/store-proxy.ts';
import { changeAt } from '../support/make/changes.ts';

const { publishVersion } = await import('../support/make/notices.ts');

const { listLogEntries } = await import('../../shared/identity/operations-log.ts');

afterEach(() => {
  proxy.intercept = undefined;
});

/** More than one transaction changes. */
const many = 120;

const newLongNotice = async () => {
  const { accountId, pid, notices } = await newTenant();
  for (let days = 1; days < many; days += 1) {
    await publishVersion(table, accountId, pid, noticeContent({ validityDays: days }), new Date());
  }
  return { accountId, pid, name: notices[0]?.name ?? '' };
};

/** The process dies before its transaction of this number, from 1. */
const dieBefore = (number: number): void => {
  let transactions = 0;
  proxy.intercept = async (call) => {
    if (call.name === 'TransactWriteItems') transactions += 1;
    return transactions < number ? call.forward() : storeError(400, 'AccessDeniedException');
  };
};

test('a run that was killed between its transactions is finished by the same run, either way', async () => {
  const { accountId, pid, name } = await newLongNotice();
  const set = (use: 'retired' | 'in use') => setUse(table, { accountId, pid, use }, changeAt());

  dieBefore(2);
  await expect(set('retired')).rejects.toThrow();
  proxy.intercept = undefined;
  expect(await countRetired(accountId)).toBe(97);
  const half = await readRetirement(table, accountId, pid, 'retired');
  expect(half).toMatchObject({ versions: many, isDone: false, head: { retiredAt: expect.any(String) } });
  expect(half.left.map(({ version }) => version)).toEqual(Array.from({ length: many - 97 }, (_, i) => many - 97 - i));

  expect(await set('retired')).toMatchObject({ isDone: true });
  const times = (await listNoticeVersions(table, accountId)).map(({ retiredAt }) => retiredAt);
  const { retiredAt } = half.head;
  expect(new Set(times)).toEqual(new Set([retiredAt]));

  dieBefore(2);
  await expect(set('in use')).rejects.toThrow();
  proxy.intercept = undefined;
  expect(await countRetired(accountId)).toBe(many - 97);
  const current = (await readRetirement(table, accountId, pid, 'in use')).head;
  expect(current).toHaveProperty('retiredAt');
  const next = { log: undefined, accountId, name, content: noticeContent({ validityDays: 999 }), current };
  expect(await publishNotice(table, next, changeAt())).toBeUndefined();

  const { head } = await set('in use');
  expect(head).not.toHaveProperty('retiredAt');
  expect(await countRetired(accountId)).toBe(0);
  const entries = (await listLogEntries(table, 100)).filter(({ target }) => target.pid === pid && 'retired' in target);
  const told = [{ retired: false }, { retired: false }, { retired: true, retiredAt }, { retired: true, retiredAt }];
  expect(entries.map(({ target }) => target)).toEqual(
    told.map((use) => ({ accountId, pid, notice: name, versions: many, ...use })),
  );
});
