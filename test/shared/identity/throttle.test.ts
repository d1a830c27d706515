import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import {
  attemptKeys,
  checkAttempt,
  countAttempt,
  countEverywhere,
  isKnown,
  newAttemptId,
  toSite,
  toSource,
} from '../../../shared/identity/throttle.ts';
import { getItem } from '../../../shared/store/read.ts';
import { table } from '../../support/make/table.ts';

test('an attempt that finds one counter full counts in no other', async () => {
  const now = new Date();
  const origin = { email: `${randomUUID()}@example.com`, sourceIp: '203.0.113.9' };
  const [, , onEmail] = attemptKeys(origin);
  if (onEmail === undefined) throw new Error('There is no counter of the email.');
  const attempt = checkAttempt(origin, [], now);
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

const now = new Date('2026-11-25T10:00:00.900Z');
const seconds = Date.UTC(2026, 10, 25, 10) / 1_000;

test.each([
  ['that no user signed in from', undefined, false],
  ['from which passwords were tried', { attempts: 3 }, false],
  ['known until now', { knownUntil: seconds }, false],
  ['known until a second ago', { knownUntil: seconds - 1 }, false],
  ['known for another second', { knownUntil: seconds + 1 }, true],
])('an address %s: %s is known %s', (_, item, expected) => {
  expect(isKnown(item, now)).toBe(expected);
});

test.each([
  ['an IPv4 address', '203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address mapped into IPv6', '::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
  ['an IPv6 address', '2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3', '2001:db8:85a3'],
  ['an IPv6 address written short', '2001:DB8::1', '2001:db8:0:0', '2001:db8:0'],
  ['a link-local address with its zone', 'fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ['what is no address', 'unknown', 'unknown', 'unknown'],
  ['nothing', '', '', ''],
])('%s', (_name, address, source, site) => {
  expect({ source: toSource(address), site: toSite(address) }).toEqual({ source, site });
});
