import { availableParallelism } from 'node:os';
import { demoAccounts, demoPassword } from '../../cli/local/demo.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import type { Parameters } from '../../test/support/call/event.ts';
import type { Called } from '../../test/support/call/functions.ts';
import { callOverHttp } from '../../test/support/call/functions.ts';
import { startService } from '../local-service.ts';
import { quantile, readOptions, report, round, toAscendingCounts, toCount, toTable } from '../program.ts';

const options = readOptions('bench load', 'How many requests the local service serves on this machine.', {
  connections: ['how many callers at once', '1,2,4,8,16,32'],
  seconds: ['how long each number of them calls', '5'],
  consents: ['how many consents there are before, beside those of the demo', '0'],
});

const { project, user } = demoAccounts.demoShop;
const proof = { url: 'https://shop.example/checkout', html: '<form>...</form>' };

const service = await startService();
const call = callOverHttp(service.baseUrl);

/** A signed-in caller, one for each connection. */
interface Caller {
  token: string;
  refreshToken: string;
}

/** @throws Error for any answer but 200 */
const must = async (operation: OperationName, parameters: Parameters, token?: string): Promise<Called> => {
  const called = await call(operation, parameters, token === undefined ? {} : { token });
  if (called.status === 200) return called;
  throw new Error(`${operation} was answered ${called.status}: ${called.text}`);
};

/** Logs in, for which the service computes a bcrypt. */
const signIn = async (): Promise<Caller> => {
  const { body } = await must('login', { email: user.email, password: demoPassword });
  return { token: body.access_token, refreshToken: body.refresh_token };
};

let people = 0;

const add = async ({ token }: Caller): Promise<{ readonly email: string; readonly id: string }> => {
  people += 1;
  const email = `person-${people}@example.com`;
  const userData = { first_name: `First ${people}`, last_name: `Last ${people}`, email };
  const parameters = { projectUid: project.uid, consentInformationPid: 1, proof, userData };
  return { email, id: (await must('addConsent', parameters, token)).body.consentId };
};

/** What a caller asks for, over and over; each round is of a person of its own, so that a search finds one consent. */
async function* ask(caller: Caller): AsyncGenerator<void> {
  for (;;) {
    await must('details', {}, caller.token);
    yield;
    const { email, id } = await add(caller);
    yield;
    await must('searchConsents', { userData: { email } }, caller.token);
    yield;
    await must('revokeConsent', { id, proof }, caller.token);
    yield;
    await must('getNotices', { pid: [1, 2] }, caller.token);
    yield;
    const { body } = await must('refreshToken', { refresh_token: caller.refreshToken });
    Object.assign(caller, { token: body.access_token, refreshToken: body.refresh_token });
    yield;
  }
}

/** Has each caller send one request at a time for a number of seconds. @returns milliseconds of each request */
const serve = async (callers: readonly Caller[], seconds: number): Promise<number[]> => {
  const latencies: number[] = [];
  const end = performance.now() + seconds * 1_000;
  await Promise.all(
    callers.map(async (caller) => {
      const requests = ask(caller);
      while (performance.now() < end) {
        const begun = performance.now();
        await requests.next();
        latencies.push(performance.now() - begun);
      }
    }),
  );
  return latencies;
};

try {
  const [counts, seconds] = [toAscendingCounts(options.connections), toCount(options.seconds)];
  const callers: Caller[] = [];
  while (callers.length < Math.max(...counts)) callers.push(await signIn());
  const first = callers[0];
  if (first !== undefined && options.consents !== '0') {
    for (let left = toCount(options.consents); left > 0; left -= 32)
      await Promise.all(Array.from({ length: Math.min(left, 32) }, () => add(first)));
  }
  await serve(callers.slice(0, 4), 2 * seconds);
  const rows: number[][] = [];
  for (const count of counts) {
    const latencies = await serve(callers.slice(0, count), seconds);
    const quantiles = [0.5, 0.9, 0.99, 1].map((at) => round(quantile(latencies, at)));
    rows.push([count, round(latencies.length / seconds), ...quantiles]);
  }
  const header = ['connections', 'requests/s', 'p50 ms', 'p90 ms', 'p99 ms', 'max ms'];
  report(`${toTable(header, rows)}\n\nThe machine has ${availableParallelism()} cores, which the callers use too.`);
} finally {
  await service.stop();
}
process.exit();
