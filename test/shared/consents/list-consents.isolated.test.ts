import { afterEach, expect, test } from 'vitest';
import type { StoreCall } from '../../support/faults/store-proxy.ts';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { readLineage } = await import('../../../shared/notices/lineage.ts');
const { listConsents } = await import('../../../shared/consents/list-consents.ts');
const { getItem } = await import('../../../shared/store/read.ts');
const { keyOf } = await import('../../../shared/store/keys.ts');
const { newTenant } = await import('../../support/make/builders.ts');
const { findShelf, stock, writeItems } = await import('../../support/make/stock.ts');
const { table } = await import('../../support/make/table.ts');

const { accountId, projectUid, pid } = await newTenant();
const shelf = await findShelf(table, accountId, projectUid, pid);
const given = Array.from({ length: 2_600 }, (_, i) => new Date(Date.UTC(2026, 2, 1) + i * 1_000));
const consents = given.map((time) => ({ time, userData: { club: 'everybody' }, proof: { a: 'b' } }));
const ids = await stock(table, shelf, consents);

afterEach(() => {
  proxy.intercept = undefined;
});

/** Takes the first page, and tells of the calls that it took. */
const readFirst = async (values: ReadonlyMap<string, string>) => {
  const lineage = await readLineage(table, accountId);
  const calls: StoreCall[] = [];
  proxy.intercept = async (call) => {
    calls.push(call);
    return call.forward();
  };
  const listing = { lineage, filter: {}, values, onRead: () => {}, now: new Date() };
  for await (const page of listConsents(table, accountId, listing)) if (page.length > 0) return { page, calls };
  throw new Error('There is none.');
};

const none = new Map<string, string>();
const limitsOf = (calls: readonly StoreCall[]) =>
  calls.filter(({ input }) => input.IndexName === 'project').map(({ input }) => input.Limit);

test('of a long list no more is read than is taken', async () => {
  const { page, calls } = await readFirst(none);

  expect(page[0]?.id).toBe(ids.at(-1));
  expect(limitsOf(calls)).toEqual([1_200]);
});

test('of a person whose value thousands of consents share, a hundred records are read at a time', async () => {
  const { page, calls } = await readFirst(new Map([['club', 'everybody']]));

  expect(page.map(({ id }) => id)).toEqual(ids.slice(-100).reverse());
  expect(calls.map(({ name, input }) => [name, input.Limit])).toEqual([
    ['Query', 100],
    ['BatchGetItem', undefined],
  ]);
});

test('of three hundred projects twelve thousand entries are held together', async () => {
  const item = (await getItem(table, keyOf.project(accountId, projectUid))) ?? {};
  const uids = Array.from({ length: 299 }, (_, i) => `${projectUid}-${i}`);
  const projects = uids.map((uid) => ({ ...item, uid, ...keyOf.project(accountId, uid) }));
  await writeItems(table, projects);

  const { page, calls } = await readFirst(none);

  expect(page[0]?.id).toBe(ids.at(-1));
  expect(limitsOf(calls)).toEqual(Array(300).fill(40));
});
