/**
 * A setup file, the first one: the files of a worker share their modules, but for those that would read another
 * environment, another time, or AWS at other addresses.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, vi } from 'vitest';
import { nameLogTable } from '../../cli/local/table.ts';
import { findTables } from './lazy-tables.ts';
import { describeModuleUse } from './module-use.ts';

/** Kept for all files of the worker. */
const worker = globalThis as {
  ownVi?: Pick<typeof vi, 'resetModules' | 'useFakeTimers'>;
  /** How many files have turned on their table's stream. */
  streams?: number;
  /** When the modules were read, by a clock that no test sets. */
  modulesSince?: number;
};
worker.streams ??= 0;
worker.ownVi ??= { resetModules: vi.resetModules, useFakeTimers: vi.useFakeTimers };

/** The same for all files of a worker up to one with a stream: modules that are kept have read it. */
process.env.TABLE_NAME = `test-${process.pid}-${worker.streams}`;
process.env.LOG_TABLE_NAME = nameLogTable(process.env.TABLE_NAME);
const environment = { ...process.env };

const { resetModules, useFakeTimers } = worker.ownVi;

/** In milliseconds: what a function remembers for some minutes, such as a key, must not end in the middle of a file. */
const keptFor = 100_000;
worker.modulesSince ??= performance.now();

/** Whether modules have read what the next file does not know: another environment, or another time. */
let isSpoilt = false;
const readAnew = (): typeof vi => {
  worker.modulesSince = performance.now();
  return resetModules();
};
vi.resetModules = () => {
  isSpoilt = true;
  return readAnew();
};
vi.useFakeTimers = (settings) => {
  isSpoilt = true;
  return useFakeTimers(settings);
};

if (describeModuleUse(expect.getState().testPath ?? '').needsFresh) vi.resetModules();
else if (performance.now() - worker.modulesSince > keptFor) readAnew();

/** A file that changes the environment or the clock leaves neither that to the next one, nor the modules that have read it. */
afterAll(() => {
  // Or else the first test of the next file would put back what this one's last test had stubbed.
  vi.unstubAllEnvs();
  vi.useRealTimers();
  const isChanged = !isDeepStrictEqual({ ...process.env }, environment);
  for (const variable of Object.keys(process.env)) if (!(variable in environment)) delete process.env[variable];
  Object.assign(process.env, environment);
  const hasStream = findTables()?.hasStream ?? false;
  if (isChanged || isSpoilt || hasStream) readAnew();
  if (hasStream) worker.streams = (worker.streams ?? 0) + 1;
});
