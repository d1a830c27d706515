import { expect, test } from 'vitest';
import { followList, pagesOf } from '../../../../pages/console/calls/list-pages.tsx';

/** A list of pages, each with so many rows; notes what it is asked for. */
const listOf = (sizes: readonly number[]) => {
  const asked: (readonly [after: string | undefined, perPage: number])[] = [];
  const read = async (after: string | undefined, perPage: number) => {
    asked.push([after, perPage]);
    const at = after === undefined ? 0 : Number(after);
    const data = Array.from({ length: Math.min(sizes[at] ?? 0, perPage) }, (_, i) => `${at}-${i}`);
    return { data, next: at + 1 < sizes.length ? String(at + 1) : null };
  };
  return { asked, read };
};

const follow = (sizes: readonly number[], options: object = {}) => {
  const list = listOf(sizes);
  const told: number[] = [];
  const found = followList({
    read: list.read,
    wanted: 5,
    perPage: 4,
    calls: 3,
    isStopped: () => false,
    onProgress: ({ rows }) => told.push(rows.length),
    ...options,
  });
  return { ...list, told, found };
};

test('pages with few rows or none are followed until there are as many as are wanted', async () => {
  const { found, asked, told } = follow([2, 0, 9, 9]);

  expect(await found).toEqual({ rows: ['0-0', '0-1', '2-0', '2-1', '2-2'], next: '3', isCut: false });
  expect(asked).toEqual([
    [undefined, 4],
    ['1', 3],
    ['2', 3],
  ]);
  expect(told).toEqual([2, 2]);
});

test('the end of a list is no cut, also where nothing was found', async () => {
  expect(await follow([0, 0]).found).toEqual({ rows: [], next: null, isCut: false });
  expect(await follow([1, 1], { after: '1' }).found).toEqual({ rows: ['1-0'], next: null, isCut: false });
});

test('a list is left after so many calls, or where the reader has had enough, and tells where it goes on', async () => {
  expect(await follow([1, 0, 0, 0, 1]).found).toEqual({ rows: ['0-0'], next: '3', isCut: true });
  const stopped = follow([1, 0, 0, 1], { isStopped: () => true });
  expect(await stopped.found).toEqual({ rows: ['0-0'], next: '1', isCut: true });
  expect(stopped.asked).toHaveLength(1);
});

test.each([
  ['where it was asked for', ['a'], 1],
  ['back to where it began', ['b', 'c', 'a'], 3],
  ['back to a page between', ['b', 'c', 'b'], 3],
])('a list that goes on %s is read no further', async (_case, nexts, calls) => {
  let asked = 0;
  const read = async () => {
    asked += 1;
    return { data: [], next: nexts[(asked - 1) % nexts.length] ?? null };
  };

  await expect(follow([], { read, after: 'a', calls: 40 }).found).rejects.toMatchObject({ code: 'answer.unexpected' });
  expect(asked).toBe(calls);
});

test('a list is read page by page to its end', async () => {
  const pages: unknown[] = [];
  const { asked, read } = listOf([2, 0, 1]);
  for await (const { data } of pagesOf((after) => read(after, 4))) pages.push(data);

  expect(pages).toEqual([['0-0', '0-1'], [], ['2-0']]);
  expect(asked).toHaveLength(3);
});
