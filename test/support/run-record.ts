import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What test files leave for the tests that run after all others. */
export type Notes = 'access' | 'counts' | 'proved';

const variable = 'RUN_RECORD';

/** Of the run of the tests; undefined in a program of its own. */
export const folderOfRun = (): string | undefined => process.env[variable];

const findFolder = (name: Notes): string => {
  const directory = folderOfRun();
  if (directory === undefined) throw new Error('The configuration of the tests opens the record.');
  return join(directory, name);
};

/** Begins the record of a run, in a directory that its workers know and that goes when the run ends. */
export const openRecord = (): void => {
  if (process.env[variable] !== undefined) return;
  const directory = mkdtempSync(join(tmpdir(), 'consent-register-run-'));
  process.env[variable] = directory;
  for (const name of ['access', 'counts', 'proved']) mkdirSync(join(directory, name));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
};

/** Keeps what one test file saw. */
export const keepNotes = (name: Notes, notes: unknown): void =>
  writeFileSync(join(findFolder(name), `${randomUUID()}.json`), JSON.stringify(notes));

/** What all test files of the run kept, one entry each, in the form that they kept it in. */
export const readNotes = <Kept>(name: Notes): Kept[] =>
  readdirSync(findFolder(name)).map((file) => JSON.parse(readFileSync(join(findFolder(name), file), 'utf8')));
