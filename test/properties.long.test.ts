import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { representFile } from './support/representative.ts';

representFile(
  'test/cli/notices/comparison.test.ts',
  'a diff > of contents with different hashes is never empty, and of those with the same always',
);

const root = join(import.meta.dirname, '..');

/** Files of the gate that draw what they try. */
const drawing = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => !file.endsWith('.long.test.ts') && /\bruns\(\d/.test(readFileSync(join(root, file), 'utf8')))
  .sort();

/** This process's environment without what Vitest tells its workers, so that another Vitest runs on the same engine. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));

test('what the gate tries a few times holds ten times as often', { timeout: 900_000 }, async () => {
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--mode', 'gate', '--maxWorkers', '1'];
  const env = { ...environment, TEST_RUNS: '10', NO_COLOR: '1' };

  const { stdout } = await promisify(execFile)(process.execPath, [...vitest, ...drawing], {
    cwd: root,
    env,
    maxBuffer: 2 ** 26,
  }).catch((error: { stdout: string }) => error);

  expect(stdout).toMatch(new RegExp(`Test Files +${drawing.length} passed`));
});
