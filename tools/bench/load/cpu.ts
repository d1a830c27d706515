import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Service } from './service.ts';

/** Milliseconds of CPU used so far; undefined where the system does not say of other processes, as on macOS. */
export interface Cpu {
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

export const readCpu = async ({ pids }: Service): Promise<Cpu> => {
  const { user, system } = process.cpuUsage();
  return {
    service: await readProcess(pids.service),
    engine: await readProcess(pids.engine),
    generator: (user + system) / 1000,
    machine: readMachine(),
  };
};
