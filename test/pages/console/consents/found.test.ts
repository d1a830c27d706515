import { describe, expect, test } from 'vitest';
import type { Client, ConsentListing, UserData } from '../../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../../client/typescript/index.ts';
import { findConsents } from '../../../../pages/console/consents/found.ts';
import { joinPages } from '../../../../pages/console/consents/listed-consent.ts';
import type { Typed } from '../../../../pages/console/find/guess.ts';

const typed = (...texts: readonly string[]): readonly Typed[] => texts.map((text) => ({ text, ownKey: '' }));

type Held = Readonly<Record<string, UserData>>;

interface Options {
  readonly perCall?: number;
  /** Refuses a call for these keys. */
  readonly refuses?: string;
}

/** A client of a register that holds these consents, by id. It notes the keys that it is asked for, and what became of each call. */
const clientOf = (held: Held, { perCall = 250, refuses }: Options = {}) => {
  const asked: string[] = [];
  const ends: string[] = [];
  let [running, most] = [0, 0];
  const listConsents = async (
    { userData = {}, after, perPage = 10 }: ConsentListing,
    { signal }: { readonly signal: AbortSignal },
  ) => {
    const keys = Object.keys(userData).join('+');
    asked.push(keys);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, keys === refuses ? 1 : 5));
    running -= 1;
    if (keys === refuses)
      throw new ConsentRegisterError({ code: 'search.throttled', detail: 'Too much.', status: 429 });
    if (signal.aborted) {
      ends.push(`${keys} given up`);
      throw signal.reason;
    }
    const rows = Object.entries(held)
      .filter(
        ([id, own]) =>
          (after === undefined || id < after) && Object.entries(userData).every(([key, value]) => own[key] === value),
      )
      .map(([id, own]) => ({ id, userData: own }))
      .sort((one, other) => (one.id < other.id ? 1 : -1));
    const data = rows.slice(0, Math.min(perPage, perCall));
    return { data, next: rows.length > data.length ? (data.at(-1)?.id ?? null) : null };
  };
  return { client: { listConsents } as unknown as Client, asked, ends, most: () => most };
};

const search = async (
  client: Client,
  texts: readonly Typed[],
  { after, signal = new AbortController().signal }: { readonly after?: string; readonly signal?: AbortSignal } = {},
) =>
  findConsents(client, { filter: {}, typed: texts, after }, { signal, isStopped: () => false, onProgress: () => {} });

const mobile = '07700 900123';

describe('a value', () => {
  test('is found under whichever key holds it, and the answer names the key', async () => {
    const { client, asked, most } = clientOf({ a1: { mobile_phone: mobile }, a2: { phone: '1' } });
    const { rows } = await search(client, typed(mobile));

    expect(rows.map(({ id, foundAs }) => [id, foundAs])).toEqual([['a1', [{ key: 'mobile_phone', value: mobile }]]]);
    expect(asked).toEqual(['phone', 'mobile_phone', 'tax_code']);
    expect(most()).toBe(3);
  });

  test('that several keys hold is found once for each consent, newest first, page by page', async () => {
    const held = Object.fromEntries(
      Array.from({ length: 70 }, (_, i) => [
        `a${String(i).padStart(2, '0')}`,
        i % 7 === 0 ? { phone: mobile, mobile_phone: mobile } : { [i % 2 ? 'phone' : 'mobile_phone']: mobile },
      ]),
    );
    const { client } = clientOf(held, { perCall: 9 });
    const first = await search(client, typed(mobile));
    const second = await search(client, typed(mobile), { after: first.next ?? '' });

    expect(first.rows).toHaveLength(50);
    expect(second.next).toBeNull();
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(Object.keys(held).sort().reverse());
  });

  test("that no key of the contract holds is looked for under the account's own, which are read once in a session", async () => {
    const { client, asked } = clientOf({ a1: { email: 'ada@example.com', card: 'C-1042' } });
    const { rows, looked } = await search(client, typed('C-1042'));
    await search(client, typed('C-1043'));

    expect(rows.map(({ foundAs }) => foundAs)).toEqual([[{ key: 'card', value: 'C-1042' }]]);
    expect(looked.map(([one]) => one?.key)).toEqual(['tax_code', 'last_name', 'first_name', 'card']);
    expect(asked.filter((keys) => keys === '')).toHaveLength(1);
  });

  test('whose key the reader chose is looked for there alone', async () => {
    const { client, asked } = clientOf({ a1: { mobile_phone: mobile } });
    const found = await search(client, [{ text: mobile, chosen: 'phone', ownKey: '' }]);

    expect(found).toMatchObject({ rows: [], next: null, isPartial: false });
    expect(asked).toEqual(['phone']);
  });
});

describe('there is no such consent', () => {
  test('only where each key said no: one refusal is the answer, and ends the other calls', async () => {
    const { client, ends } = clientOf({ a1: { phone: mobile } }, { refuses: 'tax_code' });

    await expect(search(client, typed(mobile))).rejects.toMatchObject({ code: 'search.throttled' });
    await expect.poll(() => ends.sort()).toEqual(['mobile_phone given up', 'phone given up']);
  });

  test("also where the account's own keys could not be read", async () => {
    const { client } = clientOf({ a1: { card: '7' } }, { refuses: '' });

    await expect(search(client, typed('C-1'))).rejects.toMatchObject({ code: 'search.throttled' });
  });

  test('not where more may be meant than was looked for', async () => {
    const { client, asked } = clientOf({});
    const found = await search(client, typed('Ada Maria Rossi Bianchi', '020 7946 0123', '07700 900123'));

    expect(found).toMatchObject({ rows: [], isPartial: true });
    expect(asked.length).toBeLessThanOrEqual(17);
  });
});

test('whoever stops waiting ends all calls', async () => {
  const { client, ends } = clientOf({ a1: { phone: mobile } });
  const giveUp = new AbortController();
  const found = search(client, typed(mobile), { signal: giveUp.signal });
  giveUp.abort();

  await expect(found).rejects.toThrow();
  await expect.poll(() => ends.length).toBe(3);
});

test('joined lists end where the first of them ends, so that nothing is skipped', () => {
  const row = (id: string, key: string) => ({ id, foundAs: [{ key, value: '1' }] }) as never;
  const pages = [
    { data: [row('9', 'phone'), row('7', 'phone')], next: '7' },
    { data: [row('8', 'tax_code'), row('3', 'tax_code')], next: null },
  ];

  expect(joinPages(pages, 50)).toEqual({
    data: [row('9', 'phone'), row('8', 'tax_code'), row('7', 'phone')],
    next: '7',
  });
  expect(joinPages(pages, 2)).toMatchObject({ data: [{ id: '9' }, { id: '8' }], next: '8' });
  expect(joinPages([{ data: [], next: '5' }], 50)).toEqual({ data: [], next: '5' });
});
