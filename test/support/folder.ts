import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderOfRun } from './run-record.ts';

/** A new folder, which goes when the run of the tests ends. */
export const newFolder = (): string => mkdtempSync(join(folderOfRun() ?? tmpdir(), 'folder-'));
