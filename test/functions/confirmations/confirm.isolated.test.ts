import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { startMailService } from '../../support/faults/mail-service.ts';
import { cancelled, startStoreProxy, storeError } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const mail = await startMailService();
const { keyOfDraft, readPlace } = await import('../../../shared/confirmations/draft.ts');
const { parseConsent } = await import('../../../shared/consents/consent.ts');
const { keyOf } = await import('../../../shared/store/keys.ts');
const { getItem } = await import('../../../shared/store/read.ts');
const { setUse } = await import('../../../shared/notices/publishing.ts');
const { enableConsentRegister } = await import('../../../shared/identity/account.ts');
const { recordLog } = await import('../leaks/log-record.ts');
const { openMailLink, pressConfirm } = await import('../../support/call/confirmations.ts');
const { fieldEncoders } = await import('../../support/call/links.ts');
const { invoke } = await import('../../support/call/invoke.ts');
const { consentOf, findUnits, findRecord, newKey, newTenant, noticeContent, spendUnits } = await import(
  '../../support/make/builders.ts'
);
const { changeAt } = await import('../../support/make/changes.ts');
const { passTime, setTime } = await import('../../support/make/clock.ts');
const { publishVersion } = await import('../../support/make/notices.ts');
const { readAll } = await import('../../support/make/stored.ts');
const { table } = await import('../../support/make/table.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const day = 86_400_000;

let serial = 0;

/** A tenant whose request was mailed at noon, and its link. */
const begin = async (overrides = {}) => {
  proxy.intercept = undefined;
  setTime('2026-11-20T12:00:00.000Z');
  serial += 1;
  const tenant = await newTenant({ notices: 2 });
  return { tenant, link: await ask(tenant, { userData: { email: `ada${serial}@mail.example` }, ...overrides }) };
};

const ask = async (tenant: Tenant, overrides = {}, token = tenant.token): Promise<string> => {
  const { status } = await invoke('requestConfirmation', consentOf(tenant, overrides), { token });
  const [link = ''] = mail.links();
  expect(status).toBe(200);
  return link;
};

const countConsents = async ({ accountId }: Tenant): Promise<number> =>
  (await readAll()).filter(({ PK }) => String(PK).startsWith(`ACCOUNT#${accountId}#CONSENT#`)).length;

const draftBehind = (link: string) => {
  const place = readPlace(link.slice(-64));
  if (place === undefined) throw new Error('This is no link.');
  return getItem(table, keyOfDraft(place));
};

const idsBehind = async (link: string): Promise<readonly string[]> => {
  const draft = await draftBehind(link);
  return (draft?.consentIds ?? []) as string[];
};

describe('opening the link', () => {
  test('shows the text as it was at the request, and one button; GET and HEAD change nothing', async () => {
    const { tenant, link } = await begin();
    const content = noticeContent({ descriptionHtml: { eng: '<p>New.</p>' } });
    await publishVersion(table, tenant.accountId, tenant.pid, content, new Date());
    const before = await readAll();

    const { status, headers, text, heading } = await openMailLink(link);
    const head = await openMailLink(link, { method: 'HEAD' });

    expect([status, heading]).toEqual([200, expect.stringMatching(/^Confirm for Account \d+$/)]);
    expect(text).toContain('We process your data.');
    expect(text).not.toContain('New.');
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(text).not.toMatch(/<script|mail\.example/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect([head.status, head.text]).toEqual([200, '']);
    expect(await readAll()).toEqual(before);
  });

  test.each([
    ['a text that is no link', (link: string) => `${link.slice(0, -64)}abc`],
    ['another secret', (link: string) => `${link.slice(0, -3)}AAA`],
    ['another account', (link: string) => `${link.slice(0, -64)}${'A'.repeat(20)}${link.slice(-44)}`],
  ])('%s is one calm 404', async (_, change) => {
    const { link } = await begin();

    for (const open of [openMailLink, pressConfirm]) {
      expect(await open(change(link))).toMatchObject({ status: 404, heading: 'This link does not work' });
    }
  });

  test('counts what it reads: who opens links asks the account’s readers to wait, and keeps nobody from confirming', async () => {
    const { tenant, link } = await begin();
    const wait = { status: 429, headers: { 'retry-after': '60' } };
    await spendUnits(tenant, 'presses', limits.pressUnitsPerMinute);
    expect(await pressConfirm(link)).toMatchObject(wait);
    expect(await countConsents(tenant)).toBe(0);
    passTime(120_000);
    await spendUnits(tenant, 'pages', limits.pageUnitsPerMinute);
    expect(await openMailLink(link)).toMatchObject(wait);
    passTime(120_000);
    for (let i = 0; i < limits.unitsWritten; i += 1) await openMailLink(link);

    expect(await findUnits(tenant, 'pages')).toBeGreaterThan(limits.unitsWritten);
    expect(await pressConfirm(link)).toMatchObject({ heading: 'Confirmed' });
  });

  test('the link of a disabled account leads nowhere', async () => {
    const { tenant, link } = await begin();
    await enableConsentRegister(table, tenant.accountId, false, changeAt());

    expect(await openMailLink(link)).toMatchObject({ status: 404 });
    expect(await pressConfirm(link)).toMatchObject({ status: 404 });
    expect(await countConsents(tenant)).toBe(0);
  });
});

describe('pressing the button', () => {
  test('records what was asked for, with what was seen of the press, in the form of `add`', async () => {
    const { tenant, link } = await begin({
      userData: { email: 'Grace@mail.example', first_name: 'Grace', shoe: '38' },
      lang: 'ita',
      channel: 'web.form',
    });
    passTime(3 * day);

    const pressed = await pressConfirm(link, {
      sourceIp: '198.51.100.9',
      userAgent: 'Phone/1',
      headers: { 'sec-fetch-user': '?1' },
    });

    expect(pressed).toMatchObject({ status: 200, heading: 'Confirmed' });
    expect(pressed.text).toContain('23 November 2026 at 12:00:00 (UTC)');
    const [id = ''] = await idsBehind(link);
    const later = await newKey(tenant);
    expect(await findRecord(later, id)).toMatchObject({
      consentInformationPid: tenant.pid,
      consentInformationVersionId: tenant.notices[0]?.versionId,
      lang: 'ita',
      channel: 'web.form',
      time: '2026-11-23 12:00:00',
      proof: { url: 'https://shop.example/checkout', html: '<form></form>' },
      userData: { email: 'Grace@mail.example', first_name: 'Grace', shoe: '38' },
    });
    const stored = await getItem(table, keyOf.consent(tenant.accountId, id));
    expect(parseConsent(stored ?? {}).observed).toEqual({
      mailbox: {
        userId: tenant.userId,
        sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
        askedAt: '2026-11-20T12:00:00.000Z',
        mailedAt: '2026-11-20T12:00:00.000Z',
        userActivated: true,
      },
      sourceIp: '198.51.100.9',
      userAgent: 'Phone/1',
      requestId: expect.any(String),
    });
    const { body } = await invoke('searchConsents', { userData: { shoe: '38' } }, later);
    expect(body.results).toBe(1);
  });

  test('names the key that asked for it, and a mail with an unknown time', async () => {
    proxy.intercept = undefined;
    setTime('2026-11-20T12:00:00.000Z');
    const tenant = await newTenant();
    const { token, keyId } = await newKey(tenant);
    mail.mode = 'silent';
    const parameters = consentOf(tenant, { userData: { email: 'key@mail.example' } });
    expect(await invoke('requestConfirmation', parameters, { token })).toMatchObject({ status: 503 });
    mail.mode = 'sound';
    const [link = ''] = mail.links();

    expect(await pressConfirm(link)).toMatchObject({ status: 200, heading: 'Confirmed' });
    const [id = ''] = await idsBehind(link);
    const { observed } = parseConsent((await getItem(table, keyOf.consent(tenant.accountId, id))) ?? {});
    expect(observed).toMatchObject({ mailbox: { keyId, mailedAt: null, userActivated: false } });
  }, 15_000);

  test('twenty times at once records once, and so does once more; all see that it is confirmed', async () => {
    const { tenant, link } = await begin();

    const all = await Promise.all(Array.from({ length: 20 }, () => pressConfirm(link)));
    passTime(60_000);
    const again = [await pressConfirm(link), await openMailLink(link)];

    for (const { status, heading, text } of [...all, ...again]) {
      expect([status, heading]).toEqual([200, 'Confirmed']);
      expect(text).toContain('20 November 2026 at 12:00:00 (UTC)');
    }
    expect(await countConsents(tenant)).toBe(1);
    expect(await draftBehind(link)).not.toHaveProperty('contents');
  });

  test('records all notices of the request together', async () => {
    const { tenant, link } = await begin();
    passTime(600_000);
    const both = await ask(tenant, {
      consentInformationPid: tenant.notices.map(({ pid }) => pid),
      userData: { email: 'two@mail.example' },
    });

    await pressConfirm(both);

    expect(await idsBehind(both)).toHaveLength(2);
    expect(await countConsents(tenant)).toBe(2);
    expect(await pressConfirm(link)).toMatchObject({ heading: 'Confirmed' });
  });

  test.each([
    ['nothing', undefined],
    ['another field', fieldEncoders.urlencoded({ 'List-Unsubscribe': 'One-Click' })],
    ['another value', fieldEncoders.urlencoded({ confirm: 'no' })],
    ['JSON', { contentType: 'application/json', body: Buffer.from('{"confirm":"yes"}') }],
  ])('does not count where a program posts %s', async (_, sent) => {
    const { tenant, link } = await begin();

    const answer = await openMailLink(link, { method: 'POST', ...(sent && { sent }) });

    expect(answer).toMatchObject({ status: 400, heading: 'This did not work' });
    expect(await countConsents(tenant)).toBe(0);
  });
});

describe('a link that records nothing', () => {
  test('expired: code checks the end, whatever the table still has', async () => {
    const { tenant, link } = await begin();
    passTime(7 * day - 1_000);
    expect(await openMailLink(link)).toMatchObject({ status: 200 });
    passTime(1_000);

    for (const open of [openMailLink, pressConfirm])
      expect(await open(link)).toMatchObject({ status: 410, heading: 'This link has expired' });
    expect(await countConsents(tenant)).toBe(0);
  });

  test('replaced by a second request in between', async () => {
    const { tenant, link } = await begin({ userData: { email: 'again@mail.example' } });
    passTime(600_000);
    const next = await ask(tenant, { userData: { email: 'AGAIN@mail.example' } });

    expect(await pressConfirm(link)).toMatchObject({ status: 410, heading: 'There is a later mail' });
    expect(await countConsents(tenant)).toBe(0);
    expect(await pressConfirm(next)).toMatchObject({ status: 200, heading: 'Confirmed' });
    expect(await countConsents(tenant)).toBe(1);
  });

  test('of a notice that was retired in between', async () => {
    const { tenant, link } = await begin();
    await setUse(table, { accountId: tenant.accountId, pid: tenant.pid, use: 'retired' }, changeAt());

    for (const open of [openMailLink, pressConfirm])
      expect(await open(link)).toMatchObject({ status: 410, heading: 'This text is no longer in use' });
    expect(await countConsents(tenant)).toBe(0);
  });
});

describe('a table that fails', () => {
  test('before the write: the page reports it, and a second press records', async () => {
    const { tenant, link } = await begin();
    proxy.intercept = async (call) =>
      call.name === 'TransactWriteItems' ? storeError(500, 'InternalServerError') : call.forward();

    expect(await pressConfirm(link)).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });

    proxy.intercept = undefined;
    expect(await countConsents(tenant)).toBe(0);
    expect(await pressConfirm(link)).toMatchObject({ heading: 'Confirmed' });
    expect(await countConsents(tenant)).toBe(1);
  });

  test.each(['lost', 'contended'] as const)('with a %s answer: one consent is recorded, and said so', async (how) => {
    const { tenant, link } = await begin();
    let isFirst = true;
    proxy.intercept = async (call) => {
      if (call.name !== 'TransactWriteItems' || !isFirst) return call.forward();
      isFirst = false;
      if (how === 'contended') return cancelled(call, 'TransactionConflict');
      await call.forward();
      return undefined;
    };

    expect(await pressConfirm(link)).toMatchObject({ status: 200, heading: 'Confirmed' });
    expect(await countConsents(tenant)).toBe(1);
  });
});

test('nothing that is printed has a piece of a link, an address, a value or a title, whatever comes', async () => {
  proxy.intercept = undefined;
  const tenant = await newTenant({ notices: 2 });
  const log = recordLog();
  const texts: string[] = [];
  const request = async (mode: typeof mail.mode, email: string): Promise<string> => {
    mail.mode = mode;
    await invoke(
      'requestConfirmation',
      consentOf(tenant, { userData: { email, first_name: 'Cheap watches' } }),
      tenant,
    );
    const [link = ''] = mail.links();
    texts.push(link.slice(-64));
    return link;
  };
  for (const mode of ['refusing', 'failing', 'sound', 'sound'] as const) await request(mode, `${mode}@mail.example`);
  const link = await request('sound', 'eve@mail.example');
  const broken = `${link.slice(0, -1)}_`;
  const headers = { referer: link };
  const see = async (): Promise<void> => {
    for (const one of [link, broken, `${link}/x`]) {
      for (const query of ['', `lang=${texts[0]}`]) await openMailLink(one, { query, headers });
      await pressConfirm(one, { headers });
    }
  };
  proxy.intercept = async () => storeError(400, 'ValidationException', { message: link });
  await see();
  await request('sound', 'ida@mail.example');
  proxy.intercept = undefined;
  await see();
  mail.mode = 'sound';

  const pieces = texts.flatMap((one) => Array.from({ length: one.length - 11 }, (_, i) => one.slice(i, i + 12)));
  expect(log.lines.length).toBeGreaterThan(15);
  expect(log.lines.filter((line) => pieces.some((piece) => line.includes(piece)))).toEqual([]);
  expect(log.lines.filter((line) => /@mail|watches|Account \d/.test(line))).toEqual([]);
  for (const words of ['mail.refused', 'mail.unknown', 'consent.recorded', '/c/{link}'])
    expect(
      log.lines.filter((line) => line.includes(words)),
      words,
    ).not.toEqual([]);
});
