import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '../../infra/table-access.ts';
import type { TableAction } from './table-call.ts';

/** What one function did to the table. */
export interface RecordedAccess extends TableAction {
  readonly actor: Actor;
}

const directory = join(import.meta.dirname, '..', '..', 'reports', 'table-access');

/** Forgets what earlier runs did. */
export const clearRecord = (): void => {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
};

/** Keeps what one test file saw, for the tests that run after all others. */
export const keepRecord = (accesses: readonly RecordedAccess[]): void => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${randomUUID()}.json`), JSON.stringify(accesses));
};

/** What the functions did in all test files of the run. */
export const readRecord = (): RecordedAccess[] => {
  mkdirSync(directory, { recursive: true });
  return readdirSync(directory).flatMap((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')));
};
