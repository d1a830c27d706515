/** The setup file: what each test file finds, in the project `shared` and in `isolated`. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest';
import { nameLogTable } from '../../cli/local/create-table.ts';
import { takeRefused, watchRights } from './call/rights.ts';
import { createTables } from './make/tables.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly isIsolated: boolean;
  }
}

/** What outlives a test file in its process. */
const worker = globalThis as { tableName?: string; environment?: NodeJS.ProcessEnv };
const isIsolated = inject('isIsolated');
const isFirst = worker.tableName === undefined;

worker.environment ??= { ...process.env };
if (isIsolated && !isFirst) {
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, worker.environment);
}

const { hostname } = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB ?? 'http://missing');
if (hostname !== '127.0.0.1') throw new Error(`Tests write and delete: they run against this machine only.`);

/** Shared files find the same tables, each with accounts of its own. An isolated file has tables and modules of its own. */
if (isIsolated || isFirst) {
  worker.tableName = `test-${randomUUID()}`;
  process.env.TABLE_NAME = worker.tableName;
  process.env.LOG_TABLE_NAME = nameLogTable(worker.tableName);
  await createTables(worker.tableName);
  if (isFirst) watchRights();
  vi.resetModules();
}

/** A comparison of the real cost takes a third of a second. */
const { passwordHashing } = await import('../../shared/identity/passwords.ts');
passwordHashing.cost = '04';

const methods = ['info', 'warn', 'error'] as const;

// What is arranged before a test is quiet as well.
for (const method of methods) console[method] = () => {};

/** Log lines are looked at by the tests that are about them. */
beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => {});
  return () => vi.restoreAllMocks();
});

afterEach(() => {
  expect(takeRefused(), 'calls to DynamoDB that the policy of their function does not allow').toEqual([]);
});

afterAll(() => {
  vi.useRealTimers();
});
