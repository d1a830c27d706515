import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { parseConsent } from '../../../shared/consents/consent.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { getItem } from '../../../shared/store/read.ts';
import { invoke } from '../../support/call/invoke.ts';
import { fieldEncoders, newLink, openLink, pressButton, unsubscribe } from '../../support/call/links.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, findRecord, findUnits, newTenant, spendUnits } from '../../support/make/builders.ts';
import { erase } from '../../support/make/changes.ts';
import { doEarlier, passTime, setTime } from '../../support/make/clock.ts';
import { findShelf, stock } from '../../support/make/stock.ts';
import { editItem, readConsentsOf } from '../../support/make/stored.ts';
import { table } from '../../support/make/table.ts';

const headingOf = (html: string): string | undefined => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];

const storedOf = async ({ accountId }: Tenant, id: string) =>
  parseConsent((await getItem(table, keyOf.consent(accountId, id))) ?? {});

const isRevoked = async (tenant: Tenant, id: string): Promise<boolean> => (await findRecord(tenant, id)).revoked;

const english = { query: 'lang=en' };

test('a press withdraws every consent of the notice that is neither revoked nor erased, and no other', async () => {
  const tenant = await newTenant({ notices: 2 });
  const other = await newTenant();
  const mine = { consentInformationPid: tenant.pid };
  const { consentId: erased } = await doEarlier(() => addConsent(tenant, mine));
  await erase(tenant.accountId, [erased]);
  const { consentId: revoked } = await addConsent(tenant, mine);
  await invoke('revokeConsent', { id: revoked, proof: { url: 'x' } }, { token: tenant.token });
  const { consentId: first } = await addConsent(tenant, mine);
  const { consentId: second } = await addConsent(tenant, {
    ...mine,
    userData: { email: ' ADA@example.com', phone: '1' },
  });
  const before = await Promise.all([erased, revoked].map((id) => storedOf(tenant, id)));
  const kept = [
    [tenant, await addConsent(tenant, { consentInformationPid: tenant.notices[1]?.pid })],
    [tenant, await addConsent(tenant, { ...mine, userData: { email: 'eve@example.com' } })],
    [tenant, await addConsent(tenant, { ...mine, userData: { phone: 'ada@example.com' } })],
    [other, await addConsent(other)],
  ] as const;

  const { status, text } = await pressButton(await newLink(tenant), tenant.pid, english);

  expect([status, headingOf(text)]).toEqual([200, '2 consents are withdrawn.']);
  expect(await Promise.all([first, second].map((id) => isRevoked(tenant, id)))).toEqual([true, true]);
  expect(await Promise.all([erased, revoked].map((id) => storedOf(tenant, id)))).toEqual(before);
  for (const [whose, { consentId }] of kept) expect(await isRevoked(whose, consentId)).toBe(false);
});

test('the record says how, and the stored facts that it was through a link, and nothing that is only of the request', async () => {
  setTime('2026-03-03T10:00:00Z');
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant);
  const { consentId: other } = await addConsent(tenant, { userData: { email: 'eve@example.com' } });
  const issuer = { userId: tenant.userId, keyId: '0123456789abcdef' };
  const [page, oneClick] = await Promise.all([
    newLink(tenant),
    newLink(tenant, { use: 'one-click', pid: tenant.pid, value: 'eve@example.com', issuer }),
  ]);
  passTime(60_000);
  const parts = { sourceIp: '198.51.100.9', userAgent: 'Phone/1', headers: { host: 'evil.example', origin: 'null' } };

  await Promise.all([
    pressButton(page, tenant.pid, { ...parts, query: 'lang=de' }),
    unsubscribe(oneClick, { ...parts, headers: { ...parts.headers, 'accept-language': 'de' } }),
  ]);

  expect(await findRecord(tenant, id)).toMatchObject({
    revoked: true,
    revokeTime: '2026-03-03 10:01:00',
    revokeChannel: 'web.form',
    revokeProof: { url: 'https://consents.shop.example/p/', button: 'Einwilligung widerrufen' },
  });
  expect(await findRecord(tenant, other)).toMatchObject({
    revokeChannel: 'email',
    revokeProof: { url: 'https://consents.shop.example/u/', button: 'List-Unsubscribe=One-Click' },
  });
  const seen = { sourceIp: '198.51.100.9', userAgent: 'Phone/1', requestId: expect.any(String) };
  const link = { key: 'email', day: '2026-03-03', userId: tenant.userId };
  expect((await storedOf(tenant, id)).revokeObserved).toEqual({ ...seen, link });
  expect((await storedOf(tenant, other)).revokeObserved).toEqual({ ...seen, link: { ...link, keyId: issuer.keyId } });
  for (const text of [page, oneClick]) expect(JSON.stringify(await readConsentsOf(tenant))).not.toContain(text);
});

test('twenty presses at once, and twenty mail programs, revoke once; a repetition changes nothing; all are answered 200', async () => {
  const tenant = await newTenant();
  const ids = [await addConsent(tenant), await addConsent(tenant)].map(({ consentId }) => consentId);
  const link = await newLink(tenant);
  const oneClick = await newLink(tenant, { use: 'one-click', pid: tenant.pid });

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0 ? pressButton(link, tenant.pid, english) : unsubscribe(oneClick, english),
    ),
  );
  const stored = await Promise.all(ids.map((id) => storedOf(tenant, id)));
  const again = await Promise.all([pressButton(link, tenant.pid, english), unsubscribe(oneClick, english)]);

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const counts = answers.map(({ text }) =>
    Number(/^(\d+|One) consent/.exec(headingOf(text) ?? '')?.[1]?.replace('One', '1') ?? 0),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(again.map(({ status, text }) => [status, headingOf(text)])).toEqual([
    [200, 'This is already withdrawn.'],
    [200, 'This is already withdrawn.'],
  ]);
  expect(await Promise.all(ids.map((id) => storedOf(tenant, id)))).toEqual(stored);
});

test('where nothing is found nothing is said to be withdrawn', async () => {
  const tenant = await newTenant({ notices: 2 });
  await addConsent(tenant);
  const { status, text } = await pressButton(await newLink(tenant), tenant.notices[1]?.pid ?? 0, english);

  expect([status, headingOf(text)]).toEqual([200, 'Nothing was withdrawn: no such consent is recorded for this link.']);
});

test.each([
  ['', 'eraseTime'],
  [' in the lists', 'pid'],
])(
  'a consent that is damaged%s keeps none of the others in force, is counted, and keeps none from the page',
  async (_where, name) => {
    const tenant = await newTenant({ notices: 2 });
    const mine = { consentInformationPid: tenant.pid };
    const [old, damaged, last] = [
      await addConsent(tenant, mine),
      await addConsent(tenant, mine),
      await addConsent(tenant, mine),
    ].map(({ consentId }) => consentId);
    const { consentId: other } = await addConsent(tenant, { consentInformationPid: tenant.notices[1]?.pid });
    const key = keyOf.consent(tenant.accountId, damaged ?? '');
    await editItem(table, key, `SET ${name} = :no`, { ':no': name === 'pid' ? 'x' : 7 });
    const link = await newLink(tenant);

    const pressed = await pressButton(link, tenant.pid, english);
    const shown = await openLink(link, english);

    expect([pressed.status, headingOf(pressed.text)]).toEqual([503, 'One consent may not be withdrawn yet.']);
    for (const id of [old, last]) expect((await storedOf(tenant, id ?? '')).revoked).toBe(true);
    expect((await storedOf(tenant, other)).revoked).toBe(false);
    expect([shown.status, shown.text.match(/<article/g)?.length]).toEqual([200, 2]);
    expect(shown.text).toContain('There is more than this page shows.');
  },
);

test('a consent of which only the lists are damaged is withdrawn', async () => {
  const tenant = await newTenant();
  const { consentId } = await addConsent(tenant);
  await editItem(table, keyOf.consent(tenant.accountId, consentId), 'SET lang = :no', { ':no': 7 });

  const { status, text } = await pressButton(await newLink(tenant), tenant.pid, english);

  expect([status, headingOf(text)]).toEqual([200, 'One consent is withdrawn.']);
});

describe('one click', () => {
  test.each([
    ['urlencoded', true],
    ['urlencoded', false],
    ['multipart', true],
    ['multipart', false],
  ] as const)('takes %s, in base64 %s: 200, no redirect, no cookie', async (encoding, base64) => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    const link = await newLink(tenant, { use: 'one-click', pid: tenant.pid });
    const sent = fieldEncoders[encoding]({ 'List-Unsubscribe': 'One-Click' });

    const { status, headers } = await unsubscribe(link, { sent, base64, userAgent: '' });

    expect(status).toBe(200);
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['location']));
    expect(headers).not.toHaveProperty('set-cookie');
    expect(await isRevoked(tenant, consentId)).toBe(true);
  });

  test('takes a line break at the end of the body', async () => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    const sent = {
      contentType: 'application/x-www-form-urlencoded',
      body: Buffer.from('List-Unsubscribe=One-Click\r\n'),
    };

    expect((await unsubscribe(await newLink(tenant, { use: 'one-click', pid: tenant.pid }), { sent })).status).toBe(
      200,
    );
    expect(await isRevoked(tenant, consentId)).toBe(true);
  });

  test('withdraws after the link has expired, as the page states', async () => {
    setTime('2026-03-01T10:00:00Z');
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    const oneClick = await newLink(tenant, { use: 'one-click', pid: tenant.pid, days: 1 });
    const page = await newLink(tenant, { pid: tenant.pid, days: 1 });
    setTime('2026-03-03T00:00:00Z');

    const shown = await openLink(oneClick, { use: 'one-click', ...english });
    expect([shown.status, shown.text.includes('You can still withdraw with it.')]).toEqual([410, true]);
    expect(shown.text).toContain('name="List-Unsubscribe" value="One-Click"');
    expect((await pressButton(page, tenant.pid)).status).toBe(410);
    expect((await storedOf(tenant, consentId)).revoked).toBe(false);
    expect((await unsubscribe(oneClick)).status).toBe(200);
    expect((await storedOf(tenant, consentId)).revoked).toBe(true);
  });
});

describe('nothing is changed', () => {
  test('by whoever follows everything with GET and HEAD, or posts anything else than the buttons send, which no mail program takes for a success', async () => {
    const tenant = await newTenant({ notices: 2 });
    await addConsent(tenant);
    const links = [
      ['page', await newLink(tenant)],
      ['page', await newLink(tenant, { pid: tenant.pid })],
      ['one-click', await newLink(tenant, { use: 'one-click', pid: tenant.pid })],
    ] as const;
    const stored = await readConsentsOf(tenant);
    const { urlencoded, multipart } = fieldEncoders;
    const other = String(tenant.notices[1]?.pid);
    const pid = String(tenant.pid);
    const bodies = [
      undefined,
      urlencoded({}),
      urlencoded({ notice: other }),
      urlencoded({ notice: `${pid} ` }),
      urlencoded({ notice: `0${pid}` }),
      urlencoded({ notice: pid, more: '1' }),
      urlencoded({ Notice: pid }),
      urlencoded({ 'list-unsubscribe': 'One-Click' }),
      urlencoded({ 'List-Unsubscribe': 'one-click' }),
      urlencoded({ 'List-Unsubscribe': 'One-Click', more: '1' }),
      multipart({ 'List-Unsubscribe': 'One-Click', notice: pid }),
      { ...urlencoded({ notice: pid }), contentType: 'text/plain' },
      { ...urlencoded({ 'List-Unsubscribe': 'One-Click' }), contentType: 'text/plain' },
      { ...multipart({ notice: pid }), contentType: 'multipart/form-data' },
      { ...urlencoded({ notice: pid }), contentType: 'application/json' },
      { contentType: 'application/json', body: Buffer.from(JSON.stringify({ notice: tenant.pid })) },
      { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(`notice=${pid}&${'x'.repeat(10_000)}`) },
      { contentType: 'application/x-www-form-urlencoded', body: Buffer.from(`notice=${pid}&notice=${pid}`) },
    ];

    for (const [use, link] of links) {
      for (const method of ['GET', 'HEAD'] as const) {
        for (const query of ['', 'text=1', `text=${pid}`, `notice=${pid}`, 'List-Unsubscribe=One-Click'])
          expect([200, 404]).toContain((await openLink(link, { use, method, query })).status);
        const sent = urlencoded(use === 'page' ? { notice: pid } : { 'List-Unsubscribe': 'One-Click' });
        expect((await openLink(link, { use, method, sent })).status).toBe(200);
      }
      for (const sent of bodies) {
        const isOfPage = sent?.body.toString() === `notice=${other}` && use === 'page' && link === links[0][1];
        if (isOfPage) continue;
        const { status, text } = await openLink(link, { use, method: 'POST', ...(sent && { sent }), ...english });
        expect([sent?.body.toString(), status, headingOf(text)]).toEqual([
          sent?.body.toString(),
          400,
          'This did not work',
        ]);
      }
    }
    expect(await readConsentsOf(tenant)).toEqual(stored);
  });

  test('by links that are none, of another use or account, ended, or of an account that may not use the register', async () => {
    const tenant = await newTenant();
    const stranger = await newTenant();
    await addConsent(tenant);
    const stored = await readConsentsOf(tenant);
    const page = await newLink(tenant);
    const oneClick = await newLink(tenant, { use: 'one-click', pid: tenant.pid });
    const madeUp = Buffer.alloc(85, 7);
    madeUp.writeUInt8(1, 0);

    expect((await pressButton(madeUp.toString('base64url'), tenant.pid)).status).toBe(404);
    expect((await pressButton(oneClick, tenant.pid)).status).toBe(404);
    expect((await unsubscribe(page)).status).toBe(404);
    expect((await pressButton(await newLink({ ...tenant, accountId: stranger.accountId }), tenant.pid)).status).toBe(
      200,
    );
    const account = keyOf.account(tenant.accountId);
    await editItem(table, account, 'SET linksEndBefore = :day', { ':day': '9999-01-01' });
    expect((await unsubscribe(oneClick)).status).toBe(410);
    expect((await pressButton(page, tenant.pid)).status).toBe(410);
    await editItem(table, account, 'SET consentRegisterEnabled = :no REMOVE linksEndBefore', { ':no': false });
    expect((await unsubscribe(oneClick)).status).toBe(410);
    expect((await pressButton(page, tenant.pid)).status).toBe(410);

    expect(await readConsentsOf(tenant)).toEqual(stored);
  });
});

describe('what an account may read', () => {
  test('pages that have used it up are asked to wait, and refuse nobody a withdrawal', async () => {
    setTime('2026-03-01T10:00:20Z');
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    const [link, oneClick] = [await newLink(tenant), await newLink(tenant, { use: 'one-click', pid: tenant.pid })];
    await spendUnits(tenant, 'pages', limits.pageUnitsPerMinute);

    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await openLink(link, { method });
      expect([answer.status, answer.headers['retry-after']]).toEqual([429, '40']);
    }
    expect((await unsubscribe(oneClick)).status).toBe(200);
    expect((await pressButton(link, tenant.pid)).status).toBe(200);
    expect(await isRevoked(tenant, consentId)).toBe(true);
    passTime(120_000);
    expect((await openLink(link)).status).toBe(200);
  });

  test('views of an ended link count as well', async () => {
    const tenant = await newTenant();
    const link = await newLink(tenant);
    await editItem(table, keyOf.account(tenant.accountId), 'SET linksEndBefore = :day', { ':day': '9999-01-01' });
    for (let i = 0; i < limits.unitsWritten && (await findUnits(tenant, 'pages')) === 0; i += 1)
      expect((await openLink(link)).status).toBe(410);

    expect(await findUnits(tenant, 'pages')).toBeGreaterThan(0);
  });

  test('whoever presses on and on is asked to wait, and holds up no page and no call of the site', async () => {
    setTime('2026-03-01T10:00:20Z');
    const [tenant, other] = [await newTenant(), await newTenant()];
    const { consentId } = await addConsent(tenant);
    await addConsent(other);
    const link = await newLink(tenant);
    await spendUnits(tenant, 'presses', limits.pressUnitsPerMinute);

    const { status, headers } = await pressButton(link, tenant.pid, english);
    expect([status, headers['retry-after']]).toEqual([429, '40']);
    expect((await unsubscribe(await newLink(tenant, { use: 'one-click', pid: tenant.pid }))).status).toBe(429);
    expect(await isRevoked(tenant, consentId)).toBe(false);
    expect((await openLink(link)).status).toBe(200);
    expect((await pressButton(await newLink(other), other.pid)).status).toBe(200);
    expect(await invoke('revokeConsent', { id: consentId, proof: { url: 'x' } }, tenant)).toMatchObject({
      status: 200,
    });
  });

  test('presses that have written too much are asked to wait, and what the site records holds up none', async () => {
    setTime('2026-03-01T10:00:20Z');
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    const link = await newLink(tenant);
    await spendUnits(tenant, 'pressWrites', limits.pressWriteUnitsPerMinute);
    expect((await pressButton(link, tenant.pid)).status).toBe(429);
    expect(await isRevoked(tenant, consentId)).toBe(false);
    passTime(120_000);
    await spendUnits(tenant, 'recordWrites', limits.recordWriteUnitsPerMinute);

    expect((await pressButton(link, tenant.pid)).status).toBe(200);
    expect(await isRevoked(tenant, consentId)).toBe(true);
  });

  test('a withdrawal that uses it up goes on to its end, and the next one waits', async () => {
    setTime('2026-03-01T10:00:20Z');
    const tenant = await newTenant();
    const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
    const userData = { email: 'ada@example.com' };
    const given = Array.from({ length: 250 }, (_, i) => ({ time: new Date(Date.now() - 10_000 + i), userData }));
    await stock(table, shelf, given);
    const link = await newLink(tenant);
    await spendUnits(tenant, 'presses', limits.pressUnitsPerMinute - 10);

    const { status, text } = await pressButton(link, tenant.pid, english);

    expect([status, headingOf(text)]).toEqual([200, '250 consents are withdrawn.']);
    expect(await findUnits(tenant, 'presses')).toBeGreaterThan(2 * limits.pressUnitsPerMinute + 200);
    expect(await findUnits(tenant, 'pressWrites')).toBeGreaterThan(250);
    expect((await pressButton(link, tenant.pid)).status).toBe(429);
  });
});
