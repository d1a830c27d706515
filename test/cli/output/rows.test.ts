import { parse } from 'csv-parse/sync';
import { afterEach, expect, test, vi } from 'vitest';
import { chooseFormat } from '../../../cli/output/format.ts';
import { print } from '../../../cli/output/print.ts';
import type { Row } from '../../../cli/output/rows.ts';
import { listRows, toCsv } from '../../../cli/output/rows.ts';

afterEach(() => {
  vi.restoreAllMocks();
  chooseFormat({ json: false });
});

/** Pages of numbers, and how many were read. */
const count = (pages: readonly (readonly number[])[]) => {
  const reader = { read: 0 };
  return {
    reader,
    pages: (async function* read() {
      for (const page of pages) {
        reader.read += 1;
        yield page;
      }
    })(),
  };
};

/** What is printed of such a list, and how much had been read when each piece was written. */
const printed = async (
  pages: readonly (readonly number[])[],
  { csv = false, json = false, limit }: { csv?: boolean; json?: boolean; limit?: number } = {},
) => {
  const source = count(pages);
  const output: { text: string; read: number }[] = [];
  let notes = '';
  chooseFormat({ json });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output.push({ text: String(text), read: source.reader.read });
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    notes += text;
    return true;
  });
  const rows = await listRows({
    pages: source.pages,
    limit,
    csv,
    columns: ['number'],
    toRow: (number) => ({ number }),
    toData: (number) => ({ number, is: 'one' }),
    none: 'There is none.',
  });
  await print(rows);
  vi.restoreAllMocks();
  return {
    text: output.map((piece) => piece.text).join(''),
    notes,
    reads: output.map(({ read }) => read),
    ...source.reader,
  };
};

const of = (...numbers: readonly number[]) => numbers.map((number) => ({ number, is: 'one' }));

test.each([
  [[[]], undefined],
  [[], undefined],
  [[[1, 2, 3]], undefined],
  [[[1], [], [2, 3]], undefined],
  [[[1, 2], [3]], 2],
  [[[1, 2], [3]], 1],
  [[[1, 2], [3]], 3],
])('%j with a limit of %j is the JSON that the array would be', async (pages, limit) => {
  const { text, notes } = await printed(pages, { json: true, ...(limit !== undefined && { limit }) });

  expect(text).toBe(`${JSON.stringify(of(...pages.flat().slice(0, limit)), undefined, 2)}\n`);
  expect(notes).toBe('');
});

test.each([{ csv: true }, { json: true }])('with %j each page is written before the next is read', async (format) => {
  const { reads } = await printed([[1], [2], [3]], format);

  expect(reads.filter((read) => read > 0)).toEqual(expect.arrayContaining([1, 2, 3]));
});

test('CSV has all rows, or as many as are wanted', async () => {
  const many = Array.from({ length: 150 }, (_, i) => i);

  expect((await printed([many], { csv: true })).text.split('\n')).toHaveLength(152);
  expect(await printed([[1, 2], [3]], { csv: true, limit: 1 })).toMatchObject({ text: '\ufeffnumber\n1\n', read: 1 });
  expect(await printed([[], []], { csv: true })).toMatchObject({ text: '\ufeffnumber\n', notes: 'There is none.\n' });
});

test('a table has the first hundred, says when there are more, and reads no further', async () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i);

  expect(await printed([hundred])).toMatchObject({ notes: '' });
  const cut = await printed([hundred, [100], [101]]);
  expect(cut.text.trimEnd().split('\n')).toHaveLength(101);
  expect(cut).toMatchObject({
    notes: 'Only the first 100 are shown. Use --limit for more, or --csv for all.\n',
    read: 2,
  });
  expect(await printed([[1, 2]], { limit: 1 })).toMatchObject({ text: 'number\n1\n' });
  expect(await printed([])).toMatchObject({ text: '', notes: 'There is none.\n' });
});

test('JSON reads the same, and a terminal obeys nothing in it', async () => {
  chooseFormat({ json: true });
  let text = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    text += piece;
    return true;
  });
  const hostile = '\u001b[2J\u009b31m\u202e\u2028\u{e0041}می‌خواهم';

  await print({ data: { hostile }, text: '' });

  expect(JSON.parse(text)).toEqual({ hostile });
  expect(text.trimEnd()).toBe('{\n  "hostile": "\\u001b[2J\\u009b31m\\u202e\\u2028\\udb40\\udc41می‌خواهم"\n}');
});

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
