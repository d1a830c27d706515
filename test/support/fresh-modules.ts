/**
 * A setup file, the first one: the files of a worker share their modules, but for those that would read another
 * environment, another time, or AWS at other addresses.
 */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, vi } from 'vitest';
import { nameLogTable } from '../../cli/local/table.ts';
import { findTables } from './lazy-tables.ts';
import { describeModuleUse } from './module-use.ts';

/** Kept for all files of the worker: of Vitest's own, and how many of its files have turned on their table's stream. */
const worker = globalThis as {
  ownVi?: Pick<typeof vi, 'resetModules' | 'useFakeTimers'>;
  streams?: number;
};
worker.streams ??= 0;
worker.ownVi ??= { resetModules: vi.resetModules, useFakeTimers: vi.useFakeTimers };

/** The same for all files of a worker up to one with a stream: modules that are kept have read it. */
process.env.TABLE_NAME = `test-${process.pid}-${worker.streams}`;
process.env.LOG_TABLE_NAME = nameLogTable(process.env.TABLE_NAME);
const environment = { ...process.env };

const { resetModules, useFakeTimers } = worker.ownVi;

/** Whether modules have read what the next file does not know: another environment, or another time. */
let isSpoilt = false;
vi.resetModules = () => {
  isSpoilt = true;
  return resetModules();
};
vi.useFakeTimers = (settings) => {
  isSpoilt = true;
  return useFakeTimers(settings);
};

if (describeModuleUse(expect.getState().testPath ?? '').needsFresh) vi.resetModules();

/** A file that changes the environment or the clock leaves neither that to the next one, nor the modules that have read it. */
afterAll(() => {
  const isChanged = !isDeepStrictEqual({ ...process.env }, environment);
  for (const variable of Object.keys(process.env)) if (!(variable in environment)) delete process.env[variable];
  Object.assign(process.env, environment);
  const hasStream = findTables()?.hasStream ?? false;
  if (isChanged || isSpoilt || hasStream) resetModules();
  if (hasStream) worker.streams = (worker.streams ?? 0) + 1;
});
