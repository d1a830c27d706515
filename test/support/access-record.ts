import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from './actor.ts';
import type { TableAction } from './table-call.ts';

/** What one function or command did to the table, or asked of another service: its id, such as `Secrets Manager`. */
export interface RecordedAccess extends TableAction {
  readonly actor: Caller;
  readonly service?: string;
  readonly secretId?: string;
}

const variable = 'TABLE_ACCESS_RECORD';

const findDirectory = (): string => {
  const directory = process.env[variable];
  if (directory === undefined) throw new Error('The configuration of the tests opens the record.');
  return directory;
};

/** Begins the record of a run, in a directory that its workers know and that goes when the run ends. */
export const openRecord = (): void => {
  if (process.env[variable] !== undefined) return;
  const directory = mkdtempSync(join(tmpdir(), 'consent-register-access-'));
  process.env[variable] = directory;
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
};

/** Keeps what one test file saw, for the tests that run after all others. */
export const keepRecord = (accesses: readonly RecordedAccess[]): void =>
  writeFileSync(join(findDirectory(), `${randomUUID()}.json`), JSON.stringify(accesses));

/** What functions and commands did in all test files of the run. */
export const readRecord = (): RecordedAccess[] =>
  readdirSync(findDirectory()).flatMap((name) => JSON.parse(readFileSync(join(findDirectory(), name), 'utf8')));
