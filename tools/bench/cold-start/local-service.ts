import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoAccounts, demoPassword } from '../../../cli/local/demo.ts';
import { findFreePort } from '../../../cli/local/loopback.ts';
import { personalEnvironment } from '../../../test/e2e/environment.ts';
import { findGroup, signalGroup } from '../../../test/e2e/processes.ts';
import { quantile, round, toTable } from '../../program.ts';

const root = join(import.meta.dirname, '../../..');

/** One start: seconds from `npm start` until the demo user is logged in, and megabytes of the service and its engine. */
interface Start {
  readonly seconds: number;
  readonly service: number;
  readonly engine: number;
  /** Both, after the console was looked at. */
  readonly withConsole: number;
}

const { email } = demoAccounts.demoShop.user;
const login = new URLSearchParams({ email, password: demoPassword });

const logsIn = (url: string): Promise<boolean> =>
  fetch(`${url}/login`, { method: 'POST', body: login }).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Resident megabytes of a process, as Linux tells them. */
const readMemory = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000;

/** Of the service and its engine; npm, which only waits, is left out. */
const readMemories = async (group: number): Promise<{ readonly service: number; readonly engine: number }> => {
  const processes = await findGroup(group);
  const engine = processes.find(({ program }) => program === 'dynoxide')?.pid ?? Number.NaN;
  const service = processes.find(({ pid, program }) => pid !== engine && !/^(?:npm|sh|esbuild)/.test(program));
  return { service: await readMemory(service?.pid ?? Number.NaN), engine: await readMemory(engine) };
};

/** @param isFirst starts as after `npm ci`, when nothing is compiled or built yet */
const startOnce = async (isFirst: boolean): Promise<Start> => {
  const [port, cache] = [await findFreePort(), await mkdtemp(join(tmpdir(), 'consent-register-cold-start-'))];
  if (isFirst) await rm(join(root, 'node_modules/.cache/console'), { recursive: true, force: true });
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: personalEnvironment({ PORT: String(port), ...(isFirst && { NODE_COMPILE_CACHE: cache }) }),
    detached: true,
    stdio: 'ignore',
  });
  const group = npm.pid ?? Number.NaN;
  try {
    while (!(await logsIn(url))) {
      if (npm.exitCode !== null) throw new Error('The service ended before it answered.');
      await sleep(10);
    }
    const seconds = (performance.now() - begun) / 1_000;
    const memories = await readMemories(group);
    await (await fetch(`${url}/console`)).text();
    const later = await readMemories(group);
    return { seconds, ...memories, withConsole: later.service + later.engine };
  } finally {
    signalGroup(group, 'SIGINT');
    if (npm.exitCode === null) await once(npm, 'exit');
    await rm(cache, { recursive: true });
  }
};

const toRow = (name: string, starts: readonly Start[]): readonly (string | number)[] => {
  const median = (figure: keyof Start): number => round(quantile(starts.map((start) => start[figure])));
  return [
    name,
    median('seconds'),
    round(Math.max(...starts.map(({ seconds }) => seconds))),
    median('service'),
    median('engine'),
    median('withConsole'),
  ];
};

/** A table of the medians of the starts, the first after an installation and later ones. */
export const measureService = async (rounds: number): Promise<string> => {
  const [first, later]: [Start[], Start[]] = [[], []];
  await startOnce(false);
  for (let round = 0; round < rounds; round += 1) {
    first.push(await startOnce(true));
    later.push(await startOnce(false));
  }
  const names = ['s to a login', 'at most', 'service, MB', 'engine, MB', 'both, after /console, MB'];
  return toTable(['`npm start`', ...names], [toRow('first, after `npm ci`', first), toRow('later', later)]);
};
