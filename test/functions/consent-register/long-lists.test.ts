import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Tenant } from '../../support/builders.ts';
import { addConsent, newTenant, spreadLists } from '../../support/builders.ts';
import { passTime, setTime } from '../../support/clock.ts';
import type { Parameters } from '../../support/encode.ts';
import { invoke } from '../../support/invoke.ts';
import { recordCalls } from '../../support/requests.ts';
import type { Stocked } from '../../support/stock.ts';
import { findShelf, stock } from '../../support/stock.ts';
import { table } from '../../support/table.ts';

const now = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

/** A consent and when it was given; what a search must find is worked out from a list of these. */
interface Kept extends Stocked {
  readonly id: string;
}

const search = async (tenant: Tenant, parameters: Parameters) => {
  const { status, body } = await invoke('searchConsents', parameters, { token: tenant.token });
  if (status !== 200) throw new Error(`The search was refused: ${JSON.stringify(body)}`);
  return body;
};

const put = async (tenant: Tenant, consents: readonly Stocked[]): Promise<Kept[]> => {
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const ids = await stock(table, shelf, consents);
  return consents.map((consent, i) => ({ ...consent, id: ids[i] ?? '' }));
};

/** Consents some seconds apart, the last one so many minutes ago; every third is from Italy, every seventh wants news. */
const people = (count: number, { until, apart = 5 }: { readonly until: number; readonly apart?: number }): Stocked[] =>
  Array.from({ length: count }, (_, i) => ({
    time: new Date(now - until * minute - (count - 1 - i) * apart * 1_000),
    lang: i % 5 === 0 ? 'ita' : 'eng',
    channel: i % 400 === 0 ? 'email' : 'web',
    userData: {
      country: i % 3 === 0 ? 'Italy' : 'France',
      news: i % 7 === 0 ? 'yes' : 'no',
      ...(i % 900 === 1 && { card: 'gold' }),
    },
  }));

const matches = (kept: readonly Kept[], { userData, lang, channel }: Parameters): string[] =>
  kept
    .filter((consent) => (lang ?? consent.lang) === consent.lang && (channel ?? consent.channel) === consent.channel)
    .filter((consent) => Object.entries(userData ?? {}).every(([key, value]) => consent.userData[key] === value))
    .map(({ id }) => id)
    .sort()
    .reverse();

const searches = (tenant: Tenant): Parameters[] => [
  { projectUid: tenant.projectUid, userData: '' },
  { projectUid: tenant.projectUid, userData: '', lang: 'ita' },
  { userData: { country: 'Italy' } },
  { userData: { country: 'Italy' }, channel: 'email' },
  { userData: { country: 'Italy' }, channel: 'app.form' },
  { userData: { country: 'France', news: 'yes' } },
  { userData: { news: 'no', country: 'Italy' }, lang: 'ita' },
  { userData: { country: 'Italy', card: 'gold' } },
  { userData: { news: 'yes', country: 'France', card: 'gold' } },
];

/** Holds every page of a search that a person may look at against what was put in. */
const check = async (tenant: Tenant, kept: readonly Kept[], parameters: Parameters): Promise<void> => {
  const expected = matches(kept, parameters);
  const totalPages = Math.ceil(expected.length / 50);
  const middle = Math.ceil(totalPages / 2);
  for (const page of new Set([1, 2, middle, totalPages, totalPages + 1].filter((n) => n > 0))) {
    const body = await search(tenant, { ...parameters, page, perPage: 50 });
    const ids = body.data.map(({ id }) => id);
    expect({ parameters, page, ids }).toEqual({ parameters, page, ids: expected.slice((page - 1) * 50, page * 50) });
    expect(body).toMatchObject({ totalResults: expected.length, totalPages, results: ids.length });
  }
  const latest = await search(tenant, { ...parameters, first: 'true' });
  expect(latest.data?.id ?? null).toBe(expected[0] ?? null);
};

const checkAll = async (tenant: Tenant, kept: readonly Kept[]): Promise<void> => {
  for (const parameters of searches(tenant)) await check(tenant, kept, parameters);
};

describe('long lists', { timeout: 120_000 }, () => {
  test('every page and total is right: uncounted, counted, and with consents of late', async () => {
    setTime(new Date(now));
    const tenant = await newTenant();
    const old = await put(tenant, people(2_600, { until: 20 }));
    await checkAll(tenant, old);
    await checkAll(tenant, old);

    const withLate = [...old, ...(await put(tenant, people(250, { until: 0, apart: 1 })))];
    await checkAll(tenant, withLate);

    passTime(45 * minute);
    await checkAll(tenant, withLate);
    await checkAll(tenant, withLate);
  });

  test('spread over more partitions, also while there are fewer already', async () => {
    setTime(new Date(now));
    const tenant = await newTenant();
    const one = await put(tenant, people(700, { until: 100 }));

    await spreadLists(tenant, 2);
    const two = await put(tenant, people(700, { until: 50 }));
    await spreadLists(tenant, 8);
    const eight = await put(tenant, people(1_500, { until: 6, apart: 1 }));
    const late = await put(tenant, people(150, { until: 0, apart: 1 }));

    await checkAll(tenant, [...one, ...two, ...eight, ...late]);
    await checkAll(tenant, [...one, ...two, ...eight, ...late]);
  });
});

test('a list that takes longer than a call to count is answered 503, and counted on by the next one', async () => {
  setTime(new Date(now));
  const tenant = await newTenant();
  const kept = await put(tenant, people(3_000, { until: 20 }));
  const parameters = { projectUid: tenant.projectUid, userData: '' };
  const clock = vi.spyOn(performance, 'now');
  let time = 0;
  clock.mockImplementation(() => {
    time += 20_000;
    return time;
  });

  const { status, headers, body } = await invoke('searchConsents', parameters, { token: tenant.token });
  clock.mockRestore();

  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('1');
  expect(body.code).toBe('store.unavailable');
  const { calls } = await recordCalls(() => search(tenant, parameters));
  expect(calls.slice(1)).toEqual(['Query', 'GetItem', 'Query', 'Query', 'PutItem', 'BatchGetItem']);
  await check(tenant, kept, parameters);
});

describe('cost', () => {
  let tenant: Tenant;
  const country = { userData: { country: 'Italy' } };

  beforeAll(async () => {
    tenant = await newTenant();
    await put(tenant, people(6_000, { until: 20, apart: 1 }));
  });

  const callsOf = async (parameters: Parameters): Promise<string[]> =>
    (await recordCalls(() => search(tenant, parameters))).calls.slice(1);

  test('a long list is counted once and not again', async () => {
    setTime(new Date(now));
    await search(tenant, country);

    expect(await callsOf(country)).toEqual(['Query', 'GetItem', 'BatchGetItem']);
    expect(await callsOf({ ...country, page: 50 })).toEqual(['Query', 'GetItem', 'Query', 'BatchGetItem']);
    expect(await callsOf({ ...country, first: 'true' })).toEqual(['Query', 'BatchGetItem']);
    expect(
      (await callsOf({ ...country, channel: 'app.form', first: 'true' })).filter((call) => call === 'Query'),
    ).toEqual(['Query']);
  });

  test('what comes later is counted on from there, and kept when it is much', async () => {
    setTime(new Date(now + 20 * minute));
    await search(tenant, country);
    await addConsent(tenant, country);
    passTime(20 * minute);

    expect(await callsOf(country)).toEqual(['Query', 'GetItem', 'Query', 'BatchGetItem']);
    expect((await search(tenant, country)).totalResults).toBe(2_001);
  });
});
