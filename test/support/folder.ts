import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of the run of the tests; undefined in a program of its own. */
export const folderOfRun = (): string | undefined => process.env.TEST_FOLDER;

/** A new folder, which goes when the run of the tests ends. */
export const newFolder = (): string => mkdtempSync(join(folderOfRun() ?? tmpdir(), 'folder-'));
