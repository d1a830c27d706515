/**
 * A setup file: counts what a test file starts, so that a test after all others can name the file that grew. Counts are the
 * same on a busy machine; times are not.
 */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { basename, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { keepNotes } from './run-record.ts';
import { areStartsCounted, beginStarts, countStart } from './starts.ts';

/** How often a file started each program, launched a browser, or had CDK synthesise. */
export interface Counts {
  /** Path from the root of the project. */
  readonly file: string;
  readonly started: Readonly<Record<string, number>>;
}

/** A program by its name, without its folder and version. */
const nameOf = (program: string): string => {
  const name = basename(program);
  return /chrom/i.test(name) ? 'browser' : name.replace(/[\d.]+$/, '');
};

const sync = ['spawnSync', 'execFileSync', 'execSync'] as const;
type Start = (program: string, ...rest: unknown[]) => unknown;

const countPrograms = (): void => {
  const { prototype } = childProcess.ChildProcess as unknown as { prototype: { spawn: Start } };
  const { spawn } = prototype as unknown as { spawn: (options: { file: string }) => unknown };
  Object.assign(prototype, {
    spawn(this: unknown, options: { file: string }) {
      countStart(nameOf(options.file));
      return Reflect.apply(spawn, this, [options]);
    },
  });
  for (const name of sync) {
    const start = childProcess[name] as Start;
    Object.assign(childProcess, {
      [name]: (program: string, ...rest: unknown[]) => {
        countStart(name === 'execSync' ? 'shell' : nameOf(program));
        return start(program, ...rest);
      },
    });
  }
  syncBuiltinESMExports();
};

if (!areStartsCounted()) countPrograms();
const counted = beginStarts();

afterAll(() => {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  if (counted.size > 0) keepNotes('counts', { file, started: Object.fromEntries(counted) });
});
