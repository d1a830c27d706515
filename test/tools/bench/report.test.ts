import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { putFigure } from '../../../tools/bench/report.ts';

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
  const pages = globSync(['*.md', 'benchmarks/*.md'], { cwd: documents });
  const afterFigures = pages.flatMap((page) =>
    [...readFileSync(join(documents, page), 'utf8').matchAll(/^<!-- \/([\w-]+) -->\n\n(.*)$/gm)].map(
      ([, name, next]) => [`${page}: ${name}`, next] as const,
    ),
  );

  expect(afterFigures.length).toBeGreaterThan(30);
  for (const [figure, next] of afterFigures) {
    expect([figure, next]).toEqual([
      figure,
      expect.stringMatching(
        /^(?:Printed at `[0-9a-f]{8}`(?: with changes)?|Recorded in `[0-9a-f]{8}`), \d{4}-\d\d-\d\d\.$/,
      ),
    ]);
  }
});
