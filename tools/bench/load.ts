import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import type { Request } from 'autocannon';
import autocannon from 'autocannon';
import { demoAccounts, demoPassword } from '../../cli/local/demo.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { AnswerBody } from '../../test/support/answer-body.ts';
import type { Parameters } from '../../test/support/encode.ts';
import { encoders } from '../../test/support/encode.ts';
import type { Service } from './load/service.ts';
import { startService } from './load/service.ts';
import { describeProgram, toAscendingCounts, toCount } from './program-options.ts';
import { quantile, report, round, toTable } from './report.ts';

/** Milliseconds of CPU used so far; undefined where the system does not say of other processes, as on macOS. */
interface Cpu {
  readonly service: number | undefined;
  readonly engine: number | undefined;
  /** This process, which makes the load. */
  readonly generator: number;
  /** All of the machine. */
  readonly machine: number;
}

const ticksPerSecond =
  process.platform === 'linux' ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : undefined;

const readProcess = async (pid: number | undefined): Promise<number | undefined> => {
  if (ticksPerSecond === undefined || pid === undefined) return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // After the program's name in brackets: state, ten more fields, then user and system time in ticks (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000;
};

const readMachine = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

const readCpu = async ({ pids }: Service): Promise<Cpu> => {
  const { user, system } = process.cpuUsage();
  return {
    service: await readProcess(pids.service),
    engine: await readProcess(pids.engine),
    generator: (user + system) / 1000,
    machine: readMachine(),
  };
};

/** A signed-in caller, one for each connection. */
interface Caller {
  accessToken: string;
  refreshToken: string;
  /** Whether a refresh is under way: cut off in the middle, nobody knows which refresh token is good. */
  isRefreshing: boolean;
}

const { project, user } = demoAccounts.demoShop;
const proof = { url: 'https://shop.example/checkout', html: '<form>...</form>' };

/** What each connection asks for, in this order, over and over. */
const mix = ['details', 'addConsent', 'searchConsents', 'revokeConsent', 'getNotices', 'refreshToken'] as const;

/** Logs in, for which the service computes a bcrypt. */
const signIn = async (baseUrl: string): Promise<Caller> => {
  const { contentType, body } = encoders.form({ email: user.email, password: demoPassword });
  const answer = await fetch(baseUrl + contract.login.path, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: body.toString(),
  });
  if (!answer.ok) throw new Error(`The login was answered with ${answer.status}.`);
  const tokens = (await answer.json()) as AnswerBody;
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token, isRefreshing: false };
};

let people = 0;

/** The requests of one connection. Each round is of a person of its own, so that a search finds one consent. */
const requestsOf = (caller: Caller): Request[] => {
  let email = '';
  let consentId = '';
  const post = (
    operation: OperationName,
    parameters: () => Parameters,
    onAnswer: (body: AnswerBody) => void = () => {},
  ): Request => ({
    setupRequest: (request) => {
      const { contentType, body } = encoders.form(parameters());
      return {
        ...request,
        method: 'POST',
        path: contract[operation].path,
        headers: { 'content-type': contentType, authorization: `Bearer ${caller.accessToken}` },
        body,
      };
    },
    onResponse: (status, body) => {
      if (status === 200) onAnswer(JSON.parse(body));
    },
  });
  const newPerson = (): Parameters => {
    people += 1;
    email = `person-${people}@example.com`;
    return {
      projectUid: project.uid,
      consentInformationPid: 1,
      proof,
      userData: { first_name: `First ${people}`, last_name: `Last ${people}`, email },
    };
  };
  const refresh = (): Parameters => {
    caller.isRefreshing = true;
    return { refresh_token: caller.refreshToken };
  };
  const requests: Readonly<Record<(typeof mix)[number], Request>> = {
    details: post('details', () => ({})),
    addConsent: post('addConsent', newPerson, (answer) => {
      consentId = answer.consentId;
    }),
    searchConsents: post('searchConsents', () => ({ userData: { email } })),
    revokeConsent: post('revokeConsent', () => ({ id: consentId, proof })),
    getNotices: post('getNotices', () => ({ pid: [1, 2] })),
    refreshToken: post('refreshToken', refresh, (answer) => {
      caller.accessToken = answer.access_token;
      caller.refreshToken = answer.refresh_token;
      caller.isRefreshing = false;
    }),
  };
  return mix.map((operation) => requests[operation]);
};

/** What a number of connections was served. Times are in milliseconds; CPU is in cores. */
interface Step {
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly latency: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number };
  /** Answers other than 200, broken connections and timeouts. */
  readonly errors: number;
  readonly cpu: Cpu;
}

const coresUsed = (before: Cpu, after: Cpu, milliseconds: number): Cpu => {
  const share = (who: keyof Cpu): number | undefined => {
    const [from, to] = [before[who], after[who]];
    return from === undefined || to === undefined ? undefined : (to - from) / milliseconds;
  };
  return {
    service: share('service'),
    engine: share('engine'),
    generator: share('generator') ?? 0,
    machine: share('machine') ?? 0,
  };
};

/** Keeps as many connections busy as there are callers, each with one request at a time, for so many seconds. */
const runStep = async (service: Service, callers: readonly Caller[], seconds: number): Promise<Step> => {
  const latencies: number[] = [];
  const idle = [...callers];
  const before = await readCpu(service);
  const start = performance.now();
  const { errors, non2xx } = await autocannon({
    url: service.baseUrl,
    connections: callers.length,
    duration: seconds,
    setupClient: (client) => {
      client.on('response', (_status, _bytes, latency) => latencies.push(latency));
      const caller = idle.shift();
      if (caller) client.setRequests(requestsOf(caller));
    },
  });
  const milliseconds = performance.now() - start;
  const after = await readCpu(service);
  return {
    connections: callers.length,
    requestsPerSecond: latencies.length / (milliseconds / 1000),
    latency: {
      p50: quantile(latencies, 0.5),
      p90: quantile(latencies, 0.9),
      p99: quantile(latencies, 0.99),
      max: quantile(latencies, 1),
    },
    errors: errors + non2xx,
    cpu: coresUsed(before, after, milliseconds),
  };
};

const { connections, seconds } = describeProgram(
  'bench load',
  'How many requests the local service serves on this machine, and who works for them: it, the engine or this process.',
)
  .option('--connections <numbers>', 'how many callers at once', toAscendingCounts, [1, 2, 4, 8, 16, 32])
  .option('--seconds <number>', 'how long each number of them calls', toCount, 5)
  .parse()
  .opts();
const warmUp = { connections: 4, seconds: 2 * seconds };

const show = (figure: number | undefined): number | string =>
  figure === undefined ? 'not measured' : round(figure, 2);

/** Of the CPU that service and engine use, in percent. */
const engineShare = ({ service, engine }: Step['cpu']): number | undefined =>
  service === undefined || engine === undefined ? undefined : (100 * engine) / (engine + service);

const otherCores = ({ service, engine, generator, machine }: Step['cpu']): number | undefined =>
  service === undefined || engine === undefined ? undefined : Math.max(0, machine - service - engine - generator);

const toRow = ({ connections, requestsPerSecond, latency, errors, cpu }: Step) => [
  connections,
  round(requestsPerSecond),
  round(latency.p50),
  round(latency.p90),
  round(latency.p99),
  round(latency.max),
  errors,
  show(cpu.service),
  show(cpu.engine),
  show(cpu.generator),
  show(otherCores(cpu)),
  show(engineShare(cpu)),
];

const header = [
  'connections',
  'requests/s',
  'p50 ms',
  'p90 ms',
  'p99 ms',
  'max ms',
  'errors',
  'cores: service',
  'engine',
  'load generator',
  'anything else',
  'engine, % of both',
];

const service = await startService();
try {
  let callers: Caller[] = [];
  const serve = async (count: number, duration: number): Promise<Step> => {
    callers = callers.filter(({ isRefreshing }) => !isRefreshing);
    while (callers.length < count) callers.push(await signIn(service.baseUrl));
    return runStep(service, callers.slice(0, count), duration);
  };
  await serve(warmUp.connections, warmUp.seconds);
  const steps: Step[] = [];
  for (const count of connections) steps.push(await serve(count, seconds));
  await report('load', `${toTable(header, steps.map(toRow))}\n\nThe machine has ${availableParallelism()} cores.`);
  const errors = steps.reduce((sum, step) => sum + step.errors, 0);
  if (errors > 0) throw new Error(`${errors} requests failed.`);
} finally {
  await service.stop();
}
