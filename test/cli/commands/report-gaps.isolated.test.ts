import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pMap from 'p-map';
import { afterEach, expect, test } from 'vitest';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { admin, adminData } = await import('../../support/call/admin.ts');
const { addConsent, newTenant } = await import('../../support/make/builders.ts');
const { erase } = await import('../../support/make/changes.ts');
const { newFolder } = await import('../../support/make/machine.ts');
const { noise } = await import('../../support/make/chance.ts');

afterEach(() => {
  proxy.intercept = undefined;
});

const shop = await newTenant({ notices: 2 });
const ofShop = ['--account', shop.accountId];
const pids = shop.notices.map(({ pid }) => pid);
const [{ versionId } = expect.unreachable()] = shop.notices;
const full = { url: 'https://shop.example/', html: '<form></form>', user_agent: 'a', email_confirmed_at: 'today' };
const byVersion = { consentInformationVersionId: versionId };

/** What consents may say; each lacks something else. */
const kinds: Parameters<typeof addConsent>[1][] = [
  { ...byVersion, proof: full },
  { ...byVersion, proof: full, lang: 'fra' },
  { ...byVersion, proof: { note: 'x' }, channel: 'email' },
  { proof: full },
  { proof: { html: 'x' }, userData: { first_name: 'Ada' } },
  { proof: { ...full, html: noise(3_000).toString('base64') }, consentInformationPid: pids },
];
const ids: string[] = await pMap(
  Array.from({ length: 120 }, (_, i) => kinds[i % kinds.length]),
  async (kind) => {
    const { consentId, data = [] } = await addConsent(shop, kind);
    return consentId ?? data.map((added: { consentId: string }) => added.consentId);
  },
  { concurrency: 4 },
).then((added) => added.flat());
const [first = '', second = '', third = ''] = ids;
await erase(shop.accountId, [first, third]);
await erase(shop.accountId, [second], { extent: 'everything' });

/** Gaps of each consent that is there, as it is shown. */
const readShown = async (): Promise<string[][]> => {
  const shown = [];
  for (const id of ids.filter((each) => each !== second)) {
    shown.push((await adminData('consent', 'show', id, ...ofShop)).completeness.gaps);
  }
  return shown;
};

const rowsOf = async (...words: readonly string[]) => (await adminData('report', ...ofShop, ...words)).rows;

test('a report by gap counts what one counts who shows every consent', async () => {
  const named = (await readShown()).map((gaps) => (gaps.length === 0 ? ['none'] : gaps));
  const expected = Object.fromEntries(
    [...new Set(named.flat())].map((gap) => [gap, named.filter((gaps) => gaps.includes(gap)).length]),
  );

  const rows: { gap: string; given: number; active: number }[] = await rowsOf('--by', 'gap');

  expect(Object.fromEntries(rows.map((row) => [row.gap, row.given]))).toEqual(expected);
  expect(expected).toMatchObject({ erased: 2, none: 19, 'person-unidentified': 20, 'version-named-by-pid': 80 });
  expect(rows.find(({ gap }) => gap === 'erased')?.active).toBe(0);
  expect(rows.map(({ gap }) => gap).at(-1)).toBe('none');
});

test('it may be told apart by all else too, and narrowed', async () => {
  const rows = await rowsOf('--by', 'channel,gap', '--notice', String(pids[0]));

  expect(rows).toContainEqual(expect.objectContaining({ channel: 'email', gap: 'form-unknown', given: 19 }));
  expect(rows.filter(({ channel }: { channel: string }) => channel === 'email')).toHaveLength(3);
});

test('it reads a hundred consents at a time, with their proofs, and tells what that took', async () => {
  const sizes: number[] = [];
  proxy.intercept = async ({ name, input, forward }) => {
    if (name === 'BatchGetItem') sizes.push(Object.values(input.RequestItems as object)[0].Keys.length);
    return forward();
  };
  const { stderr } = await admin('report', ...ofShop, '--by', 'gap');
  const judging = sizes.filter((size) => size > 3);
  sizes.length = 0;
  const { stderr: listed } = await admin('report', ...ofShop, '--by', 'channel');

  expect(judging.filter((size) => size === 100)).toHaveLength(1);
  expect(Math.max(...judging)).toBe(100);
  expect(sizes.filter((size) => size > 3)).toEqual([]);
  const unitsIn = (text: string): number => Number(/: ([\d,]+) read units/.exec(text)?.[1]?.replaceAll(',', ''));
  expect(unitsIn(stderr)).toBeGreaterThan(139 + unitsIn(listed));
  expect(stderr).toContain('A consent counts in the row of each of its gaps');
});

test('what ended before the period is not read', async () => {
  let read = 0;
  proxy.intercept = async ({ name, input, forward }) => {
    if (name === 'BatchGetItem') read += Object.values(input.RequestItems as object)[0].Keys.length;
    return forward();
  };

  expect(await rowsOf('--by', 'gap', '--until', '2020-01')).toEqual([]);
  expect(read).toBeLessThan(10);
});

test('its page has a chart of the gaps, and what they mean', async () => {
  const file = join(newFolder(), 'report.html');
  await admin('report', ...ofShop, '--by', 'gap', '--html', file);
  const page = await readFile(file, 'utf8');

  expect(page).toContain(
    'aria-label="Bars of shares. Consents in force: 137. erased 0, 0%; version-named-by-pid 80, 58.4%; language-without-text 19, 13.9%; form-unknown 19, 13.9%; page-unknown 20, 14.6%; browser-unknown 39, 28.5%; person-unidentified 20, 14.6%; none 19, 13.9%."',
  );
  expect(page).toContain('<dt>person-unidentified</dt>');
  expect(page).not.toContain('<dt>text-gone</dt>');
});
