import { parseOptions } from '../../../infra/options.ts';
import { lifetimes } from '../../../shared/lifetimes.ts';
import { limits } from '../../../shared/limits.ts';
import type { Table } from '../../../shared/store/client.ts';
import { addUnits } from '../../../test/support/capacity.ts';
import { encoders } from '../../../test/support/encode.ts';
import type { startMeter } from '../../../test/support/meter.ts';
import { addUser, makeAccount } from '../account.ts';
import { round, toTable } from '../report.ts';
import { send } from './calls.ts';
import type { Paid } from './price-tables.ts';
import { milliseconds, pricePerMillion, sum } from './price-tables.ts';

const { loginAttemptsFromSite, loginAttemptsOnEmailFromSite } = limits;
const { loginWindowSecondsLongest } = lifetimes;

/** What logins of a flood take. */
export interface FloodedLogins {
  readonly refused: Paid;
  /** From a new address, with a wrong password. */
  readonly guess: Paid;
}

/** Guesses at a user from one address until one is refused. */
export const measureLogins = async (
  table: Table,
  meter: Awaited<ReturnType<typeof startMeter>>,
): Promise<FloodedLogins> => {
  const { accountId } = await makeAccount(table, []);
  const { email } = await addUser(table, accountId);
  const guess = async (expected: number): Promise<Paid> => {
    const { result, calls } = await meter(() =>
      send('login', encoders.json({ email, password: 'a guess' }), { sourceIp: '203.0.113.7' }),
    );
    if (result.statusCode !== expected) throw new Error(`A guess was answered ${result.statusCode}.`);
    return { operation: 'login', calls: calls.length, ...addUnits(calls) };
  };
  const first = await guess(401);
  for (let i = 1; i < loginAttemptsOnEmailFromSite; i += 1) await guess(401);
  return { guess: first, refused: { ...(await guess(429)), isRefused: true } };
};

const stages = [
  ['the defaults', {}],
  ['`loginConcurrency` 10', { loginConcurrency: 10 }],
] as const;

/** How many a second get through, and what they cost an hour. */
const rowsOf = (name: string, given: Readonly<Record<string, unknown>>, { refused, guess }: FloodedLogins) => {
  const { loginsPerSecond, loginConcurrency } = parseOptions(given);
  const containers = loginConcurrency === 0 ? Number.POSITIVE_INFINITY : loginConcurrency;
  const row = (flood: string, paid: Paid, sites: (rate: number) => number) => {
    const rate = Math.min(loginsPerSecond, (containers * 1_000) / milliseconds(paid));
    const price = sum(pricePerMillion(paid));
    const busy = round((rate * milliseconds(paid)) / 1_000);
    return [name, flood, round(rate), busy, round(price), round((price * rate * 3_600) / 1_000_000), sites(rate)];
  };
  return [
    row('refused', refused, () => 1),
    row('guesses', guess, (rate) => Math.ceil((rate * loginWindowSecondsLongest) / loginAttemptsFromSite)),
  ];
};

/** What floods of logins take of a stage and cost its operator, and how many addresses they need to go on. */
export const loginFloodTable = (logins: FloodedLogins): string =>
  [
    toTable(
      ['a login', 'DynamoDB calls', 'read units', 'write units', 'ms, assumed'],
      Object.entries(logins).map(([name, paid]) => [name, paid.calls, paid.read, paid.write, milliseconds(paid)]),
    ),
    '',
    toTable(
      ['stage with', 'logins', 'a second, at most', 'containers busy', '$ a million', '$ an hour', 'addresses needed'],
      stages.flatMap(([name, given]) => rowsOf(name, given, logins)),
    ),
  ].join('\n');

/** Seconds in which the first guesses of one address keep so many containers busy. */
export const secondsOfOneAddress = ({ guess }: FloodedLogins, containers: number): number =>
  (loginAttemptsFromSite * milliseconds(guess)) / 1_000 / containers;
