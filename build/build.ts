import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, CommandError } from '../cli/errors.ts';

/** The client as one module, as its package has it. */
export const clientFile = 'client/typescript/dist/index.js';

const root = join(import.meta.dirname, '..');

/** Runs a program of the project. Returns its exit code. */
const run = (program: string, words: readonly string[]): number =>
  spawnSync(program, words, { cwd: root, stdio: 'inherit' }).status ?? 1;

const runPackaged = (name: string, words: readonly string[]): number =>
  run(join(root, 'node_modules/.bin', name), words);

/** Builds the package of the client, with its types and nothing of an earlier build. */
const buildClient = (): number => {
  rmSync(join(root, dirname(clientFile)), { recursive: true, force: true });
  const bundling = ['--bundle', '--format=esm', '--target=es2022', '--log-level=warning', `--outfile=${clientFile}`];
  return (
    runPackaged('esbuild', ['client/typescript/index.ts', ...bundling]) ||
    runPackaged('tsc', ['-p', 'client/typescript'])
  );
};

/** Builds what a word names, and the functions where there is none. */
const build = async ([what]: readonly string[]): Promise<number> => {
  if (what === 'client') return buildClient();
  if (what === 'documents') return run(process.execPath, ['build/documents.ts']);
  if (what === undefined) return run(process.execPath, ['build/functions.ts']);
  return attempt(async () => {
    throw new CommandError(
      'npm run build builds the functions, npm run build client the client, npm run build documents policies and schemas.',
      'usage',
    );
  });
};

if (import.meta.main) process.exitCode = await build(process.argv.slice(2));
