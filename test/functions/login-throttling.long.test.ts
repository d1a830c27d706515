import bcrypt from 'bcryptjs';
import { expect, test, vi } from 'vitest';
import { lifetimes } from '../../shared/lifetimes.ts';
import { newTenant } from '../support/builders.ts';
import { passTime, setTime } from '../support/clock.ts';
import { loginTimes } from '../support/patient-login.ts';
import { representedBy } from '../support/representative.ts';
import {
  countEvaluations,
  countStatus,
  exhaustEmail,
  expectAtMost,
  guess,
  guessTimes,
  loginAttemptsFromSite,
  loginAttemptsOnEmail,
  loginAttemptsOnEmailFromSite,
  loginWindowSeconds,
  loginWindowSecondsLongest,
  newAddress,
  noon,
  signIn,
} from './login-guesses.ts';

const gate = 'test/functions/login-throttling.test.ts';

test(
  '200 guesses at once from as many addresses cost no more than the limit of an email',
  representedBy(gate, 'counts an email however it is cased'),
  async () => {
    const { email } = await newTenant();
    const evaluations = countEvaluations();

    await Promise.all(Array.from({ length: 200 }, (_, i) => guess(email, `192.0.2.${i}`)));

    expectAtMost(loginAttemptsOnEmail, evaluations);
  },
);

test(
  'the delay grows while guesses go on, up to its longest, and is the first one again after quiet times',
  representedBy(
    'test/shared/identity/attempt-counter.test.ts',
    'windows are shorter after a pause by one step for each longest window in it, and no more',
  ),
  async () => {
    setTime(noon);
    countEvaluations();
    const { email } = await newTenant();
    const delays: unknown[] = [];
    const exhaust = async () => {
      await exhaustEmail(email);
      const { headers } = await guess(email, newAddress());
      delays.push(Number(headers['retry-after']));
    };
    for (let i = 0; i < 7; i += 1) {
      await exhaust();
      passTime(Number(delays.at(-1)) * 1000);
    }
    passTime(6 * loginWindowSecondsLongest * 1000);
    await exhaust();

    expect(delays).toEqual([60, 120, 240, 480, 960, 1920, 1920, 60]);
    expect(delays[0]).toBe(loginWindowSeconds);
  },
);

test(
  'guesses from elsewhere do not keep out a user at an address they signed in from before',
  representedBy(gate, 'guesses from a known address have their own limit'),
  async () => {
    setTime(noon);
    const { email } = await newTenant();
    const home = newAddress();
    await signIn(email, home);
    const evaluations = countEvaluations();
    await exhaustEmail(email);
    expect(await guess(email, newAddress())).toMatchObject({ status: 429 });
    evaluations.mockRestore();

    expect(await signIn(email, home)).toMatchObject({ status: 200 });
    passTime(lifetimes.knownAddressSeconds * 1000 - 1000);
    countEvaluations();
    await exhaustEmail(email);
    expect(await guess(email, home)).toMatchObject({ status: 401 });
    passTime(1000);
    expect(await guess(email, home)).toMatchObject({ status: 429 });
  },
);

test(
  'an address that guesses at many emails is refused, whatever its headers say',
  representedBy(gate, 'the addresses of an IPv6 site are one'),
  async () => {
    countEvaluations();
    const address = newAddress();
    const replies = await loginTimes(loginAttemptsFromSite + 20, (i) => ({
      email: `guess-${i}@example.com`,
      password: 'a guess',
      sourceIp: address,
      headers: { 'x-forwarded-for': `10.0.0.${i}`, forwarded: `for=10.0.0.${i}` },
    }));

    expect(countStatus(replies, 401)).toBe(loginAttemptsFromSite);
    expect(countStatus(replies, 429)).toBe(20);
    expect(await guess('guess@example.com', newAddress())).toMatchObject({ status: 401 });
  },
);

test(
  'logins that succeed are not counted',
  representedBy(
    'test/functions/login.test.ts',
    'at a new address reads the user, counts the attempt, writes the session and takes the attempt back',
  ),
  async () => {
    setTime(noon);
    const { email } = await newTenant();
    vi.spyOn(bcrypt, 'compare').mockImplementation(async () => true);
    const [home, elsewhere] = [newAddress(), newAddress()];
    for (let i = 0; i < loginAttemptsFromSite + 1; i += 1) {
      expect(await signIn(email, home)).toMatchObject({ status: 200 });
    }
    for (let i = 0; i < loginAttemptsOnEmail + 1; i += 1) {
      expect(await signIn(email, newAddress())).toMatchObject({ status: 200 });
    }
    countEvaluations();

    expect(countStatus(await guessTimes(loginAttemptsOnEmailFromSite, email, elsewhere), 401)).toBe(
      loginAttemptsOnEmailFromSite,
    );
  },
);
