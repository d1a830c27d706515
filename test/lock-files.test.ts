import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const lockFiles = execFileSync('git', ['ls-files', '--', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n');

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
}

test('there is a lock file for each folder that is installed by itself', () => {
  expect(lockFiles).toEqual([
    'package-lock.json',
    'tools/bench/peer/package/package-lock.json',
    'tools/package-lock.json',
  ]);
});

test.each(lockFiles)('%s names the packages of every platform, as npm ci asks', (file) => {
  const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8')) as LockFile;
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const asked = Object.values(packages).flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies));

  expect(asked.filter((name) => !names.has(name))).toEqual([]);
});
