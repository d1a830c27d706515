import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process of this machine. */
export interface RunningProcess {
  readonly pid: number;
  readonly group: number;
  readonly program: string;
}

const readStat = async (pid: string): Promise<string> => {
  try {
    return await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
};

/** `pid (program) state parent group ...`; ended processes that nobody has collected yet have the state Z. */
const parseStat = (stat: string): RunningProcess[] => {
  const [, pid, program = '', state, group] = /^(\d+) \((.*)\) (\S) \d+ (\d+)/s.exec(stat) ?? [];
  return pid === undefined || state === 'Z' ? [] : [{ pid: Number(pid), group: Number(group), program }];
};

const readProc = async (): Promise<RunningProcess[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return (await Promise.all(pids.map(readStat))).flatMap(parseStat);
};

/** Where there is no /proc, as on macOS. */
const askPs = async (): Promise<RunningProcess[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=', '-o', 'pgid=', '-o', 'stat=', '-o', 'comm=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, group, state = '', program = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    const name = program.split('/').at(-1) ?? '';
    return pid === undefined || state.startsWith('Z')
      ? []
      : [{ pid: Number(pid), group: Number(group), program: name }];
  });
};

/** The processes of a process group that run now. */
export const findGroup = async (group: number): Promise<RunningProcess[]> => {
  const all = await (existsSync('/proc/self/stat') ? readProc() : askPs());
  return all.filter((running) => running.group === group);
};

/** Sends a signal to every process of a group. Returns false when there is none left. */
export const signalGroup = (group: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
};
