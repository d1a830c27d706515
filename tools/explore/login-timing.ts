import { randomInt } from 'node:crypto';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { loadFunctions } from '../../cli/local/service.ts';
import { contract } from '../../shared/contract.ts';
import { encoders } from '../../test/support/encode.ts';
import { toEvent } from '../../test/support/event.ts';
import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { toRouteKey } from '../../test/support/route-key.ts';
import { describeProgram, minutesOption, toCount } from '../bench/program-options.ts';
import { quantile, report, round, toTable } from '../bench/report.ts';
import type { Login } from './login-timing/failures.ts';
import { failureNames, prepareFailure } from './login-timing/failures.ts';

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

const teardown = await setup();
try {
  const table = openPatiently((await createFreshTable('login-timing')).name);
  const login = (await loadFunctions()).get(toRouteKey(contract.login));
  if (login === undefined) throw new Error('There is no login.');
  const print = console.info;
  for (const method of ['info', 'warn', 'error'] as const) console[method] = () => {};

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
  console.info = print;
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
} finally {
  await teardown();
}
