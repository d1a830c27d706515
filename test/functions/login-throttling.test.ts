import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { limits } from '../../shared/limits.ts';
import { newTenant } from '../support/builders.ts';
import { passTime, setTime } from '../support/clock.ts';
import { invoke } from '../support/invoke.ts';
import { password } from '../support/password.ts';
import { recordCalls } from '../support/requests.ts';

const { loginAttempts, loginAttemptsFromAddress, loginWindowSeconds, loginWindowSecondsLongest } = limits;

const noon = '2026-11-20T12:00:00Z';

let addresses = 0;

/** An address that no other test uses. */
const newAddress = (): string => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};

/** Counts what would take bcrypt's time: on Lambda each guess has a container of its own, here all share a thread. */
const countEvaluations = () => vi.spyOn(bcrypt, 'compare').mockImplementation(async () => false);

/** On a busy machine the store may not answer some attempts in time: they were counted, and got 503 instead of bcrypt. */
const expectAtMostTheLimit = (evaluations: ReturnType<typeof countEvaluations>): void => {
  const { length } = evaluations.mock.calls;
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(loginAttempts);
};

const guess = (email: string, sourceIp: string, headers = {}) =>
  invoke('login', { email, password: 'a guess' }, { sourceIp, headers });

const guessTimes = (count: number, email: string, sourceIp: string) =>
  Promise.all(Array.from({ length: count }, () => guess(email, sourceIp)));

const countStatus = (replies: readonly { status: number }[], status: number): number =>
  replies.filter((reply) => reply.status === status).length;

const signIn = (email: string, sourceIp: string) => invoke('login', { email, password }, { sourceIp });

test('200 guesses at once cost no more evaluations than the limit, and all are answered', async () => {
  const { email } = await newTenant();
  const evaluations = countEvaluations();

  const replies = await guessTimes(200, email, newAddress());

  const unavailable = countStatus(replies, 503);
  expectAtMostTheLimit(evaluations);
  expect(countStatus(replies, 401) + countStatus(replies, 429) + unavailable).toBe(200);
  expect(countStatus(replies, 429)).toBeGreaterThanOrEqual(200 - loginAttempts - unavailable);
});

test('200 guesses at once from as many addresses cost no more either', async () => {
  const { email } = await newTenant();
  const evaluations = countEvaluations();

  await Promise.all(Array.from({ length: 200 }, (_, i) => guess(email, `192.0.2.${i}`)));

  expectAtMostTheLimit(evaluations);
});

test('says when to try again, the same for an email that nobody has', async () => {
  setTime(noon);
  countEvaluations();
  for (const email of [(await newTenant()).email, 'nobody@example.com']) {
    const address = newAddress();
    await guessTimes(loginAttempts, email, address);
    passTime(20_000);

    const { status, headers, body } = await guess(email, address);

    expect({ status, headers, body }).toEqual({
      status: 429,
      headers: expect.objectContaining({ 'retry-after': '40' }),
      body: {
        type: '/problems/login.throttled',
        title: 'Too many login attempts',
        status: 429,
        detail: 'Wait for as many seconds as the Retry-After header says, then try again.',
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

  await guessTimes(loginAttempts, email, newAddress());

  expect(await guess(` ${email.toUpperCase()}`, newAddress())).toMatchObject({ status: 429 });
});

test('what is refused costs one read, no write and no evaluation', async () => {
  const evaluations = countEvaluations();
  const { email } = await newTenant();
  await guessTimes(loginAttempts, email, newAddress());
  evaluations.mockClear();

  const { calls } = await recordCalls(() => guess(email, newAddress()));

  expect(calls).toEqual(['BatchGetItem']);
  expect(evaluations).not.toHaveBeenCalled();
});

test('the delay grows while guesses go on, up to its longest, and ends after a quiet time', async () => {
  setTime(noon);
  countEvaluations();
  const { email } = await newTenant();
  const delays: unknown[] = [];
  const exhaust = async () => {
    const address = newAddress();
    await guessTimes(loginAttempts, email, address);
    const { headers } = await guess(email, address);
    delays.push(Number(headers['retry-after']));
  };
  for (let i = 0; i < 6; i += 1) {
    await exhaust();
    passTime(Number(delays.at(-1)) * 1000);
  }
  passTime(loginWindowSecondsLongest * 1000);
  await exhaust();

  expect(delays).toEqual([60, 120, 240, 480, 960, 960, 60]);
  expect(delays[0]).toBe(loginWindowSeconds);
});

test('the right password is refused within the delay and taken after it: nobody is locked out for good', async () => {
  setTime(noon);
  const { email } = await newTenant();
  const evaluations = countEvaluations();
  await guessTimes(loginAttempts, email, newAddress());
  evaluations.mockRestore();

  expect(await signIn(email, newAddress())).toMatchObject({ status: 429 });
  passTime(loginWindowSeconds * 1000);
  expect(await signIn(email, newAddress())).toMatchObject({ status: 200 });
});

test('guesses from elsewhere do not keep out a user at an address they signed in from before', async () => {
  setTime(noon);
  const { email } = await newTenant();
  const home = newAddress();
  await signIn(email, home);
  const evaluations = countEvaluations();
  await guessTimes(loginAttempts, email, newAddress());
  expect(await guess(email, newAddress())).toMatchObject({ status: 429 });
  evaluations.mockRestore();

  expect(await signIn(email, home)).toMatchObject({ status: 200 });
  passTime(limits.knownAddressSeconds * 1000 - 1000);
  countEvaluations();
  await guessTimes(loginAttempts, email, newAddress());
  expect(await guess(email, home)).toMatchObject({ status: 401 });
  passTime(1000);
  expect(await guess(email, home)).toMatchObject({ status: 429 });
});

test('guesses from a known address have their own limit', async () => {
  const { email } = await newTenant();
  const home = newAddress();
  await signIn(email, home);
  const evaluations = countEvaluations();

  const replies = await guessTimes(50, email, home);

  expect(evaluations).toHaveBeenCalledTimes(loginAttempts);
  expect(countStatus(replies, 429)).toBe(50 - loginAttempts);
  expect(await guess(email, newAddress())).toMatchObject({ status: 401 });
});

test('an address is known to the user who signed in from it, and to no other', async () => {
  const [ada, eve] = [await newTenant(), await newTenant()];
  const home = newAddress();
  await signIn(eve.email, home);
  countEvaluations();
  await guessTimes(loginAttempts, ada.email, newAddress());

  expect(await guess(ada.email, home)).toMatchObject({ status: 429 });
});

test('an address that guesses at many emails is refused, whatever its headers say', async () => {
  countEvaluations();
  const address = newAddress();
  const replies = await Promise.all(
    Array.from({ length: loginAttemptsFromAddress + 20 }, (_, i) =>
      guess(`guess-${i}@example.com`, address, { 'x-forwarded-for': `10.0.0.${i}`, forwarded: `for=10.0.0.${i}` }),
    ),
  );

  expect(countStatus(replies, 401)).toBe(loginAttemptsFromAddress);
  expect(countStatus(replies, 429)).toBe(20);
  expect(await guess('guess@example.com', newAddress())).toMatchObject({ status: 401 });
});

test('the addresses of one IPv6 network are one', async () => {
  countEvaluations();
  const replies = await Promise.all(
    Array.from({ length: loginAttemptsFromAddress + 1 }, (_, i) => guess(`six-${i}@example.com`, `2001:db8:1:2::${i}`)),
  );

  expect(countStatus(replies, 429)).toBe(1);
  expect(await guess('six@example.com', '2001:db8:1:3::1')).toMatchObject({ status: 401 });
});

test('logins that succeed are not counted', async () => {
  setTime(noon);
  const { email } = await newTenant();
  vi.spyOn(bcrypt, 'compare').mockImplementation(async () => true);
  const [home, elsewhere] = [newAddress(), newAddress()];
  for (let i = 0; i < loginAttemptsFromAddress + 1; i += 1) {
    expect(await signIn(email, home)).toMatchObject({ status: 200 });
  }
  for (let i = 0; i < loginAttempts + 1; i += 1) {
    expect(await signIn(email, newAddress())).toMatchObject({ status: 200 });
  }
  countEvaluations();

  expect(countStatus(await guessTimes(loginAttempts, email, elsewhere), 401)).toBe(loginAttempts);
});
