/** Run as a process of its own, as a Lambda function is: sends inputs to one operation and reports what each took. */
import { once } from 'node:events';
import { openSync, writeFileSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import bcrypt from 'bcryptjs';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { loadFunctions } from '../../../cli/local/service.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { Encoded } from '../../../test/support/encode.ts';
import { encoders } from '../../../test/support/encode.ts';
import { toEvent } from '../../../test/support/event.ts';
import { toRouteKey } from '../../../test/support/route-key.ts';
import { readPeakMemory } from '../measured-process.ts';
import type { Ground } from './inputs.ts';
import { inputsFor } from './inputs.ts';

/** What a request took: milliseconds of CPU beside bcrypt, and bytes of memory above an idle container. */
export interface Cost {
  readonly name: string;
  readonly status: number;
  readonly cpu: number;
  readonly peak: number;
}

export interface Task {
  readonly operation: OperationName;
  readonly ground: Ground;
  readonly token: string;
  /** Position in `inputsFor`. */
  readonly container: number;
  /** How many of its inputs, at most. */
  readonly inputs: number | undefined;
}

const log = openSync(devNull, 'w');
const silence = (message: unknown): void => {
  writeSync(log, `${JSON.stringify({ message })}\n`);
};
console.info = silence;
console.warn = silence;

const cpuMilliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

let bcryptMilliseconds = 0;
const { compare } = bcrypt;
bcrypt.compare = async (password: string, hash: string): Promise<boolean> => {
  const before = cpuMilliseconds();
  try {
    return await compare(password, hash);
  } finally {
    bcryptMilliseconds += cpuMilliseconds() - before;
  }
};

/** Linux counts the most memory that a process had since it was told to begin anew. */
const forgetPeak = (): void => writeFileSync('/proc/self/clear_refs', '5');

/** The costly ones are sent again, because a machine that is busy makes some of them look worse. */
const tries = 3;
const costlyMilliseconds = 30;
let callers = 0;

const measure = async ({ operation, ground, token, container, inputs }: Task): Promise<readonly Cost[]> => {
  const run = (await loadFunctions()).get(toRouteKey(contract[operation]));
  if (run === undefined) throw new Error(`No function for ${operation}.`);
  const call = async (encoded: Partial<Encoded>) => {
    callers += 1;
    const sourceIp = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
    const event = toEvent(operation, encoded, { token, sourceIp });
    globalThis.gc?.();
    forgetPeak();
    const [before, bcryptBefore] = [cpuMilliseconds(), bcryptMilliseconds];
    const { statusCode } = await run(event, newLambdaContext(operation));
    const cpu = cpuMilliseconds() - before - (bcryptMilliseconds - bcryptBefore);
    return { status: statusCode, cpu, peak: readPeakMemory() };
  };
  for (let i = 0; i < 20; i += 1) await call(encoders.json({}));
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  const costs: Cost[] = [];
  for (const { name, make } of (inputsFor(operation, ground)[container] ?? []).slice(0, inputs)) {
    const encoded = make();
    const answers = [await call(encoded)];
    while (answers.length < tries && answers.every((answer) => answer.cpu > costlyMilliseconds)) {
      answers.push(await call(encoded));
    }
    const cpu = Math.min(...answers.map((answer) => answer.cpu));
    const peak = Math.max(...answers.map((answer) => answer.peak)) - idle;
    costs.push({ name, status: answers[0]?.status ?? 0, cpu, peak });
  }
  return costs;
};

const [task] = (await once(process, 'message')) as [Task];
process.send?.(await measure(task));
