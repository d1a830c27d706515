import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { beforeEach, expect, test, vi } from 'vitest';
import { limits } from '../../shared/api/limits.ts';
import { admin } from '../support/call/admin.ts';
import { newTenant } from '../support/make/builders.ts';
import { setTime } from '../support/make/clock.ts';
import { guessTimes, login, loginAttemptsFromSite, newAddress, right, timeout } from './login-flood.ts';

/** The right password is right for all, without bcrypt's time. */
beforeEach(() => {
  setTime('2026-11-20T12:00:00Z');
  const shortened = createHash('sha384').update(right).digest('base64');
  vi.spyOn(bcrypt, 'compare').mockImplementation(async (password) => password === shortened);
});

test('a user at a known address gets in when their own address is used up by guesses at others', {
  timeout,
}, async () => {
  const victim = await newTenant();
  const home = newAddress();
  await login(victim.email, home);
  await guessTimes(loginAttemptsFromSite, (i) => `other-${i}@example.com`, home);

  expect(await login('other@example.com', home)).toMatchObject({ status: 429 });
  expect(await login(victim.email, home)).toMatchObject({ status: 200 });
});

test('an address that an operator allows begins anew', { timeout }, async () => {
  const victim = await newTenant();
  const home = newAddress();
  await login(victim.email, home);
  await guessTimes(limits.loginAttemptsAtKnownAddress, () => victim.email, home);
  expect(await login(victim.email, home)).toMatchObject({ status: 429 });

  expect(await admin('user', 'allow-address', String(victim.userId), `::ffff:${home}`)).toMatchObject({ exitCode: 0 });

  expect(await login(victim.email, home)).toMatchObject({ status: 200 });
});
