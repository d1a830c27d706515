import { expect, test } from 'vitest';
import { beginHistoryEpoch } from '../../../shared/identity/account-changes.ts';
import { setTime } from '../../support/clock.ts';
import { representedBy, representFile } from '../../support/representative.ts';
import { startStoreProxy } from '../../support/store-proxy.ts';

const gate = 'test/shared/consents/search/find-count.test.ts';
representFile(gate, 'when the history of an account changes, its lists are counted anew');

const proxy = await startStoreProxy();
const { addConsent, findRecord, newTenant, signIn } = await import('../../support/builders.ts');
const { invoke } = await import('../../support/invoke.ts');
const { findShelf, stock } = await import('../../support/stock.ts');
const { table } = await import('../../support/table.ts');

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const hour = 60 * minute;
const userData = { country: 'Italy' };

/** A tenant with a list that is long enough for its tally to be kept. */
const newLongList = async (count: number, until: number) => {
  setTime(new Date(now));
  proxy.intercept = undefined;
  const tenant = await newTenant();
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const time = new Date(now - until * minute);
  await stock(
    table,
    shelf,
    Array.from({ length: count }, () => ({ time, userData })),
  );
  const search = async () => {
    const { token } = await signIn(tenant.userId);
    return (await invoke('searchConsents', { userData }, { token })).body.totalResults;
  };
  return { tenant, shelf, search };
};

test(
  'a consent that shows later than others with later ids is found, if it does within five minutes',
  representedBy(gate, 'an entry that shows after others with later ids is counted, if it does within five minutes'),
  async () => {
    const { tenant, shelf, search } = await newLongList(1_200, 20);
    await addConsent(tenant, { userData });
    expect(await search()).toBe(1_201);

    await stock(table, shelf, [{ time: new Date(now - 4 * minute), userData }]);

    expect(await search()).toBe(1_202);
  },
);

test(
  'a tally is not replaced by an older one, and ends after 90 days without change',
  representedBy(gate, 'a tally is not replaced by an older one'),
  async () => {
    const { tenant, search } = await newLongList(1_200, 30);
    const written: Record<string, { S?: string; N?: string }>[] = [];
    const statuses: number[] = [];
    proxy.intercept = async ({ name, input, forward }) => {
      if (name !== 'PutItem' || !JSON.stringify(input).includes('#TALLY#')) return forward();
      written.push(input.Item as (typeof written)[number]);
      if (written.length === 1) {
        setTime(new Date(now + 10 * minute));
        expect(await search()).toBe(1_200);
      }
      const answer = await forward();
      statuses.push(answer.status);
      return answer;
    };

    expect(await search()).toBe(1_200);

    const [older, newer] = written;
    expect(Number(`0x${newer?.upTo?.S}`) - Number(`0x${older?.upTo?.S}`)).toBe(10 * minute);
    expect(older?.PK?.S).toMatch(new RegExp(`^ACCOUNT#${tenant.accountId}#TALLY#[\\w-]{43}$`));
    expect(statuses[0]).toBe(200);
    expect(new Set(statuses.slice(1))).toEqual(new Set([400]));
    expect(Number(older?.expiresAt?.N)).toBe((now + 90 * 24 * 60 * minute) / 1_000);
  },
);

test(
  'a consent that its list shows later than five minutes is found by id at once, and counted when it is a day old',
  representedBy(gate, 'what became a day old is counted once more, some of it by each search, and once'),
  async () => {
    const { tenant, shelf, search } = await newLongList(1_200, 20);
    expect(await search()).toBe(1_200);

    const [id = ''] = await stock(table, shelf, [{ time: new Date(now - 30 * minute), userData }]);

    expect(await findRecord(await signIn(tenant.userId), id)).toMatchObject({ id, revoked: false });
    for (const [later, total] of [
      [1, 1_200],
      [23, 1_200],
      [25, 1_201],
      [50, 1_201],
    ] as const) {
      setTime(new Date(now + later * hour));
      expect([later, await search()]).toEqual([later, total]);
    }
  },
);

test(
  'also in a list that goes on growing, slowly',
  representedBy(gate, 'what became a day old is counted once more, some of it by each search, and once'),
  async () => {
    const { shelf, search } = await newLongList(1_200, 20);
    expect(await search()).toBe(1_200);
    await stock(table, shelf, [{ time: new Date(now - 20 * minute - 1), userData }]);
    const totals: number[] = [];
    for (let passed = 5; passed <= 50; passed += 5) {
      setTime(new Date(now + passed * hour));
      await stock(table, shelf, [{ time: new Date(now + passed * hour), userData }]);
      totals.push((await search()) - totals.length - 1_201);
    }

    expect(totals[0]).toBe(0);
    expect(totals.at(-1)).toBe(1);
    expect(totals).toEqual(totals.toSorted());
  },
);

test('when the history of the account changes, its tallies are made anew', async () => {
  const { tenant, shelf, search } = await newLongList(1_200, 20);
  expect(await search()).toBe(1_200);
  await stock(table, shelf, [{ time: new Date(now - 300 * 24 * hour), userData }]);
  expect(await search()).toBe(1_200);

  await beginHistoryEpoch(table, tenant.accountId);

  expect(await search()).toBe(1_201);
});

test(
  'the budget of searches counts what a tally takes to be read',
  representedBy(gate, 'all that is read is charged'),
  async () => {
    const { search } = await newLongList(1_200, 20);
    await search();
    const taken: number[] = [];
    proxy.intercept = async ({ name, input, forward }) => {
      const { ':units': units } = (input.ExpressionAttributeValues ?? {}) as Record<string, { N?: string }>;
      if (name === 'UpdateItem' && JSON.stringify(input.Key).includes('#READS')) taken.push(Number(units?.N));
      const answer = await forward();
      if (name !== 'GetItem') return answer;
      const Item = { ...(answer.output.Item as object), more: { B: Buffer.alloc(390 * 1_024).toString('base64') } };
      return { ...answer, output: { Item } };
    };

    expect(await search()).toBe(1_200);

    expect(taken).toHaveLength(1);
    expect(taken[0]).toBeGreaterThanOrEqual((390 * 1_024) / 4_096);
  },
);
