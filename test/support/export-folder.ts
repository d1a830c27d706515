import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './folder.ts';

/** A path in a new folder; nothing is at the path yet. */
export const newPath = (): string => join(newFolder(), 'export');

/** The lines of the files whose names match. */
export const linesOf = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));

/** The lines of JSON of all consents in the folder of an export, sorted. */
export const consentLines = (folder: string): string[] => linesOf(folder, /^consents-\d+\.jsonl$/).sort();

export const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
