/** Run as a process of its own, as a Lambda function is: calls one operation again and again and reports its memory. */
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadFunctions } from '../../../cli/local/functions.ts';
import { newLambdaContext } from '../../../cli/local/lambda-context.ts';
import { contract } from '../../../shared/contract.ts';
import { silenceLog } from '../../abuse/chaos/log.ts';
import { encoders } from '../../support/encode.ts';
import { toEvent } from '../../support/event.ts';
import { toRouteKey } from '../../support/route-key.ts';
import type { Case } from '../hot-path/cases.ts';

/**
 * Bytes after so many calls: of the process as it is, and of what is alive once the garbage is gone. The latter is looked at first
 * and last only, since to look for it makes the process smaller.
 */
export interface Memory {
  readonly calls: number;
  readonly process: number;
  readonly alive: number | undefined;
}

export interface Task extends Case {
  readonly calls: number;
  readonly steps: number;
}

silenceLog();

/** Some memory outside the heap is given back only after the first collection. */
const measureAlive = async (): Promise<number> => {
  for (let i = 0; i < 3; i += 1) {
    globalThis.gc?.();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const [{ operation, parameters, token, calls, steps }] = (await once(process, 'message')) as [Task];
const run = (await loadFunctions()).get(toRouteKey(contract[operation]));
const body = encoders.form(parameters);
const memory: Memory[] = [];
for (let i = 1; i <= calls; i += 1) {
  const answer = await run?.(toEvent(operation, body, { token }), newLambdaContext(operation));
  if (answer?.statusCode !== 200) throw new Error(`${operation} answered ${answer?.body}`);
  const step = i / Math.ceil(calls / steps);
  if (!Number.isInteger(step)) continue;
  const { rss } = process.memoryUsage();
  memory.push({ calls: i, process: rss, alive: step === 1 || step === steps ? await measureAlive() : undefined });
}
process.send?.(memory);
