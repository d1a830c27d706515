/** Run as a process of its own, as a Lambda function is: measures one call, and sends what it found back. */
import { openSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import bcrypt from 'bcryptjs';
import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { contract } from '../../../shared/api/contract.ts';
import type { HttpFunction } from '../../../shared/api/stack.ts';
import { encoders, toEvent } from '../../../test/support/call/event.ts';
import type { Case } from './cases.ts';
import type { Comparison, Side } from './pairs.ts';
import { comparePairs } from './pairs.ts';
import { newReplay, rememberItems } from './replay.ts';
import type { Exchange } from './wire.ts';
import { answerFrom, record } from './wire.ts';

/** What was found out about a call. The first side of each comparison is the handler, the second the bare calls. */
export interface Finding {
  readonly calls: readonly string[];
  /** With the store's answers at hand. */
  readonly canned: Comparison;
  readonly engine: Comparison;
}

/** A call, and how long each of its sides is measured. */
export interface Task extends Case {
  readonly seconds: number;
}

/** Milliseconds of each part; the comparisons take as long as asked. */
const planTimes = (seconds: number) => ({
  canned: { warmUp: 400 * seconds, milliseconds: 1_000 * seconds },
  engine: { warmUp: 200 * seconds, milliseconds: 1_000 * seconds },
});

const log = openSync(devNull, 'w');

/** A third of a second of each login, which would hide the rest. */
bcrypt.compare = async () => true;

/** Log lines cost what they cost in Lambda's JSON format. */
console.info = (message: unknown): void => {
  writeSync(log, `${JSON.stringify({ timestamp: new Date(), level: 'INFO', message })}\n`);
};

const prepareHandler = async ({ operation, parameters, token }: Case): Promise<Side['prepare']> => {
  const { handler }: { handler: HttpFunction } = await import(`../../../functions${contract[operation].path}.ts`);
  const body = encoders.form(parameters);
  return () => {
    const [event, context] = [toEvent(operation, body, { token }), newLambdaContext(operation)];
    return async () => {
      const { statusCode, body: text } = await handler(event, context);
      if (statusCode !== 200) throw new Error(`${operation} answered ${text}`);
    };
  };
};

const prepareBare = (exchanges: readonly Exchange[]): Side['prepare'] => {
  const replay = newReplay(exchanges);
  return () => replay;
};

/** Records a call in a warm container, and leaves the items as they were. */
const recordWarm = async (prepare: Side['prepare']) => {
  const snapshot = await rememberItems(process.env.TABLE_NAME ?? '');
  await snapshot(await record(prepare()))();
  const exchanges = await record(prepare());
  const rewind = snapshot(exchanges);
  await rewind();
  return { exchanges, rewind };
};

const measure = async (measured: Task): Promise<Finding> => {
  const times = planTimes(measured.seconds);
  const prepare = await prepareHandler(measured);
  const { exchanges, rewind } = await recordWarm(prepare);
  const bare = prepareBare(exchanges);
  return {
    calls: exchanges.map(({ name }) => name),
    canned: await answerFrom(exchanges, () => comparePairs({ prepare }, { prepare: bare }, times.canned)),
    engine: await comparePairs({ prepare, tidy: rewind }, { prepare: bare, tidy: rewind }, times.engine),
  };
};

process.once('message', async (measured: Task) => {
  process.send?.(await measure(measured));
});
