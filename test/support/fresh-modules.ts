/**
 * A setup file, the first one: the files of a worker share their modules, but for those that would read another
 * environment, another time, or AWS at other addresses.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, vi } from 'vitest';
import { nameLogTable } from '../../cli/local/table.ts';
import { findTables } from './lazy-tables.ts';

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

/** Of files that call AWS at addresses of their own: clients know the address of their first call. */
const ownAddresses =
  /AWS_ENDPOINT_URL_|bench\/|support\/(?:anchor-bucket|deployed-stage|event-bus|faulty-service|meter|rotation|sound-stage|store-proxy)\.ts/;
/** The text of a test file, and of what it has beside it. */
const readWithNeighbours = (file: string, read: Set<string> = new Set()): string => {
  if (read.has(file) || !existsSync(file)) return '';
  read.add(file);
  const text = readFileSync(file, 'utf8');
  const neighbours = [...text.matchAll(/(?:from|import)\(? ?'(\.\/[^']+\.ts)'/g)].map(([, name = '']) => name);
  return [text, ...neighbours.map((name) => readWithNeighbours(join(dirname(file), name), read))].join('\n');
};

if (ownAddresses.test(readWithNeighbours(expect.getState().testPath ?? ''))) vi.resetModules();

/** A file that changes the environment or the clock leaves neither that to the next one, nor the modules that have read it. */
afterAll(() => {
  const isChanged = !isDeepStrictEqual({ ...process.env }, environment);
  for (const variable of Object.keys(process.env)) if (!(variable in environment)) delete process.env[variable];
  Object.assign(process.env, environment);
  const hasStream = findTables()?.hasStream ?? false;
  if (isChanged || isSpoilt || hasStream) resetModules();
  if (hasStream) worker.streams = (worker.streams ?? 0) + 1;
});
