import { randomInt, randomUUID } from 'node:crypto';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { loadFunctions } from '../../cli/local/service.ts';
import { contract } from '../../shared/contract.ts';
import { credentialKey } from '../../shared/identity/credential.ts';
import { createUser, enableUser } from '../../shared/identity/user-changes.ts';
import type { Table } from '../../shared/store/client.ts';
import { write } from '../../shared/store/write.ts';
import { changeAt } from '../../test/support/change.ts';
import { encoders } from '../../test/support/encode.ts';
import { toEvent } from '../../test/support/event.ts';
import { password, passwordHash } from '../../test/support/password.ts';
import { toRouteKey } from '../../test/support/route-key.ts';
import { describeProgram, minutesOption, toCount } from '../bench/program-options.ts';
import { quantile, report, round, toTable } from '../bench/report.ts';
import { startStore } from '../bench/store.ts';

interface Login {
  readonly email: string;
  readonly password: string;
}

interface User {
  readonly id: number;
  readonly email: string;
}

/** A user that no other attempt is aimed at, so that no attempt is throttled. */
const newUser = async (table: Table): Promise<User> => {
  const email = `${randomUUID()}@example.com`;
  const user = { accountId: 'account', name: 'A User', email, passwordHash };
  const id = await createUser(table, user, changeAt());
  if (id === undefined) throw new Error('The email is taken.');
  return { id, email };
};

const damageHash = async (table: Table, email: string): Promise<void> => {
  await write(table, {
    update: credentialKey(email),
    expression: 'SET passwordHash = :hash',
    condition: 'attribute_exists(PK)',
    values: { ':hash': passwordHash.slice(0, 30) },
  });
};

/** Ways for a login to fail. Each is prepared with the same kind of writes, which the engine may remember for a while. */
const failures: Readonly<Record<string, (table: Table, user: User) => Promise<Login>>> = {
  'unknown email': async () => ({ email: `${randomUUID()}@example.com`, password }),
  'disabled user': async (table, { id, email }) => {
    await enableUser(table, id, false, changeAt());
    return { email, password };
  },
  'wrong password': async (_table, { email }) => ({ email, password: 'a wrong, long password' }),
  'empty password': async (_table, { email }) => ({ email, password: '' }),
  'longest password': async (_table, { email }) => ({ email, password: password.repeat(37).slice(0, 1_024) }),
  'damaged stored hash': async (table, { email }) => {
    await damageHash(table, email);
    return { email, password };
  },
};

const failureNames: readonly string[] = Object.keys(failures);

/** A login that will fail in the way of that name, at a user of its own. */
const prepareFailure = async (table: Table, name: string): Promise<Login> => {
  const prepare = failures[name];
  if (prepare === undefined) throw new Error(`No such failure: ${name}.`);
  return prepare(table, await newUser(table));
};

const { samples, minutes } = describeProgram(
  'explore login-timing',
  'Whether the time of a refused login tells why it was refused: medians of all ways to fail, taken in turn.',
)
  .option('--samples <number>', 'how often each way to fail', toCount, 2_000)
  .addOption(minutesOption(120))
  .parse()
  .opts();
const allowedPercent = 2;

/** An address of its own for each attempt, so that none is throttled. */
const randomAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

const shuffled = <Value>(list: readonly Value[]): Value[] => {
  const rest = [...list];
  return list.flatMap(() => rest.splice(randomInt(rest.length), 1));
};

await using store = await startStore();
const table = await store.newTable('login-timing');
const login = (await loadFunctions()).get(toRouteKey(contract.login));
if (login === undefined) throw new Error('There is no login.');

let unavailable = 0;

/** Milliseconds, or undefined where a busy machine kept the store from answering in time. */
const time = async (attempt: Login): Promise<number | undefined> => {
  const event = toEvent('login', encoders.form({ ...attempt }), { sourceIp: randomAddress() });
  const start = performance.now();
  const { statusCode } = await login(event, newLambdaContext('login'));
  const milliseconds = performance.now() - start;
  if (statusCode === 503) return undefined;
  if (statusCode !== 401) throw new Error(`A login was answered ${statusCode}.`);
  return milliseconds;
};

const times = new Map<string, number[]>(failureNames.map((name) => [name, []]));
const isInTime = () => performance.now() < minutes * 60_000;
for (let sample = 0; sample < samples && isInTime(); sample += 1) {
  for (const name of shuffled(failureNames)) {
    let milliseconds = await time(await prepareFailure(table, name));
    while (milliseconds === undefined) {
      unavailable += 1;
      milliseconds = await time(await prepareFailure(table, name));
    }
    times.get(name)?.push(milliseconds);
  }
  if (sample % 50 === 49) process.stderr.write(`${sample + 1} of ${samples} samples\n`);
}
const all = quantile([...times.values()].flat());
const rows = [...times].map(([name, list]) => ({
  name,
  list,
  median: quantile(list),
  fromAll: 100 * (quantile(list) / all - 1),
}));
const spread = Math.max(...rows.map(({ fromAll }) => fromAll)) - Math.min(...rows.map(({ fromAll }) => fromAll));
await report(
  'login-timing',
  `${toTable(
    ['a login refused for', 'samples', 'median ms', 'from the median of all, %', 'middle half, ms'],
    rows.map(({ name, list, median, fromAll }) => [
      name,
      list.length,
      round(median, 4),
      round(fromAll, 2),
      `${round(quantile(list, 0.25), 4)} to ${round(quantile(list, 0.75), 4)}`,
    ]),
  )}

${unavailable} logins that the store did not let through in time (503) were taken again. The medians are within ${round(spread, 2)} % of one another; ${allowedPercent} % are allowed.`,
);
if (spread > allowedPercent) process.exitCode = 1;
