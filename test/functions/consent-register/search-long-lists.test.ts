import { beforeAll, describe, expect, test } from 'vitest';
import type { Parameters } from '../../support/call/event.ts';
import { invoke } from '../../support/call/invoke.ts';
import { recordRounds } from '../../support/call/requests.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, newTenant, signIn } from '../../support/make/builders.ts';
import { passTime, setTime } from '../../support/make/clock.ts';
import { minute, now, people, put, search } from '../../support/make/long-lists.ts';

/** Every search of values begins so. */
const beginning = ['BatchGetItem', 'Query'];

describe('cost', () => {
  let tenant: Tenant;
  const country = { userData: { country: 'Italy' } };

  beforeAll(async () => {
    tenant = await newTenant();
    await put(tenant, people(3_600, { until: 20, apart: 1 }));
  });

  /** Without the note of what was read, which some calls write down beside their first read. */
  const roundsOf = async (parameters: Parameters): Promise<string[][]> =>
    (await recordRounds(() => search(tenant, parameters))).rounds.map((round) =>
      round.filter((name) => name !== 'UpdateItem'),
    );

  const goTo = async (time: number): Promise<void> => {
    setTime(new Date(time));
    tenant = { ...tenant, ...(await signIn(tenant.userId)) };
  };

  test('the latest match of a list that nobody has counted is found without counting it', async () => {
    await goTo(now);
    await invoke('details', {}, { token: tenant.token });

    const latest = { userData: { country: 'France' }, channel: 'email', first: 'true' };
    expect(await roundsOf(latest)).toEqual([beginning, ['GetItem'], ['Query'], ['BatchGetItem']]);
  });

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
    expect(await roundsOf({ ...country, channel: 'email', first: 'true' })).toEqual([
      beginning,
      ['GetItem'],
      ['Query'],
      ['BatchGetItem'],
    ]);
    expect(await roundsOf({ ...country, channel: 'app.form', first: 'true' })).toEqual([beginning, ['GetItem']]);
  });

  test('what comes later is counted on from there, and kept when it is much', async () => {
    await goTo(now + 20 * minute);
    await search(tenant, country);
    await addConsent(tenant, country);
    passTime(20 * minute);
    await invoke('details', {}, { token: tenant.token });

    expect(await roundsOf(country)).toEqual([beginning, ['GetItem'], ['Query'], ['BatchGetItem']]);
    expect((await search(tenant, country)).totalResults).toBe(1_201);
  });
});
