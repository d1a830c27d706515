import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { lifetimes, limits } from '../../shared/api/limits.ts';
import { startCold } from '../support/call/functions.ts';
import { invoke } from '../support/call/invoke.ts';
import { everyService, recordCalls } from '../support/call/requests.ts';
import { newTenant } from '../support/make/builders.ts';
import { passTime, setTime } from '../support/make/clock.ts';
import { password } from '../support/make/password.ts';
import { newAddress } from './login-flood.ts';
import { loginTimes } from './patient-login.ts';

const { loginAttemptsAtKnownAddress, loginAttemptsOnEmailFromSite, loginAttemptsOnEmail, loginAttemptsFromSite } =
  limits;

const { loginWindowSeconds } = lifetimes;

const noon = '2026-11-20T12:00:00Z';

/** Counts what would take bcrypt's time: on Lambda each guess has a container of its own, here all share a thread. */
const countEvaluations = () => vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);

/** On a busy machine the store may not answer some attempts in time: they were counted, and got 503 instead of bcrypt. */
const expectAtMost = (limit: number, evaluations: ReturnType<typeof countEvaluations>): void => {
  const { length } = evaluations.mock.calls;
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(limit);
};

const guess = (email: string, sourceIp: string) => invoke('login', { email, password: 'a guess' }, { sourceIp });

const guessTimes = (count: number, email: string, sourceIp: string) =>
  Promise.all(Array.from({ length: count }, () => guess(email, sourceIp)));

/** Uses up all that an email has room for, which takes several addresses. */
const exhaustEmail = (email: string) =>
  loginTimes(loginAttemptsOnEmail, () => ({ email, password: 'a guess', sourceIp: newAddress() }));

const countStatus = (replies: readonly { status: number }[], status: number): number =>
  replies.filter((reply) => reply.status === status).length;

const signIn = (email: string, sourceIp: string) => invoke('login', { email, password }, { sourceIp });

test('200 guesses at once cost no more evaluations than the limit, and all are answered', async () => {
  const { email } = await newTenant();
  const evaluations = countEvaluations();

  const replies = await guessTimes(200, email, newAddress());

  const unavailable = countStatus(replies, 503);
  expectAtMost(loginAttemptsOnEmailFromSite, evaluations);
  expect(countStatus(replies, 401) + countStatus(replies, 429) + unavailable).toBe(200);
  expect(countStatus(replies, 429)).toBeGreaterThanOrEqual(200 - loginAttemptsOnEmailFromSite - unavailable);
  expect(await guess(email, newAddress())).toMatchObject({ status: 401 });
});

test('says when to try again, the same for an email that nobody has', async () => {
  setTime(noon);
  countEvaluations();
  for (const email of [(await newTenant()).email, 'nobody@example.com']) {
    const address = newAddress();
    await loginTimes(loginAttemptsOnEmailFromSite, () => ({ email, password: 'a guess', sourceIp: address }));
    passTime(20_000);

    const { status, headers, body } = await guess(email, address);

    expect({ status, headers, body }).toEqual({
      status: 429,
      headers: expect.objectContaining({ 'retry-after': '40' }),
      body: {
        type: '/problems/login.throttled',
        title: 'Too many login attempts',
        status: 429,
        detail: 'Wait for the number of seconds in the Retry-After header, then try again.',
        code: 'login.throttled',
        requestId: expect.any(String),
      },
    });
    passTime(-20_000);
  }
});

test('counts an email however it is cased', async () => {
  countEvaluations();
  const { email } = await newTenant();

  await exhaustEmail(email);

  expect(await guess(` ${email.toUpperCase()}`, newAddress())).toMatchObject({ status: 429 });
});

test('what is refused costs one read: no write, no evaluation, no signing key in a container that has none', async () => {
  const evaluations = countEvaluations();
  const { email } = await newTenant();
  await exhaustEmail(email);
  evaluations.mockClear();
  await startCold();
  const cold = await import('../support/call/invoke.ts');

  const { result, calls } = await recordCalls(
    () => cold.invoke('login', { email, password }, { sourceIp: newAddress() }),
    everyService,
  );

  expect(result).toMatchObject({ status: 429 });
  expect(calls).toEqual(['BatchGetItem']);
  expect(evaluations).not.toHaveBeenCalled();
});

test('the right password is refused within the delay and accepted after it: nobody is locked out permanently', async () => {
  setTime(noon);
  const { email } = await newTenant();
  const evaluations = countEvaluations();
  await exhaustEmail(email);
  evaluations.mockRestore();

  expect(await signIn(email, newAddress())).toMatchObject({ status: 429 });
  passTime(loginWindowSeconds * 1000);
  expect(await signIn(email, newAddress())).toMatchObject({ status: 200 });
});

test('guesses from a known address have their own limit', async () => {
  const { email } = await newTenant();
  const home = newAddress();
  await signIn(email, home);
  const evaluations = countEvaluations();

  const replies = await guessTimes(50, email, home);

  expect(evaluations).toHaveBeenCalledTimes(loginAttemptsAtKnownAddress);
  expect(countStatus(replies, 429)).toBe(50 - loginAttemptsAtKnownAddress);
  expect(await guess(email, newAddress())).toMatchObject({ status: 401 });
});

test('an address is known to the user who signed in from it, and to no other', async () => {
  const [ada, eve] = [await newTenant(), await newTenant()];
  const home = newAddress();
  await signIn(eve.email, home);
  countEvaluations();
  await exhaustEmail(ada.email);

  expect(await guess(ada.email, home)).toMatchObject({ status: 429 });
});

test('the addresses of an IPv6 site are one, whatever its headers say', async () => {
  countEvaluations();
  const replies = await loginTimes(loginAttemptsFromSite + 1, (i) => ({
    email: `six-${i}@example.com`,
    password: 'a guess',
    sourceIp: `2001:db8:1:${i.toString(16)}::1`,
    headers: { 'x-forwarded-for': `10.0.0.${i}`, forwarded: `for=10.0.0.${i}` },
  }));

  expect(countStatus(replies, 429)).toBe(1);
  expect(await guess('six@example.com', '2001:db8:2::1')).toMatchObject({ status: 401 });
});

test('an IPv6 network that a user signed in from is known, the others of its site are not', async () => {
  const { email } = await newTenant();
  await signIn(email, '2001:db8:3:1::1');
  countEvaluations();
  await exhaustEmail(email);

  expect(await guess(email, '2001:db8:3:1::2')).toMatchObject({ status: 401 });
  expect(await guess(email, '2001:db8:3:2::1')).toMatchObject({ status: 429 });
});
