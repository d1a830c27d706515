import { expect, test } from 'vitest';
import type { Tenant } from '../../support/builders.ts';
import { setTime } from '../../support/clock.ts';
import type { Parameters } from '../../support/encode.ts';
import type { Stocked } from '../../support/stock.ts';
import type { StoreAnswer, StoreCall } from '../../support/store-proxy.ts';
import { startStoreProxy, storeError } from '../../support/store-proxy.ts';

const proxy = await startStoreProxy();
const { addConsent, newTenant, spreadLists } = await import('../../support/builders.ts');
const { invoke } = await import('../../support/invoke.ts');
const { findShelf, stock } = await import('../../support/stock.ts');
const { table } = await import('../../support/table.ts');

const noon = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;
const langs = ['eng', 'ita', 'deu'] as const;
const channels = ['web', 'email'] as const;

/** mulberry32: the same numbers below `n` for the same seed. */
const newRandom = (seed: number) => {
  let state = seed;
  return (n: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
};
type Random = ReturnType<typeof newRandom>;

/** A page may be short or empty and still not be the last; a batch may be left unfinished, a tally refused. */
const disturb =
  (random: Random, { refusesTallies }: { readonly refusesTallies: boolean }) =>
  async ({ name, input, forward }: StoreCall): Promise<StoreAnswer> => {
    if (name === 'PutItem' && refusesTallies) return storeError(500, 'InternalServerError');
    if (name === 'Query' && random(4) === 0) return forward({ ...input, Limit: 1 + random(Number(input.Limit)) });
    if (name === 'Query' && random(8) === 0 && input.ExclusiveStartKey !== undefined) {
      return { status: 200, output: { Items: [], Count: 0, LastEvaluatedKey: input.ExclusiveStartKey } };
    }
    const answer = await forward();
    const requested = Object.entries((input.RequestItems ?? {}) as Record<string, { Keys: unknown[] }>);
    const [[tableName, { Keys }] = ['', { Keys: [] }]] = requested;
    if (name !== 'BatchGetItem' || Keys.length < 3 || random(3) > 0) return answer;
    const some = await forward({ RequestItems: { [tableName]: { ConsistentRead: true, Keys: Keys.slice(2) } } });
    return { ...some, output: { ...some.output, UnprocessedKeys: { [tableName]: { Keys: Keys.slice(0, 2) } } } };
  };

/** A consent, and all that a search may ask of it. */
interface Kept extends Stocked {
  readonly id: string;
}

/** Consents of an hour that ends so many minutes ago, many of them in the same millisecond. */
const people = (random: Random, count: number, until: number, shares: Readonly<Record<string, number>>): Stocked[] => {
  const times = Array.from({ length: count }, () => noon - until * minute - random(3_000) * 1_000);
  return times.map((time) => ({
    time: new Date(time),
    lang: langs[random(3)] ?? 'eng',
    channel: channels[random(20) === 0 ? 1 : 0] ?? 'web',
    userData: {
      email: 'ada@example.com',
      ...Object.fromEntries(
        Object.entries(shares).flatMap(([key, share]) => (random(100) < share ? [[key, 'x']] : [])),
      ),
    },
  }));
};

const anySearch = (random: Random, { projectUid }: Tenant): Parameters => {
  const keys = ['country', 'news', 'card'].filter(() => random(2) === 0);
  return {
    ...(keys.length === 0
      ? { projectUid, userData: '' }
      : { userData: Object.fromEntries(keys.map((k) => [k, 'X '])) }),
    ...(random(3) === 0 && { lang: langs[random(3)] }),
    ...(random(3) === 0 && { channel: channels[random(2)] }),
  };
};

const idsOf = (kept: readonly Kept[], { userData, lang, channel }: Parameters): string[] =>
  kept
    .filter((consent) => (lang ?? consent.lang) === consent.lang && (channel ?? consent.channel) === consent.channel)
    .filter((consent) => Object.keys(userData || {}).every((key) => key in consent.userData))
    .map(({ id }) => id)
    .sort()
    .reverse();

test.each([1, 2])('any search finds what a look at every consent does, seed %i', { timeout: 120_000 }, async (seed) => {
  const random = newRandom(seed);
  proxy.intercept = undefined;
  setTime(new Date(noon));
  const tenant = await newTenant();
  const { token } = tenant;
  const shares = { country: 60 + random(40), news: 20 + random(60), card: 5 + random(20) };
  const put = async (count: number, until: number): Promise<Kept[]> => {
    const consents = people(random, count, until, shares);
    const ids = await stock(table, await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid), consents);
    return consents.map((consent, i) => ({ ...consent, id: ids[i] ?? '' }));
  };
  const kept = await put(600, 100);
  await spreadLists(tenant, 2 ** random(4));
  kept.push(...(await put(600, 6)), ...(await put(150, 0)));
  proxy.intercept = disturb(random, { refusesTallies: seed === 2 });

  for (let i = 0; i < 30; i += 1) {
    const parameters = anySearch(random, tenant);
    const expected = idsOf(kept, parameters);
    const perPage = 1 + random(50);
    const page = 1 + random(2 + Math.floor(expected.length / perPage));
    if (random(5) === 0) {
      const { body } = await invoke('searchConsents', { ...parameters, first: 'true' }, { token });
      expect({ parameters, latest: body.data?.id }).toEqual({ parameters, latest: expected[0] });
    }
    const { body } = await invoke('searchConsents', { ...parameters, page, perPage }, { token });
    const ids = expected.slice((page - 1) * perPage, page * perPage);
    expect({ parameters, page, total: body.totalResults, ids: body.data?.map(({ id }) => id) }).toEqual({
      parameters,
      page,
      total: expected.length,
      ids,
    });
    if (i % 10 === 4) setTime(new Date(Date.now() + random(14) * minute));
    if (i % 10 === 7) {
      const consent = { userData: { email: 'ada@example.com', country: 'x' }, lang: 'eng', channel: 'web' } as const;
      const { consentId } = await addConsent(tenant, consent);
      kept.push({ ...consent, id: consentId, time: new Date() });
    }
  }
});
