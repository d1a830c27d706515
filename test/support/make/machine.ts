import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of the run of the tests; undefined in a program of its own. */
export const folderOfRun = (): string | undefined => process.env.TEST_FOLDER;

/** A new folder, which goes when the run of the tests ends. */
export const newFolder = (): string => mkdtempSync(join(folderOfRun() ?? tmpdir(), 'folder-'));

/** Options of a test or a group that needs something. Where it is missing they are skipped, and the log names it. */
export const needs = (what: string, isThere: boolean): { readonly skip?: true } => {
  if (isThere) return {};
  process.stderr.write(`Skipped, as there is no ${what} here.\n`);
  return { skip: true };
};

const asked = new Map<string, boolean>();

/** Whether the machine has a program that these arguments make succeed. */
export const hasProgram = (program: string, probe: readonly string[] = ['--version']): boolean => {
  const key = JSON.stringify([program, probe]);
  const isThere = asked.get(key) ?? spawnSync(program, probe).status === 0;
  asked.set(key, isThere);
  return isThere;
};

export const needsProgram = (program: string) => needs(program, hasProgram(program));
