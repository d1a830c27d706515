import type { GetCommandInput, PutCommandInput, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { Problem } from '../../../shared/api/problem.ts';
import type { ConsentList, Entry } from '../../../shared/consents/lists.ts';
import { projectList, readListPage } from '../../../shared/consents/lists.ts';
import { countMatches, findMatches, locate } from '../../../shared/consents/search.ts';
import { ConsentSearch } from '../../../shared/consents/search-request.ts';
import { newRoster } from '../../../shared/identity/account.ts';
import { itemSize } from '../../../shared/store/item.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import type { Item, Table } from '../../../shared/store/table.ts';

const hour = 60 * 60 * 1_000;
const start = Date.UTC(2026, 10, 20, 12);
const list: ConsentList = { partition: 'LIST' };

const toItem = (time: number, serial: number): Item => ({
  ...keyOf.consent('a', time.toString(16).padStart(12, '0') + serial.toString(16).padStart(20, '0')),
  projectUid: 'shop',
  pid: 1,
  versionId: '7'.repeat(32),
  lang: 'eng',
  channel: 'web',
  storedBytes: 900,
  answerBytes: 700,
});

/** Stands for a table with one list, too long to be put into an engine for a test, and what is kept of it. */
const newTable = (shown: Item[]) => {
  const kept = new Map<string, Item>();
  const reads: string[] = [];
  const state = {
    putFails: undefined as Error | undefined,
    beforePut: async (): Promise<unknown> => undefined,
    /** Entries after which no more may be read, as when a budget is used up. */
    mostReads: Number.POSITIVE_INFINITY,
  };
  const query = ({
    ExpressionAttributeValues: values = {},
    ExclusiveStartKey,
    Limit = 0,
    ScanIndexForward,
  }: QueryCommandInput) => {
    if (reads.length >= state.mostReads) throw new Problem('search.throttled');
    const [from, until] = [String(values[':from']), String(values[':until'])];
    const range = shown.filter(({ SK }) => String(SK) >= from && String(SK) <= until);
    const ordered = ScanIndexForward === false ? range.toReversed() : range;
    const found = ordered.slice(ordered.findIndex(({ SK }) => SK === ExclusiveStartKey?.SK) + 1);
    const Items = found.slice(0, Limit);
    reads.push(...Items.map(({ SK }) => String(SK)));
    return { Items, ...(found.length > Limit && { LastEvaluatedKey: Items.at(-1) }) };
  };
  const put = async ({
    Item: item = {},
    ConditionExpression: condition = '',
    ExpressionAttributeValues: values = {},
  }: PutCommandInput) => {
    if (state.putFails) throw state.putFails;
    await state.beforePut();
    const before = kept.get(String(item.PK));
    expect(itemSize(item)).toBeLessThanOrEqual(limits.itemBytes);
    const isOlder =
      condition === 'attribute_not_exists(PK) OR upTo < :upTo' && String(before?.upTo) >= String(values[':upTo']);
    if (before === undefined || !isOlder) kept.set(String(item.PK), item);
    return {};
  };
  const send = async ({ input }: { input: QueryCommandInput | GetCommandInput | PutCommandInput }) => {
    if ('KeyConditionExpression' in input) return query(input);
    return 'Item' in input ? put(input) : { Item: kept.get(String((input as GetCommandInput).Key?.PK)) };
  };
  const client = Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send });
  return { table: { name: 'lists', client }, kept, reads, state };
};

/**
 * Takes the tally of everything in the list at a time, and says what it came to.
 *
 * @param named the list by whose name the tally is kept
 */
const take = async (
  table: Table,
  now: number,
  { epoch = '', named = list }: { epoch?: string; named?: ConsentList } = {},
) => {
  const account = {
    id: 'a',
    name: 'A',
    consentRegisterEnabled: true,
    historyEpoch: epoch,
    roster: newRoster(),
    createdAt: '',
  };
  const isMatch = (_entry: Entry): boolean => true;
  const { tally, late } = await countMatches(table, {
    account,
    lists: [named],
    list,
    isMatch,
    now: new Date(now),
  });
  return late.length + locate(tally, () => true, { from: 0, to: 0 }).total;
};

/** The latest consent of a channel, sought in everything. */
const findLatestOf = async (table: Table, channel: string, now: number) => {
  const account = {
    id: 'a',
    name: 'A',
    consentRegisterEnabled: true,
    historyEpoch: '',
    roster: newRoster(),
    createdAt: '',
  };
  const request = v.parse(ConsentSearch, { projectUid: 'shop', userData: {}, channel, first: 'true' });
  const newest = { ...(await readListPage(table, list, { limit: 100 })), list: projectList('a', 'shop') };
  const search = { account, request, now: new Date(now), onPage: () => {} };
  return findMatches(table, search, { item: undefined, newest }, { from: 0, to: 1 });
};

/** So many entries, the last one so long before `start`. */
const people = (count: number, { until, apart }: { until: number; apart: number }): Item[] =>
  Array.from({ length: count }, (_, i) => toItem(start - until - (count - 1 - i) * apart, i));

const insert = (items: Item[], time: number): void => {
  items.push(toItem(time, 999_999));
  items.sort((one, other) => (String(one.SK) < String(other.SK) ? -1 : 1));
};

test('what became a day old is counted once more, some of it by each search, and once', async () => {
  const items = people(25_000, { until: 10 * 60_000, apart: 1_000 });
  const { table, reads } = newTable(items);
  expect(await take(table, start)).toBe(25_000);
  for (const ago of [11, 200, 410]) insert(items, start - ago * 60_000 + 1);
  expect(await take(table, start + hour)).toBe(25_000);

  const totals: number[] = [];
  const entriesRead: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    reads.length = 0;
    totals.push(await take(table, start + 25 * hour + i * 60_000));
    entriesRead.push(reads.length);
  }

  expect(totals).toEqual([25_001, 25_002, 25_003, 25_003]);
  for (const each of entriesRead) expect(each).toBeLessThanOrEqual(11_001);
  expect(entriesRead[3]).toBe(0);
  expect(entriesRead.reduce((sum, each) => sum + each, 0)).toBe(25_003);
});

test('an entry that shows after others with later ids is counted, if it does within five minutes', async () => {
  const items = people(1_200, { until: 20 * 60_000, apart: 1_000 });
  insert(items, start);
  const { table, kept } = newTable(items);
  expect(await take(table, start)).toBe(1_201);
  expect(kept.size).toBe(1);

  insert(items, start - 4 * 60_000);

  expect(await take(table, start)).toBe(1_202);
});

test('a tally is not replaced by an older one, and ends after 90 days without change', async () => {
  const { table, kept, state } = newTable(people(1_200, { until: 30 * 60_000, apart: 1_000 }));
  const upTo = (): unknown => [...kept.values()][0]?.upTo;
  let newest: unknown;
  state.beforePut = async () => {
    state.beforePut = async () => undefined;
    expect(await take(table, start + 10 * 60_000)).toBe(1_200);
    newest = upTo();
  };

  expect(await take(table, start)).toBe(1_200);

  expect(newest).toBeDefined();
  expect(upTo()).toBe(newest);
  expect([...kept.values()][0]?.expiresAt).toBe((start + 10 * 60_000 + 90 * 24 * hour) / 1_000);
});

test('a list that takes longer than a call to count is counted in several, and none of it twice', async () => {
  const items = people(30_000, { until: 48 * hour, apart: 1_000 });
  const { table, reads } = newTable(items);
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 2_000;
    return time;
  });
  const outcomes: unknown[] = [];
  for (let i = 0; i < 10 && typeof outcomes.at(-1) !== 'number'; i += 1) {
    outcomes.push(await take(table, start + i * 1_000).catch((error: unknown) => error));
  }
  clock.mockRestore();

  expect(outcomes.at(-1)).toBe(30_000);
  expect(outcomes.length).toBeGreaterThan(2);
  for (const outcome of outcomes.slice(0, -1)) expect(outcome).toMatchObject({ code: 'store.unavailable' });
  expect(reads).toHaveLength(30_000);
});

test('a search that may read no more keeps what it has counted, and the next one goes on from there', async () => {
  const items = people(20_000, { until: 48 * hour, apart: 1_000 });
  const { table, reads, state } = newTable(items);
  state.mostReads = 9_600;

  await expect(take(table, start)).rejects.toMatchObject({ code: 'search.throttled' });
  expect(reads.length).toBeLessThanOrEqual(10_800);
  state.mostReads = Number.POSITIVE_INFINITY;
  expect(await take(table, start + 1_000)).toBe(20_000);
  expect(reads.length).toBeLessThanOrEqual(21_200);
});

test('the latest match is sought in ten thousand entries, and further back by a tally', async () => {
  const { table, kept, reads } = newTable(people(25_000, { until: 48 * hour, apart: 1_000 }));

  for (const entriesAtMost of [36_000, 200]) {
    reads.length = 0;
    expect(await findLatestOf(table, 'email', start)).toEqual({ total: 0, consents: [] });
    expect(reads.length).toBeLessThanOrEqual(entriesAtMost);
  }
  expect(kept.size).toBe(1);
});

test('a store that is too busy to keep a tally does not keep the search from its answer', async () => {
  const { table, kept, state } = newTable(people(3_000, { until: 48 * hour, apart: 1_000 }));
  state.putFails = Object.assign(new Error('Busy'), { name: 'ThrottlingException', $fault: 'client', $retryable: {} });

  expect(await take(table, start)).toBe(3_000);
  expect(kept.size).toBe(0);
});

test('when the history of an account changes, its lists are counted anew', async () => {
  const items = people(2_000, { until: hour, apart: 1_000 });
  const { table, kept } = newTable(items);
  expect(await take(table, start)).toBe(2_000);
  insert(items, start - 300 * 24 * hour);

  expect(await take(table, start + 1)).toBe(2_000);
  expect(await take(table, start + 1, { epoch: 'another' })).toBe(2_001);
  expect([...kept.keys()].filter((key) => key.startsWith('ACCOUNT#a#TALLY#'))).toHaveLength(2);
});

test('lists have tallies of their own, whatever bytes their digests have', async () => {
  const { table, kept } = newTable(people(2_000, { until: hour, apart: 1_000 }));
  const project = projectList('a', 'shop');
  if (project.index === undefined) throw new Error('The list of a project is in an index.');

  for (const byte of [0xfe, 0xff]) {
    expect(await take(table, start, { named: { ...project, partition: Buffer.alloc(16, byte) } })).toBe(2_000);
  }

  expect(kept.size).toBe(2);
});
