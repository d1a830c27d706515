import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty directory that is there until the test ends. */
export const makeDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'consent-register-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
};
