import { InvalidArgumentError } from '@commander-js/extra-typings';
import { newLambdaContext } from '../../cli/local/gateway.ts';
import { loadFunctions } from '../../cli/local/service.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { encoders } from '../../test/support/encode.ts';
import { toEvent } from '../../test/support/event.ts';
import { toRouteKey } from '../../test/support/route-key.ts';
import { runInContainer } from './measured-process.ts';
import { describeProgram, toCount } from './program-options.ts';
import { report, round, toTable } from './report.ts';
import { startStore } from './store.ts';
import type { Cost, Task } from './worst-case/container.ts';
import type { Ground } from './worst-case/inputs.ts';
import { inputsFor, prepareGround } from './worst-case/inputs.ts';

const allOperations = Object.keys(contract) as OperationName[];

const toOperations = (part: string): OperationName[] => {
  const found = allOperations.filter((name) => contract[name].path.includes(part));
  if (found.length > 0) return found;
  throw new InvalidArgumentError(`Paths are ${allOperations.map((name) => contract[name].path).join(', ')}.`);
};

const {
  only: operations = allOperations,
  inputs,
  all,
} = describeProgram(
  'bench worst-case',
  'The most that one request may cost: sends each operation many bodies of a mebibyte, and what is costly for it, and prints the costliest. It reads memory from /proc, so it needs Linux.',
)
  .option('--only <path>', 'only the operations whose path has that in it', toOperations)
  .option('--inputs <number>', 'so many in a process at most', toCount)
  .option('--all', 'print every input', false)
  .parse()
  .opts();

const logIn = async ({ email, password }: Ground): Promise<string> => {
  const run = (await loadFunctions()).get(toRouteKey(contract.login));
  const answer = await run?.(toEvent('login', encoders.json({ email, password }), {}), newLambdaContext('login'));
  return JSON.parse(answer?.body ?? '').access_token;
};

const measure = (task: Task) =>
  runInContainer(new URL('./worst-case/container.ts', import.meta.url), task) as Promise<readonly Cost[]>;

const megabytes = (bytes: number): number => round(bytes / 1_000_000);

const costliest = (costs: readonly Cost[], by: 'cpu' | 'peak'): Cost =>
  costs.reduce((one, other) => (other[by] > one[by] ? other : one));

await using store = await startStore();
const table = await store.newTable('worst-case');
const ground = await prepareGround(table);
const token = await logIn(ground);
const rows: (string | number)[][] = [];
for (const operation of operations) {
  const costs: Cost[] = [];
  for (const container of inputsFor(operation, ground).keys()) {
    costs.push(...(await measure({ operation, ground, token, container, inputs })));
  }
  if (all) {
    for (const { name, status, cpu, peak } of costs) {
      process.stdout.write(`${contract[operation].path} ${status} ${round(cpu)} ms ${megabytes(peak)} MB ${name}\n`);
    }
  }
  const [slowest, largest] = [costliest(costs, 'cpu'), costliest(costs, 'peak')];
  const path = `\`${contract[operation].path}\``;
  rows.push([path, costs.length, round(slowest.cpu), slowest.name, megabytes(largest.peak), largest.name]);
}
await report('worst-case', toTable(['operation', 'inputs', 'CPU ms', 'of', 'MB above idle', 'of'], rows));
