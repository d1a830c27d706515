import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { toCsv } from '../../../cli/printing/csv.ts';
import type { Row } from '../../../cli/printing/output.ts';

const write = async (columns: readonly string[], ...pages: (readonly Row[])[]): Promise<string> => {
  let text = '';
  for await (const piece of toCsv(columns, pages)) text += piece;
  return text;
};

const mark = '\ufeff';

/** A text as the one cell of a row. */
const writeCell = async (cell: Row[string]): Promise<string> =>
  (await write(['cell'], [{ cell }])).slice(`${mark}cell\n`.length, -1);

test('there is a header, and a row for each, in the order of the columns, however they are read', async () => {
  const rows = [
    { id: 'a', note: 'one, "two"', count: 3 },
    { count: -1, note: 'two\nlines', id: 'b' },
    { id: 'c', isThere: true, count: 0 },
  ];
  const text = `${mark}id,note,count\na,"one, ""two""",3\nb,"two\nlines",-1\nc,,0\n`;

  expect(await write(['id', 'note', 'count'], rows)).toBe(text);
  expect(await write(['id', 'note', 'count'], [], rows.slice(0, 1), [], rows.slice(1))).toBe(text);
  expect(await write(['id'])).toBe(`${mark}id\n`);
  expect(await write(['is it'], [{ 'is it': false }, { 'is it': true }])).toBe(`${mark}is it\nno\nyes\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+39 02', "'+39 02"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\uff1d1', "'\uff1d1"],
  ['\uff0b1', "'\uff0b1"],
  ['\uff0d1', "'\uff0d1"],
  ['\uff20A1', "'\uff20A1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', '\\u{d}=1'],
  ['a\r\n=1', `"a\n'=1"`],
  ['\n=1', `"\n'=1"`],
  ['a;"=1', `"a;'""=1"`],
  ['a;" "=1', `"a;'"" ""=1"`],
  ['"=1', `"'""=1"`],
  ['  \u00a0=1', "'  \u00a0=1"],
  ['a;=1', "a;'=1"],
  ['a;  -1', "a;'  -1"],
  ['a\t+1', "a\t'+1"],
  ['a\n@b', `"a\n'@b"`],
  [';;=1', ";;'=1"],
  ['a = b - c; d', 'a = b - c; d'],
  ['ada@example.com', 'ada@example.com'],
  ["'=1", "'=1"],
  [-2, '-2'],
])('%j is no formula: %j', async (given, cell) => {
  expect(await writeCell(given)).toBe(cell);
});

/** Every text of up to so many of these characters. */
const textsOf = (characters: readonly string[], length: number): string[] =>
  length === 0
    ? ['']
    : textsOf(characters, length - 1).flatMap((text) => ['', ...characters].map((next) => text + next));

test.each([',', ';', '\t'])('no cell is a formula where %j ends a cell, however quotes are read', async (delimiter) => {
  const texts = [...new Set(textsOf(['"', ';', ',', '\t', '\n', ' ', '=', 'a'], 5))];
  const text = await write(
    ['one', 'other'],
    texts.map((cell) => ({ one: cell, other: cell })),
  );
  const cells = delimiter === ',' ? parse(text).flat() : text.split(new RegExp(`[\n${delimiter}]`));

  expect(cells.length).toBeGreaterThan(texts.length);
  expect(cells.map((cell) => cell.replace(/["\s]/g, '')).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
});

test('what a terminal would obey is shown, and words with joiners stay', async () => {
  expect(await writeCell('\u001b[31mred\u009b0m\u0000\u007f\u202eabc\u2028d')).toBe(
    '\\u{1b}[31mred\\u{9b}0m\\u{0}\\u{7f}\\u{202e}abc\\u{2028}d',
  );
  expect(await writeCell('می‌خواهم 👩‍👧 Nicolò C:\\x')).toBe('می‌خواهم 👩‍👧 Nicolò C:\\x');
});

test('a cell with a million line breaks takes no longer than its length', async () => {
  const cell = await writeCell('\n'.repeat(1_000_000));

  expect(cell).toHaveLength(1_000_002);
});
