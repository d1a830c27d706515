import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putFigure } from '../../../tools/bench/report.ts';
import { programs } from '../../../tools/programs.ts';

const documents = join(import.meta.dirname, '../../../docs');

describe('a figure in its page', () => {
  const figure = { markdown: '| b |\n', origin: 'Printed at `89abcdef`, 2026-11-25.' };

  test.each(['Printed at `01234567` with changes, 2026-11-24.', 'Recorded in `01234567`, 2026-11-24.'])(
    'takes the place of the one before and of its origin: %s',
    (origin) => {
      const page = `Before.\n\n<!-- a -->\n| a |\n<!-- /a -->\n\n${origin}\n\nAfter.\n`;

      expect(putFigure(page, 'a', figure)).toBe(
        'Before.\n\n<!-- a -->\n| b |\n<!-- /a -->\n\nPrinted at `89abcdef`, 2026-11-25.\n\nAfter.\n',
      );
    },
  );

  test('leaves what follows a figure without an origin', () => {
    expect(putFigure('<!-- a -->\n<!-- /a -->\n\nPrinted matter.\n', 'a', figure)).toBe(
      '<!-- a -->\n| b |\n<!-- /a -->\n\nPrinted at `89abcdef`, 2026-11-25.\n\nPrinted matter.\n',
    );
  });

  test('needs a place', () => {
    expect(putFigure('<!-- ab -->\n<!-- /ab -->\n', 'a', figure)).toBeUndefined();
  });
});

test('every figure of the docs names the commit that it is from', () => {
  const pages = globSync('*.md', { cwd: documents });
  const afterFigures = pages.flatMap((page) =>
    [...readFileSync(join(documents, page), 'utf8').matchAll(/^<!-- \/([\w-]+) -->\n\n(.*)$/gm)]
      .filter(([, name]) => name !== 'options')
      .map(([, name, next]) => [`${page}: ${name}`, next] as const),
  );

  expect(afterFigures.length).toBeGreaterThan(5);
  for (const [figure, next] of afterFigures) {
    expect([figure, next]).toEqual([
      figure,
      expect.stringMatching(
        /^(?:Printed at `[0-9a-f]{8}`(?: with changes)?|Recorded in `[0-9a-f]{8}`), \d{4}-\d\d-\d\d\.$/,
      ),
    ]);
  }
});

describe('a row of the benchmarks', () => {
  const rows = readFileSync(join(documents, 'benchmarks.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, what, figure, command, commit] = /^\| (.+) \| (.+) \| `(n.+)` \| (.+) \|$/.exec(line) ?? [];
      return command === undefined ? [] : [{ what, figure, command, commit }];
    });

  test('is there for each of many figures', () => {
    expect(rows.length).toBeGreaterThan(40);
  });

  test.each(rows)('$what: names its command and its commit', ({ command, commit }) => {
    const [, kind, name, file] = /^(?:npm run (bench|explore) ([\w-]+)|npx vitest run (\S+))/.exec(command) ?? [];

    if (file) expect(existsSync(join(documents, '..', file))).toBe(true);
    else expect(programs).toHaveProperty([kind ?? '', name ?? '']);
    expect(commit).toMatch(/^`[\da-f]{8}`$/);
  });
});
