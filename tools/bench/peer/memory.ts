import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly bytes: number;
  readonly program: string;
}

const listProcesses = async (): Promise<RunningProcess[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, kibibytes, ...program] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), bytes: Number(kibibytes) * 1024, program: program.join(' ') };
    });
};

/** Memory of a process: what it holds resident. */
export const residentMemory = async (pid: number): Promise<number> =>
  (await listProcesses()).find((running) => running.pid === pid)?.bytes ?? Number.NaN;

/** Without /proc, as on macOS, pages that processes share count for each of them. */
const proportionalMemory = async ({ pid, bytes }: RunningProcess): Promise<number> => {
  try {
    const [, kibibytes] = /^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kibibytes) * 1024;
  } catch {
    return bytes;
  }
};

/** Memory of a process and its children together; pages that they share count once. */
export const familyMemory = async (pid: number): Promise<number> => {
  const family = (await listProcesses()).filter((running) => running.pid === pid || running.parent === pid);
  const parts = await Promise.all(family.map(proportionalMemory));
  return parts.reduce((sum, bytes) => sum + bytes, 0);
};

/** A child of this process by the name of its program. */
export const findChild = async (program: RegExp): Promise<number> => {
  const child = (await listProcesses()).find(
    (running) => running.parent === process.pid && program.test(running.program),
  );
  if (child === undefined) throw new Error(`No child process is ${program}.`);
  return child.pid;
};
