import type { BatchGetCommandInput, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Table } from '../../../shared/store/client.ts';
import { afterAll, beforeAll } from '../../../shared/store/list-reading.ts';
import { collectMatches, readMatches } from '../../../shared/store/match-reading.ts';

const toId = (n: number): string => n.toString(16).padStart(32, '0');
const facets = { projectUid: 'shop', pid: 1, versionId: toId(7), lang: 'eng', channel: 'web' };

/** Every how many ids a list has one, by partition: lists too long to be put into an engine for a test. */
type Steps = Readonly<Record<string, number>>;

/** Stands for a table with such lists of ids below `end`, and counts what is read of them. */
const newTable = (steps: Steps, end: number) => {
  const counts = { entries: 0, keys: 0 };
  const ends = new Map<string, number>();
  const query = ({ ExpressionAttributeValues: values, ExclusiveStartKey, Limit = 0 }: QueryCommandInput) => {
    const partition = String(values?.[':partition']);
    const step = steps[partition] ?? 1;
    const start = Number(ExclusiveStartKey?.next ?? 0);
    const ids = Array.from({ length: Math.ceil(Math.min(Limit, (end - start) / step)) }, (_, i) => start + i * step);
    counts.entries += ids.length;
    const next = start + ids.length * step;
    ends.set(partition, next);
    const Items = ids.map((id) => ({ PK: partition, SK: toId(id), ...facets }));
    return { Items, ...(next < end && { LastEvaluatedKey: { next } }) };
  };
  const batchGet = ({ RequestItems }: BatchGetCommandInput) => {
    const Keys = RequestItems?.lists?.Keys ?? [];
    counts.keys += Keys.length;
    return { Responses: { lists: Keys.filter(({ PK, SK }) => Number(`0x${SK}`) % (steps[String(PK)] ?? 1) === 0) } };
  };
  const send = async ({ input }: { input: QueryCommandInput | BatchGetCommandInput }) =>
    'RequestItems' in input ? batchGet(input) : query(input as QueryCommandInput);
  /** Entries that have been read of all lists and have ids after one. */
  const countAfter = (id: string): number =>
    [...ends].reduce((sum, [partition, next]) => {
      const step = steps[partition] ?? 1;
      return sum + Math.max(0, Math.ceil((next - Number(`0x0${id}`) - 1) / step));
    }, 0);
  return { table: { name: 'lists', client: { send } } as unknown as Table, counts, countAfter };
};

const everything = { above: beforeAll, upTo: afterAll };

test.each([
  ['a list and one five times as long', { country: 1, news: 5 }],
  ['the same, the long one last', { news: 5, country: 1 }],
  ['a list and one hundred times as long', { country: 1, card: 100 }],
  ['three lists', { country: 1, news: 2, card: 3 }],
])('%s are read in parts that are small each and right together', async (_name, steps: Steps) => {
  const end = 120_000;
  const { table, counts } = newTable(steps, end);
  const lists = Object.keys(steps).map((partition) => ({ partitions: [partition] }));
  const found: string[] = [];

  for await (const { matches, read } of readMatches(table, lists, everything, { consistent: false })) {
    found.push(...matches.map(({ id }) => id));
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(counts.entries);
    expect(counts.entries).toBeLessThan(50_000);
    expect(counts.keys).toBeLessThanOrEqual(2_000);
    Object.assign(counts, { entries: 0, keys: 0 });
  }

  const every = Object.values(steps).reduce((product, step) => product * step, 1);
  expect(found).toEqual(Array.from({ length: end / every }, (_, i) => toId(i * every)));
});

test.each([
  ['read on where the other list is about as long', { country: 1, news: 2 }, { keys: 0, entries: 6_000 }],
  ['looked up by key where it is much longer', { country: 1, card: 400 }, { keys: 7, entries: 1_210 }],
])('candidates are %s', async (_name, steps: Steps, { keys, entries }) => {
  const { table, counts } = newTable(steps, 4_000);
  const lists = Object.keys(steps).map((partition) => ({ partitions: [partition] }));

  await collectMatches(table, lists, everything, { consistent: false });

  expect(counts).toEqual({ keys, entries });
});

test('a list that is ahead of another waits for it, so that no more than 20,000 entries and a page of each are held', async () => {
  const { table, countAfter } = newTable({ country: 1, news: 5 }, 400_000);
  const lists = [{ partitions: ['news'] }, { partitions: ['country'] }];
  let [from, most] = [beforeAll, 0];

  for await (const { upTo } of readMatches(table, lists, everything, { consistent: false })) {
    most = Math.max(most, countAfter(from));
    from = upTo;
  }

  expect(most).toBeGreaterThan(10_000);
  expect(most).toBeLessThanOrEqual(20_000 + 2 * 1_200);
});

test('a single list is handed on page by page', async () => {
  const { table } = newTable({}, 5_000);
  const parts: number[] = [];

  for await (const { matches, read } of readMatches(table, [{ partitions: ['country'] }], everything, {
    consistent: false,
  })) {
    parts.push(matches.length);
    expect(read).toBeLessThanOrEqual(1_200);
  }

  expect(parts).toEqual([1_200, 1_200, 1_200, 1_200, 200]);
});
