import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { minutesOption, seedOption, toAscendingCounts, toCount } from '../../../tools/bench/program-options.ts';
import { programs } from '../../../tools/programs.ts';

const root = join(import.meta.dirname, '../../..');

/** The programs with a file, each with its name as it is typed. */
const named = Object.entries(programs).flatMap(([script, all]) =>
  Object.entries(all).flatMap(([name, { file }]) => (file === undefined ? [] : [[`${script} ${name}`, file] as const])),
);

test('every script and every program runs files that are there', () => {
  const ofScripts = Object.values(manifest.scripts).flatMap((line) =>
    [...line.matchAll(/(?:^|\s)((?:[\w-]+\/)+[\w.-]+)/g)].map(([, path = '']) => path),
  );
  const ofPrograms = Object.values(programs)
    .flatMap((all) => Object.values(all))
    .flatMap(({ file, tests, before }) => [file, before, ...(tests?.() ?? [])])
    .filter((path) => path?.includes('/'));

  expect([ofScripts.length, ofPrograms.length].every((count) => count > 5)).toBe(true);
  expect([...ofScripts, ...ofPrograms].filter((path) => !existsSync(join(root, path ?? '')))).toEqual([]);
});

test('every program reads its options here, under its own name', async () => {
  expect(named.length).toBeGreaterThan(20);
  for (const [name, file] of named) {
    const text = await readFile(join(root, file), 'utf8');
    expect(text, file).toMatch(new RegExp(`describe(?:Command|Program)\\(\\s*'${name}'`));
    expect(text, file).not.toMatch(/parseArgs|argv/);
  }
});

test('a name that there is not is answered by those that there are', async () => {
  await expect(
    promisify(execFile)(process.execPath, ['tools/programs.ts', 'explore', 'chaos-monkey'], { cwd: root }),
  ).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^npm run explore <name>.* chaos, .*\n$/) });
});

/** Runs a command that takes no store, and would take long if it did not end at its words. */
const run = async (...words: readonly string[]) =>
  promisify(execFile)(process.execPath, ['tools/explore/evidence-damage.ts', ...words], { cwd: root }).then(
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

test('a failure is one line, and all of it is in a file', async () => {
  const file = join(root, 'reports/try-it.txt');
  onTestFinished(() => rm(file, { force: true }));
  const program =
    "import { describeCommand } from './tools/bench/program-options.ts'; describeCommand('try it', '').parse();";
  const failing = [program, "throw new Error('The first line.\\n' + 'More. '.repeat(100));"].join('\n');

  await expect(
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', failing], { cwd: root }),
  ).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^try it: The first line\. More\. .{1,250} \(all of it: reports\/try-it\.txt\)\n$/),
  });
  expect(await readFile(file, 'utf8')).toMatch(/^Error: The first line\.\n(?:More\. ){100}\n {4}at /);
});

test('help names the script and its options', async () => {
  expect(await run('--help')).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Usage: npm run explore evidence-damage -- \[options\]\n[\s\S]*\n {2}--write /),
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
