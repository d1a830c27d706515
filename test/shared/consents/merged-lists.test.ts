import { expect, test } from 'vitest';
import type { Entry } from '../../../shared/consents/lists.ts';
import { mergeNewest, shortestOf } from '../../../shared/consents/lists.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';

interface Listed {
  readonly id: string;
}

const readPages = (pages: readonly (readonly Listed[])[], reads: number[] = []) =>
  (async function* read() {
    for (const page of pages) {
      reads.push(page.length);
      yield page;
    }
  })();

/** A list of ids that no other list has, newest first, cut into pages anywhere, some of them empty. */
const someLists = fc.uniqueArray(fc.integer({ min: 4096, max: 65_535 }), { maxLength: 60 }).chain((ids) =>
  fc
    .array(fc.record({ list: fc.nat(3), cuts: fc.nat(2) }), { minLength: ids.length, maxLength: ids.length })
    .map((places) => {
      const lists: Listed[][][] = Array.from({ length: 4 }, () => [[]]);
      for (const [i, id] of [...ids].sort((a, b) => b - a).entries()) {
        const { list = 0, cuts = 0 } = places[i] ?? {};
        const pages = lists[list] ?? [];
        for (let cut = 0; cut < cuts; cut += 1) pages.push([]);
        pages.at(-1)?.push({ id: id.toString(16) });
      }
      return lists;
    }),
);

test('several lists are one list, newest first, however their pages are cut', async () => {
  const check = fc.asyncProperty(someLists, async (lists) => {
    const merged: Listed[] = [];
    for await (const page of mergeNewest(lists.map((pages) => readPages(pages)))) merged.push(...page);

    expect(merged.map(({ id }) => id)).toEqual(
      lists
        .flat(2)
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  await fc.assert(check, { numRuns: runs(20) });
});

test('no page is read before it is needed', async () => {
  const [one, other]: [number[], number[]] = [[], []];
  const lists = [
    readPages([[{ id: '9' }], [{ id: '8' }], [{ id: '7' }]], one),
    readPages([[{ id: '3' }], [{ id: '2' }]], other),
  ];

  const merged = mergeNewest(lists);

  expect((await merged.next()).value).toEqual([{ id: '9' }]);
  expect((await merged.next()).value).toEqual([{ id: '8' }]);
  expect([one.length, other.length]).toEqual([2, 1]);
});

test('of many lists only some are read at the same time', async () => {
  let [underWay, most] = [0, 0];
  const lists = Array.from({ length: 300 }, async function* read(_, i) {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    yield [{ id: String(i).padStart(3, '0') }];
  });

  const merged: Listed[] = [];
  for await (const page of mergeNewest(lists)) merged.push(...page);

  expect(merged).toHaveLength(300);
  expect(most).toBe(16);
});

test('the shortest list is the one whose first page goes back furthest, then the one with fewer entries', () => {
  const entry: Entry = {
    id: '9',
    facets: { pid: 1, versionId: '1-1', channel: 'web', lang: 'eng', projectUid: 'shop' },
    valueDigests: Buffer.alloc(0),
    storedBytes: 1,
    answerBytes: 1,
    revokeTime: undefined,
    eraseTime: undefined,
  };
  const page = (entries: number, upTo?: string) => ({
    list: { partition: `${entries} ${upTo}` },
    entries: Array.from({ length: entries }, () => entry),
    rest: upTo === undefined ? undefined : { above: '', upTo },
    units: 0,
  });
  const [whole, shorter, far, near] = [page(3), page(2), page(1, '5'), page(1, '7')];

  expect(shortestOf([near, far, whole, shorter])).toBe(shorter);
  expect(shortestOf([shorter, whole, far, near])).toBe(shorter);
  expect(shortestOf([near, far])).toBe(far);
  expect(shortestOf([whole, far])).toBe(whole);
});
