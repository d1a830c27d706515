import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { countAttempt, newAttemptId } from '../../../shared/identity/attempt-counter.ts';
import { admitAttempt, attemptKeys, countEverywhere } from '../../../shared/identity/throttle.ts';
import { limits } from '../../../shared/limits.ts';
import { getItem } from '../../../shared/store/get.ts';
import { table } from '../../support/table.ts';

test('an attempt that finds one counter full meanwhile takes no place in the others', async () => {
  const now = new Date();
  const origin = { email: `${randomUUID()}@example.com`, sourceIp: '203.0.113.9' };
  const [, , onEmail] = attemptKeys(origin);
  if (onEmail === undefined) throw new Error('There is no counter of the email.');
  const attempt = admitAttempt(origin, [], now);
  const counter = { key: onEmail, limit: limits.loginAttemptsOnEmail };
  for (let i = 0; i < limits.loginAttemptsOnEmail; i += 1) {
    await countAttempt(table, counter, await getItem(table, onEmail), newAttemptId(), now);
  }

  await expect(countEverywhere(table, attempt, now)).rejects.toMatchObject({ code: 'login.throttled' });

  const items = await Promise.all(attemptKeys(origin).map((key) => getItem(table, key)));
  const ids = items.map((item) => [...((item?.attemptIds as Set<string> | undefined) ?? [])]);
  expect(ids.map((counted) => counted.length)).toEqual([0, 0, limits.loginAttemptsOnEmail, 0]);
  expect(ids.flat()).not.toContain(attempt.id);
});
