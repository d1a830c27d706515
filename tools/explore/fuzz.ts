import fc from 'fast-check';
import { loadFunctions } from '../../cli/local/service.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { callInProcess } from '../../test/support/caller.ts';
import { describeProgram, minutesOption, seedOption, toCount } from '../bench/program-options.ts';
import { fail, quantile, report, round, toTable } from '../bench/report.ts';
import { startStore } from '../bench/store.ts';
import type { Case } from './fuzz/cases.ts';
import { cases, casesOf } from './fuzz/cases.ts';
import { judge } from './fuzz/judge.ts';
import { sameReading } from './fuzz/readings.ts';
import { sameMeaning } from './fuzz/same.ts';

const {
  cases: wanted,
  seed,
  minutes,
} = describeProgram(
  'explore fuzz',
  'Hostile requests to the real functions: none may fail, hang, repeat a value or change a prototype, and what has the same meaning must do the same. Multipart bodies are read as others read them, or refused.',
)
  .option('--cases <number>', 'how many requests', toCount, 20_000)
  .addOption(seedOption())
  .addOption(minutesOption(120))
  .parse()
  .opts();
const batch = Math.min(5_000, wanted);
/** Of the cases, those that are sent in three encodings. */
const sameShare = 0.1;
/** Of our own work; an answer that waits for something else may take longer where the machine is busy, but not for long. */
const allowedMilliseconds = 50;
const patienceMilliseconds = 5_000;
const tries = 5;
/** These take a password, and may compare it by bcrypt, which is slow by intent. No case has the right one. */
const hashes: ReadonlySet<OperationName> = new Set(['login', 'changePassword']);
/** Requests to an operation that has not succeeded among the others. */
const ownCases = 500;

await using store = await startStore();
const table = await store.newTable('fuzz');
const functions = await loadFunctions();
const call = await callInProcess();
const { prepareGround } = await import('./fuzz/ground.ts');
const answers = new Map<string, number>();
const succeeded = new Set<OperationName>();
const times: number[] = [];
const cpuTimes: number[] = [];
let again = 0;
let compared = 0;

/** A compiler or the collection of garbage may have come in between: a case is slow when it is slow each time. */
const isSlow = async (request: Case): Promise<boolean> => {
  again += 1;
  for (let i = 0; i < tries; i += 1) {
    if ((await judge(functions, request)).cpuMilliseconds <= allowedMilliseconds) return false;
  }
  return true;
};

const isInTime = () => performance.now() < minutes * 60_000;
for (let done = 0; done < wanted && isInTime(); done += batch) {
  const ownSeed = (seed + done) % 2 ** 31;
  const { known, token } = await prepareGround(table, call);
  const property = fc.asyncProperty(cases(known, token), async (request) => {
    const { status, code, milliseconds, cpuMilliseconds } = await judge(functions, request);
    const name = `${status} ${code}`;
    answers.set(name, (answers.get(name) ?? 0) + 1);
    if (status === 200) succeeded.add(request.operation);
    if (hashes.has(request.operation)) return;
    times.push(milliseconds);
    cpuTimes.push(cpuMilliseconds);
    if (milliseconds > patienceMilliseconds) throw new Error(`${request.operation} hangs.`);
    if (cpuMilliseconds > allowedMilliseconds && (await isSlow(request))) {
      throw new Error(`${request.operation} works for more than ${allowedMilliseconds} ms.`);
    }
  });
  await fc.assert(property, { numRuns: batch, seed: ownSeed });
  const comparisons = Math.max(1, Math.round(batch * sameShare));
  await fc.assert(sameMeaning(functions, known, token), { numRuns: comparisons, seed: ownSeed });
  await fc.assert(sameReading(), { numRuns: batch, seed: ownSeed });
  compared += comparisons;
  process.stderr.write(`${done + batch} of ${wanted} cases\n`);
}
const spread = (list: readonly number[]) => [0.5, 0.999, 1].map((at) => round(quantile(list, at), 2));
const total = [...answers.values()].reduce((sum, count) => sum + count, 0);
const byStatus = [...answers].sort(([, one], [, other]) => other - one);
await report(
  'fuzz',
  `Seed ${seed}, ${total} requests, and ${compared} of the same meaning in three encodings each.

${toTable(
  ['answer', 'requests', '%'],
  byStatus.map(([name, count]) => [name, count, round((100 * count) / total, 3)]),
)}

Failures, prototypes changed, values repeated, meanings that differed: none.

${toTable(
  ['an answer without bcrypt', 'median ms', '99.9th percentile', 'longest'],
  [
    ['our own work (CPU)', ...spread(cpuTimes)],
    ['elapsed', ...spread(times)],
  ],
)}

${again} worked for more than ${allowedMilliseconds} ms and were tried again; none of them did so in each of ${tries} tries.`,
);
/** All but those that take a password or a refresh token, which no case has, and `logout`, which ends the session. */
const guarded = (Object.keys(contract) as OperationName[]).filter(
  (name) => contract[name].access !== 'anyone' && contract[name].access !== 'bearer' && !hashes.has(name),
);
const { known, token } = await prepareGround(table, call);

/** Whether an operation succeeds in any of many requests of its own. Where it does not, no case reaches its work. */
const everSucceeds = async (operation: OperationName): Promise<boolean> => {
  for (const request of fc.sample(casesOf(operation, known, token), { numRuns: ownCases, seed })) {
    if ((await judge(functions, request)).status === 200) return true;
  }
  return false;
};

const never: OperationName[] = [];
for (const name of guarded.filter((each) => !succeeded.has(each))) if (!(await everSucceeds(name))) never.push(name);
fail(never.map((name) => `${name} never succeeds`));
