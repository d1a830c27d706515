import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What `npm run lint` says of the spelling of a text, if a file of this name had it. */
const checkSpelling = (file: string, text: string): string => {
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/cspell/bin.mjs'), 'lint', '--no-progress', '--no-summary', `stdin://${join(root, file)}`],
    { cwd: root, input: text, encoding: 'utf8' },
  );
  if (error) throw error;
  expect(stderr).toBe('');
  return stdout;
};

describe('spelling', () => {
  test('is refused in Markdown, but not in its code', () => {
    const said = checkSpelling('docs/new.md', 'The adress of teh `regsiter`.\n\n```sh\nregsiter\n```\n');

    expect(said.split('\n')).toEqual([
      expect.stringMatching(/docs\/new\.md:1:5 .*adress.*address/),
      expect.stringMatching(/docs\/new\.md:1:15 .*teh.*the/),
      '',
    ]);
  });

  test('is refused in texts, names and comments of programs', () => {
    const said = checkSpelling('shared/new.ts', "// Seperate.\nconst recieved = 'The adress is missing.';\n");

    expect(said.split('\n')).toEqual([
      expect.stringContaining('Seperate'),
      expect.stringContaining('recieved'),
      expect.stringContaining('adress'),
      '',
    ]);
  });

  // cspell:ignore seperate
  test('is refused in titles and comments of tests, but not in their data', () => {
    const said = checkSpelling('test/cli/new.test.ts', "/** Seperate. */\ntest('a mesage', () => f('adress'));\n");

    expect(said.split('\n')).toEqual([expect.stringContaining('Seperate'), expect.stringContaining('mesage'), '']);
  });
});

describe('our own words', () => {
  const lists = ['project', 'code'].map((name) => ({
    name,
    words: readFileSync(join(root, `words/${name}.txt`), 'utf8')
      .trimEnd()
      .split('\n'),
  }));

  test.each(lists)('$name: is sorted and has each word once', ({ words }) => {
    expect(words).toEqual([...new Set(words)].toSorted(new Intl.Collator('en').compare));
  });

  test('are those that a text has', () => {
    const files = globSync('**/*.{md,ts}', { cwd: root, exclude: ['**/node_modules/**', 'words/*.txt'] });
    const text = files.map((file) => readFileSync(join(root, file), 'utf8').toLowerCase()).join('\n');

    for (const { words } of lists) expect(words.filter((word) => !text.includes(word.toLowerCase()))).toEqual([]);
  });
});
