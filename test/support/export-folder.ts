import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'consent-export-'));

const remove = (folder: string) => (): void => rmSync(folder, { recursive: true, force: true });

/** A path in a new folder that is there for the rest of the test; nothing is at the path yet. */
export const newPath = (): string => {
  const folder = newFolder();
  onTestFinished(remove(folder));
  return join(folder, 'export');
};

/** The same for all tests of the file. */
export const newKeptPath = (): string => {
  const folder = newFolder();
  afterAll(remove(folder));
  return join(folder, 'export');
};

/** The lines of the files whose names match. */
export const linesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));

/** The lines of JSON of all consents in the folder of an export, sorted. */
export const consentLines = (folder: string): string[] => linesOf(folder, /^consents-\d+\.jsonl$/).sort();

export const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
