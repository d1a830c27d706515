import { describe, expect, test, vi } from 'vitest';
import { newTenant } from '../../support/builders.ts';
import { passTime, setTime } from '../../support/clock.ts';
import { invoke } from '../../support/invoke.ts';
import { check, checkAll, minute, now, people, put, search } from '../../support/long-lists.ts';
import { representedBy, representFile } from '../../support/representative.ts';
import { recordRounds } from '../../support/requests.ts';
import { beginning } from './long-list-rounds.ts';

representFile(
  'test/shared/consents/search/find-count.test.ts',
  'a list that takes longer than a call to count is counted in several, and none of it twice',
);

const partlyLate = representedBy(
  'test/functions/consent-register/search-counted-lists.test.ts',
  'pages of a list that is partly counted and partly of late have what was put in',
  { timeout: 120_000 },
);

describe('long lists', partlyLate, () => {
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
