import { describe, expect, test } from 'vitest';
import type { Client, ConsentListing, UserData } from '../../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../../client/typescript/index.ts';
import { timeOfId } from '../../../../pages/console/calls/list-pages.tsx';
import { beginList, joinPages, mostPerPage } from '../../../../pages/console/search/listed-consent.ts';
import { nothingTyped, toReadings } from '../../../../pages/console/search/query.ts';
import { listBounds } from '../../../../shared/api/limits.ts';

test('an id tells its time', () => {
  expect(timeOfId('0192f0c12b3c7d4e8f90a1b2c3d4e5f6')).toBe(new Date(0x0192f0c12b3c).toISOString());
});

test('a list is read in as few calls as the service lets it', () => {
  expect(mostPerPage).toBe(listBounds.perPage);
});

type Held = Readonly<Record<string, UserData>>;

/**
 * A client of a register that has these consents, by id. It notes the keys that it is asked for, and what became of each call.
 *
 * @param refuses the keys of a call that fails
 */
const clientOf = (held: Held, refuses?: string) => {
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
    const data = rows.slice(0, perPage);
    return { data, next: rows.length > data.length ? (data.at(-1)?.id ?? null) : null };
  };
  return { client: { listConsents } as unknown as Client, asked, ends, most: () => most };
};

const search = async (
  client: Client,
  text: string,
  { after, signal = new AbortController().signal }: { readonly after?: string; readonly signal?: AbortSignal } = {},
) => beginList(client, { filter: {}, readings: toReadings({ ...nothingTyped, text }) }, signal)(after, 50);

const mobile = '07700 900123';

describe('a value', () => {
  test('is found under whichever key holds it, by calls at the same time, and the answer names the key', async () => {
    const { client, asked, most } = clientOf({ a1: { mobile_phone: mobile }, a2: { phone: '1' } });
    const { data } = await search(client, mobile);

    expect(data.map(({ id, foundAs }) => [id, foundAs])).toEqual([['a1', [{ key: 'mobile_phone', value: mobile }]]]);
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
    const { client } = clientOf(held);
    const first = await search(client, mobile);
    const second = await search(client, mobile, { after: first.next ?? '' });

    expect(first.data).toHaveLength(50);
    expect(second.next).toBeNull();
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(Object.keys(held).sort().reverse());
  });
});

test('one refusal is the answer, and ends the other calls: nothing is said of a part', async () => {
  const { client, ends } = clientOf({ a1: { phone: mobile } }, 'tax_code');

  await expect(search(client, mobile)).rejects.toMatchObject({ code: 'search.throttled' });
  await expect.poll(() => ends.sort()).toEqual(['mobile_phone given up', 'phone given up']);
});

test('whoever stops waiting ends all calls', async () => {
  const { client, ends } = clientOf({ a1: { phone: mobile } });
  const giveUp = new AbortController();
  const found = search(client, mobile, { signal: giveUp.signal });
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
