import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What `npm run lint` would say of the spelling of new files, each by its path. */
const checkSpelling = async (files: Readonly<Record<string, string>>): Promise<string[]> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'consent-register-words-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['cspell.json', 'tools/words'])
    await cp(join(root, name), join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/cspell/bin.mjs'), 'lint', '--no-progress', '--no-summary', '--no-gitignore'],
    { cwd: folder, encoding: 'utf8' },
  );
  if (error) throw error;
  expect(stderr).toBe('');
  return stdout.split('\n').sort();
};

// cspell:ignore seperate
test('wrong spelling is refused in texts, names and comments, but not in code of documents and data of tests', async () => {
  const said = await checkSpelling({
    'docs/new.md': 'The adress of teh `regsiter`.\n\n```sh\nregsiter\n```\n',
    'shared/new.ts': "// Seperate.\nconst recieved = 'The adress is missing.';\n",
    'test/cli/new.test.ts': "/** Seperate. */\ntest('a mesage', () => f('adress'));\n",
  });

  expect(said).toEqual([
    '',
    expect.stringMatching(/docs\/new\.md:1:15 .*teh.*the/),
    expect.stringMatching(/docs\/new\.md:1:5 .*adress.*address/),
    expect.stringMatching(/shared\/new\.ts:1:4 .*Seperate/),
    expect.stringMatching(/shared\/new\.ts:2:23 .*adress/),
    expect.stringMatching(/shared\/new\.ts:2:7 .*recieved/),
    expect.stringMatching(/test\/cli\/new\.test\.ts:1:5 .*Seperate/),
    expect.stringMatching(/test\/cli\/new\.test\.ts:2:9 .*mesage/),
  ]);
});

describe('our own words', () => {
  const lists = ['project', 'code'].map((name) => ({
    name,
    words: readFileSync(join(root, `tools/words/${name}.txt`), 'utf8')
      .trimEnd()
      .split('\n'),
  }));

  test.each(lists)('$name: is sorted and has each word once', ({ words }) => {
    expect(words).toEqual([...new Set(words)].toSorted(new Intl.Collator('en').compare));
  });

  test('are those that a text has', () => {
    const files = globSync('**/*.{md,ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', 'tools/words/*.txt'] });
    const text = files.map((file) => readFileSync(join(root, file), 'utf8').toLowerCase()).join('\n');

    for (const { words } of lists) expect(words.filter((word) => !text.includes(word.toLowerCase()))).toEqual([]);
  });
});
