import { afterEach, expect, test, vi } from 'vitest';
import { speakJson } from '../../../cli/printing/format.ts';
import { print } from '../../../cli/printing/output.ts';
import { listRows } from '../../../cli/printing/rows.ts';

afterEach(() => {
  vi.restoreAllMocks();
  speakJson(false);
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
  speakJson(json);
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
  speakJson(true);
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
