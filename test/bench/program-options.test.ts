import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { minutesOption, seedOption, toAscendingCounts, toCount } from './program-options.ts';

const root = join(import.meta.dirname, '../..');

/** Scripts that run a command of the tests, each with its file. */
const programs = Object.entries(manifest.scripts).flatMap(([script, line]) => {
  const [, file] = /\bnode (test\/\S+\.ts)$/.exec(line) ?? [];
  return file === undefined ? [] : [[script, file] as const];
});

test('every command of the tests reads its options here, under its own name', async () => {
  expect(programs.length).toBeGreaterThan(20);
  for (const [script, file] of programs) {
    const text = await readFile(join(root, file), 'utf8');
    expect(text, file).toMatch(new RegExp(`describe(?:Command|Program)\\(\\s*'${script}'`));
    expect(text, file).not.toMatch(/parseArgs|argv/);
  }
});

/** Runs a command that takes no store, and would take long if it did not end at its words. */
const run = async (...words: readonly string[]) =>
  promisify(execFile)(process.execPath, ['test/abuse/evidence-damage.ts', ...words], { cwd: root }).then(
    (printed) => ({ code: 0, ...printed }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

// cspell:ignore wirte
test.each([
  ['--wirte', "unknown option '--wirte' (Did you mean --write?)\n"],
  ['more', 'too many arguments. Expected 0 arguments but got 1: more.\n'],
])('%s is refused in one line', async (word, stderr) => {
  expect(await run(word)).toEqual({ code: 2, stdout: '', stderr });
});

test('help names the script and its options', async () => {
  expect(await run('--help')).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: npm run evidence-damage -- \[options\]\n[\s\S]*\n {2}--write /),
  });
});

test('what is a number is read as one', () => {
  expect(toCount('5000')).toBe(5_000);
  expect(toAscendingCounts('1000,100000')).toEqual([1_000, 100_000]);
  expect(minutesOption(1).parseArg?.('0.5', 1)).toBe(0.5);
  expect(seedOption().parseArg?.('0', 1)).toBe(0);
});

test.each([
  ['a count', toCount, ['', '0', '-1', '1.5', '1e3', 'ten', ' 5', '1234567890']],
  ['counts', toAscendingCounts, ['', '1,', '2,1', '1,1', '1;2']],
  ['minutes', (text: string) => minutesOption(1).parseArg?.(text, 1), ['', '0', '0.0', '-1', 'x', '1e9']],
  ['a seed', (text: string) => seedOption().parseArg?.(text, 1), ['', '-1', '1.5', 'random']],
])('what is not %s is refused', (_, parse, texts) => {
  for (const text of texts) expect(() => parse(text), text).toThrow(/^(?:It must be|The numbers must)/);
});
