import pMap from 'p-map';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../../shared/api/limits.ts';
import { startMailService } from '../../../support/faults/mail-service.ts';
import { startStoreProxy, storeError } from '../../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const mail = await startMailService();
const { keyOfDraft, readPlace } = await import('../../../../shared/confirmations/draft.ts');
const { digestAnyMailbox } = await import('../../../../shared/confirmations/mailbox.ts');
const { keyOf } = await import('../../../../shared/store/keys.ts');
const { getItem } = await import('../../../../shared/store/read.ts');
const { passTime, setTime } = await import('../../../support/make/clock.ts');
const { pressConfirm } = await import('../../../support/call/confirmations.ts');
const { invoke } = await import('../../../support/call/invoke.ts');
const { startCold } = await import('../../../support/call/functions.ts');
const { addConsent, consentOf, newKey, newTenant, noticeContent } = await import('../../../support/make/builders.ts');
const { publishVersion } = await import('../../../support/make/notices.ts');
const { putItem, readAll } = await import('../../../support/make/stored.ts');
const { table } = await import('../../../support/make/table.ts');

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const minute = 60_000;
const now = '2026-11-20T12:00:00.000Z';

/** A tenant with a key that outlives an hour, with the mail service and the table as they should be, at noon. */
const begin = async (notices = 1): Promise<Tenant> => {
  mail.mode = 'sound';
  proxy.intercept = undefined;
  setTime(now);
  const tenant = await newTenant({ notices });
  return { ...tenant, ...(await newKey(tenant)) };
};

let serial = 0;
/** A mailbox that no test before had. */
const newMailbox = (): string => {
  serial += 1;
  return `ada${serial}@mail.example`;
};

const request = ({ token, ...tenant }: Tenant, email: unknown, overrides = {}, headers = {}) =>
  invoke('requestConfirmation', consentOf({ token, ...tenant }, { userData: { email }, ...overrides }), {
    token,
    encoding: 'json',
    headers,
  });

/** How many mails were taken while something was done. */
const countMails = async (work: () => Promise<unknown>): Promise<number> => {
  const before = mail.mails.length;
  await work();
  return mail.mails.length - before;
};

const newestMail = () => {
  const [newest] = mail.mails;
  if (newest === undefined) throw new Error('There is no mail.');
  return newest;
};

/** The stored request behind the newest mail. */
const newestDraft = () => {
  const place = readPlace(mail.links()[0]?.slice(-64) ?? '');
  if (place === undefined) throw new Error('The newest mail has no link.');
  return getItem(table, keyOfDraft(place));
};

describe('a mail', () => {
  test('has the title of the notice, the name of the account and one link, and nothing of the request', async () => {
    const tenant = await begin();
    const email = newMailbox();

    const { status, body } = await request(tenant, email, {
      userData: { email, first_name: 'Buy cheap watches at https://bad.example', note: 'Line\r\nBcc: eve@bad.example' },
      proof: { html: '<form>advertisement</form>' },
    });

    expect([status, body]).toEqual([
      200,
      { id: expect.stringMatching(/^[0-9a-f]{32}$/), endTime: '2026-11-27T12:00:00.000Z' },
    ]);
    const { to, from, subject, text, html } = newestMail();
    const [link = ''] = mail.links();
    const name = /^(Account \d+): please confirm$/.exec(subject)?.[1];
    expect([to, from]).toEqual([email, 'consent-register@localhost']);
    expect(link).toMatch(/^https:\/\/consents\.shop\.example\/c\/[\w-]{64}$/);
    expect(text).toBe(
      [
        `Somebody entered this address at ${name}, to agree to:`,
        '- Privacy notice',
        'If it was you, open this page, read the text and confirm there:',
        link,
        'The link works until 27 November 2026 at 12:00 (UTC). Opening it confirms nothing.',
        'If it was not you, do nothing. Without a confirmation nothing is recorded.',
      ].join('\n\n'),
    );
    expect(html.match(/https?:[^"<]+/g)).toEqual([link]);
    expect(html).toMatch(/<a href="[^"]+" ses:no-track(="true")?>Read and confirm<\/a>/);
    expect(JSON.stringify([subject, text, html])).not.toMatch(/watches|Bcc|advertisement/);
    expect(JSON.stringify(body)).not.toContain(link.slice(-64));
  });

  test.each([
    ['ita', 'Leggere e confermare', '- Informativa'],
    ['tur', 'Read and confirm', '- Privacy notice'],
  ])('in %s has words and titles in that language, or else in English', async (lang, words, title) => {
    const tenant = await begin();
    await request(tenant, newMailbox(), { lang });

    expect(mail.mails[0]?.html).toContain(words);
    expect(mail.mails[0]?.text).toContain(title);
  });

  test.each([
    ['two addresses', 'ada@mail.example, eve@bad.example'],
    ['two with a semicolon', 'ada@mail.example;eve@bad.example'],
    ['a line break', 'ada@mail.example\r\nBcc: eve@bad.example'],
    ['a line break in the domain', 'ada@mail.example\n'],
    ['a name', 'Ada <ada@mail.example>'],
    ['a quoted local part', '"ada eve"@mail.example'],
    ['a comment', 'ada(eve)@mail.example'],
    ['a route', 'eve%bad.example@mail.example'],
    ['a bang path', 'bad.example!eve@mail.example'],
    ['an encoded word', '=?x?q?eve=40bad.example=3e?=@mail.example'],
    ['more than ASCII before the @', 'ädä@mail.example'],
    ['a control', 'ada\u0007@mail.example'],
    ['an invisible character', 'ada@mail\u200b.example'],
    ['an address as domain', 'ada@[192.0.2.1]'],
    ['numbers as domain', 'ada@192.0.2.1'],
    ['no domain', 'ada@localhost'],
    ['no address', 'n/a'],
    ['two dots', 'ada..b@mail.example'],
    ['too long', `ada@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.mail.example`],
  ])('goes to no address with %s', async (_, email) => {
    const tenant = await begin();

    expect(
      await countMails(async () => {
        expect(await request(tenant, email)).toMatchObject({
          status: 422,
          body: { errors: [{ field: 'userData[email]', code: 'malformed' }] },
        });
      }),
    ).toBe(0);
  });

  test('asks nobody to confirm what somebody else noted of a letter', async () => {
    const tenant = await begin();

    expect(await request(tenant, newMailbox(), { proof: { received_by: 'letter' } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'proof[received_by]', code: 'conflict' }] },
    });
  });

  test('needs an address; an international domain is written in ASCII', async () => {
    const tenant = await begin();

    expect(await request(tenant, '', { userData: { first_name: 'Ada' } })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'userData[email]', code: 'missing' }] },
    });
    expect(await request(tenant, "o'Hara+news@Bücher.example")).toMatchObject({ status: 200 });
    expect(mail.mails[0]?.to).toBe("o'Hara+news@xn--bcher-kva.example");
  });
});

describe('the stored request', () => {
  test('is found by a secret that only the mail has, and shows nothing of the person at its top', async () => {
    const tenant = await begin();
    const email = newMailbox();
    await request(tenant, email, { userData: { email, first_name: 'Grace' } });

    const secret = mail.links()[0]?.slice(-64) ?? '';
    const items = (await readAll()).filter(({ PK }) => String(PK).includes(tenant.accountId));
    const stored = JSON.stringify(items, (_, value) => (value instanceof Uint8Array ? 'bytes' : value));
    expect(stored).not.toMatch(/Grace|ada\d+@|mail\.example/);
    expect(stored).not.toContain(secret.slice(-43));
    expect(Object.keys((await newestDraft()) ?? {}).sort()).toEqual(
      ['PK', 'SK', 'contents', 'expiresAt', 'id', 'mailedAt'].sort(),
    );
    expect(items.filter(({ PK }) => String(PK).includes('#CONSENT#'))).toEqual([]);
  });

  test('replaces an open one of the same mailbox and notice, and leaves that of another notice', async () => {
    const tenant = await begin(2);
    const email = newMailbox();
    const drafts: (() => ReturnType<typeof newestDraft>)[] = [];
    for (const pid of tenant.notices.map((notice) => notice.pid)) {
      await request(tenant, email, { consentInformationPid: pid });
      const place = readPlace(mail.links()[0]?.slice(-64) ?? '');
      drafts.push(() => getItem(table, place ? keyOfDraft(place) : { PK: '', SK: '' }));
    }
    passTime(10 * minute);
    await request(tenant, email);

    expect(await drafts[0]?.()).toMatchObject({ voided: 'replaced' });
    expect(await drafts[0]?.()).not.toHaveProperty('contents');
    expect(await drafts[1]?.()).not.toHaveProperty('voided');
    expect(await newestDraft()).not.toHaveProperty('voided');
  });

  test('replaces one whose notices it covers, and leaves one that has another notice too', async () => {
    const tenant = await begin(3);
    const [a, b, c] = tenant.notices.map(({ pid }) => pid);
    const email = newMailbox();
    const links: string[] = [];
    for (const pids of [
      [a, b],
      [b, c],
      [a, b],
    ]) {
      await request(tenant, email, { consentInformationPid: pids });
      links.push(mail.links()[0] ?? '');
      passTime(10 * minute);
    }

    const headings: unknown[] = [];
    for (const link of links) headings.push((await pressConfirm(link)).heading);

    expect(headings).toEqual(['There is a later mail', 'Confirmed', 'Confirmed']);
    const consents = (await readAll()).filter(({ PK }) =>
      String(PK).startsWith(`ACCOUNT#${tenant.accountId}#CONSENT#`),
    );
    expect(consents.map(({ pid }) => pid).sort()).toEqual([a, b, b, c]);
  });

  test('whose mail is refused replaces none: the link of the earlier one stays good', async () => {
    const tenant = await begin();
    const email = newMailbox();
    await request(tenant, email);
    const [link = ''] = mail.links();
    passTime(10 * minute);
    mail.mode = 'refusing';

    expect(await request(tenant, email)).toMatchObject({ status: 503, body: { code: 'mail.refused' } });

    expect(await pressConfirm(link)).toMatchObject({ status: 200, heading: 'Confirmed' });
  });

  test('has no more of titles than a mail shows', async () => {
    const tenant = await begin();
    const content = noticeContent({ title: { eng: 'T'.repeat(300_000) } });
    await publishVersion(table, tenant.accountId, tenant.pid, content, new Date());

    expect(await request(tenant, newMailbox())).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'consentInformationPid', code: 'answer-too-large' }] },
    });
  });

  test('is refused where its consents could not be recorded', async () => {
    const tenant = await begin(3);
    const userData = Object.fromEntries(Array.from({ length: 49 }, (_, i) => [`key_${i}`, `value ${i}`]));
    const pids = tenant.notices.map(({ pid }) => pid);

    const refused = await request(tenant, '', {
      consentInformationPid: pids,
      userData: { ...userData, email: newMailbox() },
    });

    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'consentInformationPid', code: 'too-many' }] },
    });
    expect(refused.body.errors?.[0]?.detail).toContain('at most 98 with a confirmation by email');
  });
});

describe('as many mails as may be', () => {
  test('of 200 requests at once for one mailbox, one sends a mail; the others say when to come again', async () => {
    const tenant = await begin();
    const email = newMailbox();
    const answers: Awaited<ReturnType<typeof request>>[] = [];

    const mails = await countMails(async () => {
      answers.push(...(await pMap(Array(200), () => request(tenant, email), { concurrency: 20 })));
    });

    expect(mails).toBe(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of others) {
      expect([status, body.code]).toEqual([429, 'confirmation.throttled']);
      expect(headers['retry-after']).toBe('600');
    }
  });

  test('a mailbox gets five about a notice on a day, ten of all notices and accounts, also with a + in its address', async () => {
    const [one, other] = [await begin(3), await begin(3)];
    const email = newMailbox();
    const plus = (tag: string) => email.replace('@', `+${tag}@`);
    const outcomes: string[] = [];
    const send = async (tenant: Tenant, pid: number | undefined, address = email) => {
      const { status, headers } = await request(tenant, address, { consentInformationPid: pid });
      outcomes.push(status === 200 ? 'sent' : `${status} ${headers['retry-after']}`);
      passTime(10 * minute);
    };
    for (let i = 0; i < 6; i += 1) await send(one, one.pid);
    for (let i = 0; i < 3; i += 1) await send(one, one.notices[1]?.pid, plus(`tag${i}`));
    for (let i = 0; i < 3; i += 1) await send(other, other.pid);
    setTime('2026-11-21T00:00:00.000Z');
    await send(one, one.pid);

    expect(outcomes).toEqual([
      ...Array.from({ length: 5 }, () => 'sent'),
      '429 40200',
      ...Array.from({ length: 5 }, () => 'sent'),
      `429 ${12 * 3_600 - 11 * 600}`,
      'sent',
    ]);
  });

  test('of ten requests at once for one mailbox with a + each, one sends a mail', async () => {
    const tenant = await begin();
    const email = newMailbox();
    const statuses: number[] = [];

    const mails = await countMails(async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => request(tenant, email.replace('@', `+${i}@`))),
      );
      statuses.push(...answers.map(({ status }) => status).sort());
    });

    expect(mails).toBe(1);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
  });

  test('of 200 mailboxes at once, an account with 50 mails left reaches 50', async () => {
    const tenant = await begin();
    const counter = { ...keyOf.mailsOfAccount(tenant.accountId, '2026-11-20'), expiresAt: 1_795_219_200 };
    await putItem(table, { ...counter, mails: limits.mailsOfAccount - 50 });
    const emails = Array.from({ length: 200 }, newMailbox);

    const mails = await countMails(() => pMap(emails, (email) => request(tenant, email), { concurrency: 20 }));

    expect(mails).toBe(50);
    expect(await request(tenant, newMailbox())).toMatchObject({ status: 429, headers: { 'retry-after': '43200' } });
  }, 60_000);
});

test('numbers at a provider are mailboxes of their own, although they begin with a plus', async () => {
  const tenant = await begin();
  const statuses: number[] = [];
  for (let i = 0; i <= limits.mailsToMailbox; i += 1)
    statuses.push((await request(tenant, `+49171000${i}@sms.example`)).status);

  expect(new Set(statuses)).toEqual(new Set([200]));
});

describe('an Idempotency-Key', () => {
  test('sends one mail for two requests, whose answers are the same', async () => {
    const tenant = await begin();
    const email = newMailbox();
    const headers = { 'idempotency-key': 'one' };
    const first = await request(tenant, email, {}, headers);
    passTime(20 * minute);

    const mails = await countMails(async () => {
      const again = await request(tenant, email, {}, headers);
      expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
      expect(await request(tenant, newMailbox(), {}, headers)).toMatchObject({
        status: 409,
        body: { code: 'idempotency-key.reused' },
      });
    });

    expect(mails).toBe(0);
  });

  test('sends one mail for requests at once, whose answers are the same', async () => {
    const tenant = await begin();
    const email = newMailbox();
    mail.mode = 500;
    const answers: Awaited<ReturnType<typeof request>>[] = [];

    const mails = await countMails(async () => {
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 5 }, () => request(tenant, email, {}, { 'idempotency-key': 'two' })),
        )),
      );
    });

    expect(mails).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(4);
  });

  test('belongs to one of two requests at once that differ: the other sends no mail', async () => {
    const tenant = await begin();
    mail.mode = 500;
    const statuses: number[] = [];

    const mails = await countMails(async () => {
      const answers = await Promise.all(
        [newMailbox(), newMailbox()].map((email) => request(tenant, email, {}, { 'idempotency-key': 'three' })),
      );
      statuses.push(...answers.map(({ status }) => status).sort());
    });

    expect([mails, statuses]).toEqual([1, [200, 409]]);
  });

  test('of a mail of which nobody knows is awaited as long as a call lasts, and then no longer', async () => {
    const tenant = await begin();
    const email = newMailbox();
    const again = () => request(tenant, email, {}, { 'idempotency-key': 'five' });
    mail.mode = 'failing';
    await again();
    passTime(7_000);
    const begun = performance.now();

    expect(await again()).toMatchObject({ status: 429, headers: { 'retry-after': '593' } });

    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('of a mail that was refused works again', async () => {
    const tenant = await begin();
    const email = newMailbox();
    const headers = { 'idempotency-key': 'four' };
    mail.mode = 'refusing';
    await request(tenant, email, {}, headers);
    mail.mode = 'sound';

    expect(await request(tenant, email, {}, headers)).toMatchObject({ status: 200 });
  });
});

describe('what may go wrong', () => {
  test.each(['refusing', 'stopped'] as const)(
    '%s: the link is void, nothing counts, and the next request works',
    async (how) => {
      const tenant = await begin();
      const email = newMailbox();
      const { AWS_ENDPOINT_URL_SESV2: sound } = process.env;
      if (how === 'refusing') mail.mode = 'refusing';
      else {
        process.env.AWS_ENDPOINT_URL_SESV2 = 'http://127.0.0.1:9';
        await startCold();
      }
      const { invoke: invokeNow } = await import('../../../support/call/invoke.ts');
      const parameters = consentOf(tenant, { userData: { email } });

      const refused = await invokeNow('requestConfirmation', parameters, { token: tenant.token });

      expect(refused).toMatchObject({ status: 503, body: { code: 'mail.refused' }, headers: { 'retry-after': '60' } });
      const ours = (await readAll()).filter(({ PK }) => String(PK).includes(tenant.accountId));
      expect(ours.filter(({ PK }) => String(PK).includes('#CONFIRMATION#'))).toMatchObject([{ voided: 'refused' }]);
      expect(ours.find(({ PK }) => String(PK).includes('#MAILBOX#'))).toMatchObject({ open: [], mails: [] });
      expect(ours.find(({ PK }) => String(PK).endsWith('#MAILS'))).toMatchObject({ mails: 0 });
      expect(await getItem(table, keyOf.mailsToMailbox(digestAnyMailbox(email), '2026-11-20'))).toMatchObject({
        mails: 0,
      });
      mail.mode = 'sound';
      process.env.AWS_ENDPOINT_URL_SESV2 = sound;
      expect(await request(tenant, email)).toMatchObject({ status: 200 });
    },
  );

  test.each([
    ['takes the mail and says so late', 6_000],
    ['takes the mail and never says so', 'silent'],
    ['fails', 'failing'],
  ] as const)(
    'Amazon SES %s: the mail counts, its link is good, and nobody waits longer than five seconds',
    async (_, mode) => {
      const tenant = await begin();
      const email = newMailbox();
      mail.mode = mode;
      mail.calls = 0;
      const begun = performance.now();

      const unsettled = await request(tenant, email);

      expect(performance.now() - begun).toBeLessThan(8_000);
      expect(unsettled).toMatchObject({
        status: 503,
        body: { code: 'mail.unsettled' },
        headers: { 'retry-after': '600' },
      });
      expect(mail.calls).toBe(1);
      mail.mode = 'sound';
      expect(await request(tenant, email)).toMatchObject({ status: 429, headers: { 'retry-after': '600' } });
      passTime(10 * minute);
      expect(await request(tenant, email)).toMatchObject({ status: 200 });
    },
    30_000,
  );

  test('the table fails before the mail: none is sent', async () => {
    const tenant = await begin();
    proxy.intercept = async (call) =>
      call.name === 'TransactWriteItems' ? storeError(500, 'InternalServerError') : call.forward();

    const mails = await countMails(async () => {
      expect(await request(tenant, newMailbox())).toMatchObject({ status: 503, body: { code: 'store.unavailable' } });
    });

    expect(mails).toBe(0);
  });

  test('the table fails after the mail: it counts, and its link is good', async () => {
    const tenant = await begin();
    const email = newMailbox();
    let writes = 0;
    proxy.intercept = async (call) => {
      if (call.name === 'TransactWriteItems') writes += 1;
      return writes > 1 ? storeError(500, 'InternalServerError') : call.forward();
    };

    const mails = await countMails(async () => {
      expect(await request(tenant, email)).toMatchObject({ status: 503, body: { code: 'mail.unsettled' } });
    });

    expect(mails).toBe(1);
    proxy.intercept = undefined;
    const draft = await newestDraft();
    expect(draft).toHaveProperty('contents');
    expect(draft).not.toHaveProperty('voided');
    expect(await request(tenant, email)).toMatchObject({ status: 429 });
  });

  test('the mail is refused, and the table fails: nobody is told of a mail or a link, or to try again too early', async () => {
    const tenant = await begin();
    const email = newMailbox();
    mail.mode = 'refusing';
    let writes = 0;
    proxy.intercept = async (call) => {
      if (call.name === 'TransactWriteItems') writes += 1;
      return writes > 1 ? storeError(500, 'InternalServerError') : call.forward();
    };

    const refused = await request(tenant, email);
    proxy.intercept = undefined;
    mail.mode = 'sound';
    const tooEarly = await request(tenant, email);
    passTime(10 * minute);

    expect(refused).toMatchObject({ status: 503, body: { code: 'mail.refused' }, headers: { 'retry-after': '600' } });
    expect(tooEarly).toMatchObject({ status: 429, headers: { 'retry-after': '600' } });
    expect(tooEarly.body.detail).not.toContain('link');
    expect(await request(tenant, email)).toMatchObject({ status: 200 });
  });

  test('the answer of the first write is lost: one mail is sent', async () => {
    const tenant = await begin();
    let isLost = false;
    proxy.intercept = async (call) => {
      if (call.name !== 'TransactWriteItems' || isLost) return call.forward();
      isLost = true;
      await call.forward();
      return undefined;
    };

    const mails = await countMails(async () => {
      expect(await request(tenant, newMailbox())).toMatchObject({ status: 200 });
    });

    expect(mails).toBe(1);
  });
});

test('a stage without an address says what to do, and reads nothing of a mailbox', async () => {
  const tenant = await begin();
  const { MAIL_FROM: from } = process.env;
  delete process.env.MAIL_FROM;
  await startCold();
  const { invoke: invokeCold } = await import('../../../support/call/invoke.ts');

  const refused = await invokeCold('requestConfirmation', consentOf(tenant), { token: tenant.token });

  process.env.MAIL_FROM = from;
  expect(refused).toMatchObject({ status: 503, body: { code: 'mail.not-configured' } });
  expect(refused.body.detail).toContain('mailFrom');
  expect(await addConsent(tenant)).toHaveProperty('consentId');
});
