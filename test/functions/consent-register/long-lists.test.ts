import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Tenant } from '../../support/builders.ts';
import { addConsent, newTenant, signIn } from '../../support/builders.ts';
import { passTime, setTime } from '../../support/clock.ts';
import type { Parameters } from '../../support/encode.ts';
import { invoke } from '../../support/invoke.ts';
import { check, checkAll, minute, now, people, put, search } from '../../support/long-lists.ts';
import { recordRounds } from '../../support/requests.ts';

/** Every search of values begins so. */
const beginning = ['BatchGetItem', 'Query'];

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
  const { rounds } = await recordRounds(() => search(tenant, parameters));
  expect(rounds).toEqual([beginning, ['GetItem'], ['Query'], ['Query'], ['PutItem'], ['BatchGetItem']]);
  await check(tenant, kept, parameters);
});

describe('cost', () => {
  let tenant: Tenant;
  const country = { userData: { country: 'Italy' } };

  beforeAll(async () => {
    tenant = await newTenant();
    await put(tenant, people(3_600, { until: 20, apart: 1 }));
  });

  const roundsOf = async (parameters: Parameters): Promise<string[][]> =>
    (await recordRounds(() => search(tenant, parameters))).rounds;

  const goTo = async (time: number): Promise<void> => {
    setTime(new Date(time));
    tenant = { ...tenant, ...(await signIn(tenant.userId)) };
  };

  test('a long list is counted once and not again', async () => {
    await goTo(now);
    await search(tenant, country);

    expect(await roundsOf(country)).toEqual([beginning, ['GetItem'], ['Query'], ['BatchGetItem']]);
    expect(await roundsOf({ ...country, page: 30 })).toEqual([
      beginning,
      ['GetItem'],
      ['Query'],
      ['Query'],
      ['BatchGetItem'],
    ]);
    expect(await roundsOf({ ...country, first: 'true' })).toEqual([beginning, ['BatchGetItem']]);
    expect(await roundsOf({ ...country, channel: 'app.form', first: 'true' })).toEqual([
      beginning,
      ['GetItem'],
      ['Query'],
    ]);
  });

  test('what comes later is counted on from there, and kept when it is much', async () => {
    await goTo(now + 20 * minute);
    await search(tenant, country);
    await addConsent(tenant, country);
    passTime(20 * minute);

    expect(await roundsOf(country)).toEqual([beginning, ['GetItem'], ['Query'], ['BatchGetItem']]);
    expect((await search(tenant, country)).totalResults).toBe(1_201);
  });
});
