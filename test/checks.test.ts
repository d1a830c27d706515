import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');

/** What a checker says of the project: its output, and its exit code where that is not 0. */
const run = async (words: string): Promise<string> => {
  const [program = '', ...rest] = words.split(' ');
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
  try {
    await promisify(execFile)(program, rest, { cwd: root, env, maxBuffer: 2 ** 26 });
    return '';
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return `${stdout}${stderr}exit code ${code}`;
  }
};

/** The checkers that a script runs one after the other, as they are typed. */
const commandsOf = (script: 'lint' | 'types'): string[] => manifest.scripts[script].split(' && ');

test.each(['lint', 'types'] as const)('npm run %s finds nothing', async (script) => {
  expect(await Promise.all(commandsOf(script).map(run))).toEqual(commandsOf(script).map(() => ''));
});
