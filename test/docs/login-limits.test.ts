import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { parseOptions } from '../../infra/options.ts';
import { lifetimes } from '../../shared/lifetimes.ts';
import { limits } from '../../shared/limits.ts';
import { startMeter } from '../support/meter.ts';
import { table } from '../support/table.ts';

const meter = await startMeter();
const { loginFloodTable, measureLogins, secondsOfOneAddress } = await import(
  '../../tools/bench/capacity/login-floods.ts'
);

const read = (file: string): Promise<string> => readFile(join(import.meta.dirname, '../..', file), 'utf8');

/** In one line, since phrases may go over the end of one. */
const decision = (await read('docs/decisions/functions.md')).replaceAll(/\s+/g, ' ');
const contract = await read('docs/contract.md');
const security = await read('SECURITY.md');
const operations = await read('docs/operations.md');
const benchmarks = await read('docs/benchmarks.md');

const onEmailFromSite = limits.loginAttemptsOnEmailFromSite;
const onEmail = limits.loginAttemptsOnEmail;
const fromSite = limits.loginAttemptsFromSite;
const atKnown = limits.loginAttemptsAtKnownAddress;
const longestMinutes = lifetimes.loginWindowSecondsLongest / 60;
const daySeconds = 24 * 3_600;

/** Of one counter, once its windows have their full length. */
const aDay = (limit: number): number => (limit * daySeconds) / lifetimes.loginWindowSecondsLongest;

/** Windows that begin within the first so many seconds, each twice as long as the one before. */
const countWindows = (seconds: number): number => {
  let count = 0;
  let start = 0;
  for (let length = lifetimes.loginWindowSeconds; start < seconds; length *= 2) {
    start += Math.min(length, lifetimes.loginWindowSecondsLongest);
    count += 1;
  }
  return count;
};

const logins = { flood: '', secondsOfOne: 0 };

beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  const measured = await measureLogins(table, meter);
  logins.flood = loginFloodTable(measured);
  logins.secondsOfOne = secondsOfOneAddress(measured, reserved.loginConcurrency);
});

/** A stage whose logins have containers of their own, and one as it is by default. */
const reserved = parseOptions({ loginConcurrency: 10 });
const unreserved = parseOptions({});

/** The cells of a row of the flood table. */
const rowOf = (stage: string, kind: string): string[] => {
  const row = logins.flood.split('\n').find((line) => line.startsWith(`| ${stage} | ${kind} |`)) ?? '';
  return row.split(' | ').map((cell) => cell.replaceAll('|', '').trim());
};

test('the benchmarks have what floods of logins take and cost', () => {
  expect(benchmarks).toContain(`<!-- login-floods -->\n${logins.flood}\n<!-- /login-floods -->`);
  expect(benchmarks).toContain(
    `| ${onEmailFromSite} and ${onEmail} evaluations of bcrypt, ${200 - onEmailFromSite} and ${200 - onEmail} answers 429 |`,
  );
  expect(benchmarks).toContain(`| ${atKnown} and ${fromSite} evaluations |`);
});

test('the contract has the limits, and the decision how long they last', () => {
  for (const [limit, target] of [
    [atKnown, 'one user | one known address'],
    [onEmailFromSite, 'one email | one site'],
    [onEmail, 'one email | all sites'],
    [fromSite, 'all emails | one site'],
  ]) {
    expect(contract).toContain(`| ${limit} | ${target}`);
  }
  expect(onEmail / onEmailFromSite).toBe(4);
  expect(decision).toContain(`up to ${longestMinutes} minutes`);
  expect(decision).toContain(`Each quiet time of ${longestMinutes} minutes`);
  expect(decision).toContain(`${reserved.loginsPerSecond} for ${reserved.loginConcurrency} containers`);
  expect(decision).toContain(`${unreserved.loginsPerSecond} a second with a burst of ${unreserved.loginBurst}`);
});

test('the decision has what attackers can do, where the threat model does not', () => {
  const [, , guessRate, containers] = rowOf('`loginConcurrency` 10', 'guesses');
  for (const phrase of [
    `guess ${aDay(onEmailFromSite)} times a day at one email, and ${aDay(fromSite)} times at many`,
    `The first ${fromSite} guesses at once keep the ${containers} containers busy`,
    `${logins.secondsOfOne} seconds in the first minute`,
    `${guessRate} a second keep all ${containers} containers busy`,
    `guessed at ${aDay(onEmail)} times a day by many sites, on the first day ${countWindows(daySeconds) * onEmail} times, and ${aDay(atKnown)} times more`,
    'four sites reach after 31 minutes',
    `${limits.passwordCharactersFewest} characters`,
    `At a new address ${onEmailFromSite} logins of one email can be under way at once`,
    `there is room for ${atKnown}.`,
  ]) {
    expect(decision).toContain(phrase);
  }
  expect(countWindows(31 * 60 - 1) * onEmail).toBeLessThanOrEqual(100);
  expect(countWindows(31 * 60 + 1) * onEmail).toBeGreaterThan(100);
});

test('digests of addresses are kept for as long as the decision says', () => {
  const steps = Math.log2(lifetimes.loginWindowSecondsLongest / lifetimes.loginWindowSeconds);

  expect((Math.ceil(steps) + 2) * longestMinutes).toBeLessThanOrEqual(4 * 60);
  expect(decision).toContain('for up to 4 hours after an attempt');
});

test('the threat model and the advice to operators have the same figures', () => {
  const [, , refusedRate] = rowOf('the defaults', 'refused');
  const [, , , , , guessPrice] = rowOf('the defaults', 'guesses');
  const [, , reservedRate] = rowOf('`loginConcurrency` 10', 'refused');
  const [, , , , , reservedPrice, addresses] = rowOf('`loginConcurrency` 10', 'guesses');
  for (const phrase of [
    `${onEmailFromSite} failures a minute on one email from one address, ${onEmail} from all, and ${fromSite} from one address on all emails`,
    `${aDay(onEmail)} guesses a day from many addresses, ${aDay(onEmailFromSite)} from one`,
    `guesses from ${onEmail / onEmailFromSite} addresses keep the user out at new addresses`,
    `for up to ${longestMinutes} minutes at a time`,
    `more than ${refusedRate} logins a second`,
    `takes more than ${reservedRate} a second, or ${addresses} addresses that guess`,
  ]) {
    expect(security).toContain(phrase);
  }
  expect(operations).toContain(`from ${onEmail / onEmailFromSite} addresses or more`);
  expect(operations).toContain(`by default ${guessPrice} dollars an hour, with 10 containers ${reservedPrice}`);
  expect(operations).toContain(`by default ${refusedRate} requests a second`);
  expect(operations).toContain(`for ${lifetimes.knownAddressSeconds / daySeconds} days`);
});
