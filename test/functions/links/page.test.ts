import { describe, expect, test } from 'vitest';
import { createAccount } from '../../../shared/identity/account.ts';
import { toLinkSecret } from '../../../shared/links/link.ts';
import { keyOf } from '../../../shared/store/keys.ts';
import { setAttribute, write } from '../../../shared/store/write.ts';
import { invoke } from '../../support/call/invoke.ts';
import type { LinkDraft } from '../../support/call/links.ts';
import { newLink, openLink } from '../../support/call/links.ts';
import type { Tenant } from '../../support/make/builders.ts';
import { addConsent, newTenant, noticeContent, signIn } from '../../support/make/builders.ts';
import { changeAt, erase } from '../../support/make/changes.ts';
import { doEarlier, passTime, setTime } from '../../support/make/clock.ts';
import { createNotice, publishVersion } from '../../support/make/notices.ts';
import { table } from '../../support/make/table.ts';

const decode = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** What a page says, without its markup. */
const wordsOf = (html: string): string =>
  decode(
    html
      .replace(/<style>.*?<\/style>/s, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' '),
  );

/** The rows of a page: title, state, and what its button sends. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<article.*?<\/article>/gs)].map(([row]) => ({
    title: wordsOf(/<h2.*?<\/h2>/s.exec(row)?.[0] ?? '').trim(),
    state: wordsOf(/<p class="state">.*?<\/p>/s.exec(row)?.[0] ?? '').trim(),
    sends: /name="([^"]*)" value="([^"]*)"/.exec(row)?.slice(1).join('='),
  }));

const revoke = ({ token }: Tenant, id: string) =>
  invoke('revokeConsent', { id, proof: { url: 'https://shop.example/account' } }, { token });

const see = async (tenant: Tenant, draft: LinkDraft = {}, request = {}) =>
  openLink(await newLink(tenant, draft), request);

describe('the page', () => {
  test('shows a row for each notice by its newest consent, and a button to withdraw', async () => {
    setTime('2026-03-01T10:00:00Z');
    const made = await newTenant({ notices: 3 });
    const [first, second, third] = made.notices.map(({ pid }) => pid);
    let tenant = made;
    const goOn = async (time: string): Promise<void> => {
      setTime(time);
      tenant = { ...made, ...(await signIn(made.userId)) };
    };
    const { consentId: old } = await addConsent(tenant, { consentInformationPid: first });
    await addConsent(tenant, { consentInformationPid: second });
    await goOn('2026-03-03T10:00:00Z');
    await revoke(tenant, old);
    await addConsent(tenant, { consentInformationPid: first, lang: 'ita' });
    await goOn('2026-03-05T10:00:00Z');
    const { consentId: last } = await addConsent(tenant, { consentInformationPid: third });
    await goOn('2026-03-06T10:00:00Z');
    await revoke(tenant, last);

    const { status, text } = await see(tenant, {}, { headers: { 'accept-language': 'en' } });

    expect(status).toBe(200);
    expect(rowsOf(text)).toEqual([
      { title: 'Privacy notice', state: 'Withdrawn on 6 March 2026', sends: undefined },
      { title: 'Informativa', state: 'In force since 3 March 2026', sends: `notice=${first}` },
      { title: 'Privacy notice', state: 'In force since 1 March 2026', sends: `notice=${second}` },
    ]);
    expect(wordsOf(text)).toContain(
      'If several people use the same email address, a withdrawal counts for all of them.',
    );
  });

  test('shows the newest consent that is not withdrawn, so that what a site has left in force has its button', async () => {
    setTime('2026-03-01T10:00:00Z');
    const tenant = await newTenant();
    await addConsent(tenant, { lang: 'ita' });
    passTime(1_000);
    await revoke(tenant, (await addConsent(tenant)).consentId);
    passTime(1_000);
    await revoke(tenant, (await addConsent(tenant)).consentId);

    expect(rowsOf((await see(tenant, {}, { query: 'lang=en' })).text)).toEqual([
      { title: 'Informativa', state: 'In force since 1 March 2026', sends: `notice=${tenant.pid}` },
    ]);
  });

  test('says what ended a consent by itself', async () => {
    setTime('2026-03-01T10:00:00Z');
    const tenant = await newTenant();
    const { pid: short } = await createNotice(table, tenant.accountId, noticeContent({ validityDays: 10 }), new Date());
    await addConsent(tenant, { consentInformationPid: short });
    passTime(1);
    await addConsent(tenant);
    setTime('2026-03-02T10:00:00Z');
    await publishVersion(
      table,
      tenant.accountId,
      tenant.pid,
      noticeContent({ askAgain: true, title: { eng: 'Another' } }),
      new Date(),
    );
    setTime('2026-04-01T10:00:00Z');

    const { text } = await see(tenant, {}, { query: 'lang=en' });

    expect(rowsOf(text)).toEqual([
      {
        title: 'Privacy notice',
        state: 'Superseded by a later version since 2 March 2026',
        sends: `notice=${tenant.pid}`,
      },
      { title: 'Privacy notice', state: 'Expired on 11 March 2026', sends: `notice=${short}` },
    ]);
  });

  test('shows no value of anybody, no id, and nothing of other people and accounts', async () => {
    const [tenant, other] = [await newTenant({ notices: 2 }), await newTenant()];
    const userData = { email: 'ada@example.com', first_name: 'Ada-Canary', phone: '+39 055 7654321' };
    const { consentId } = await addConsent(tenant, { userData, proof: { url: 'https://shop.example/canary' } });
    await addConsent(tenant, { userData: { email: 'eve@example.com' }, consentInformationPid: tenant.notices[1]?.pid });
    await addConsent(other, { userData: { email: 'eve@example.com' } });

    const { text } = await see(tenant);
    const ofOther = await see(other);

    expect(rowsOf(text)).toHaveLength(1);
    expect(rowsOf(ofOther.text)).toEqual([]);
    for (const value of [...Object.values(userData), 'canary', consentId, tenant.accountId, tenant.projectUid, 'eve@'])
      expect(text).not.toContain(value);
  });

  test.each([
    ['email', 'Ada@Example.com ', { email: 'ada@example.com' }],
    ['mobile_phone', '0039 333 123', { mobile_phone: '+39333123' }],
    ['phone', '+39 055-1', { phone: '+39 055 1' }],
    ['tax_code', 'RSS MRA', { tax_code: 'rssmra' }],
  ] as const)('finds consents by %s', async (key, value, userData) => {
    const tenant = await newTenant();
    await addConsent(tenant, { userData });

    expect(rowsOf((await see(tenant, { key, value })).text)).toHaveLength(1);
  });

  test('of an erased consent nothing is left, and an older one takes its place', async () => {
    const tenant = await newTenant();
    const { consentId } = await doEarlier(() => addConsent(tenant, { lang: 'ita' }));
    const { consentId: newest } = await doEarlier(() => addConsent(tenant));
    await erase(tenant.accountId, [newest]);
    expect(rowsOf((await see(tenant)).text).map(({ title }) => title)).toEqual(['Informativa']);

    await erase(tenant.accountId, [consentId]);
    const { status, text } = await see(tenant, {}, { query: 'lang=en' });
    expect([status, rowsOf(text)]).toEqual([200, []]);
    expect(wordsOf(text)).toContain('No consent is recorded for this link.');
    expect(wordsOf(text)).not.toMatch(/These consents|Days are UTC/);
  });

  test('has at most fifty rows, and says that there are more', async () => {
    const tenant = await newTenant({ notices: 51 });
    for (const { pid } of tenant.notices) await addConsent(tenant, { consentInformationPid: pid });

    const { text } = await see(tenant, {}, { query: 'lang=en' });

    expect(rowsOf(text)).toHaveLength(50);
    expect(wordsOf(text)).toContain('There is more than this page shows.');
  });

  test('says who runs the site, and how to reach those whom its notices name', async () => {
    const tenant = await newTenant();
    const controller = { name: 'Shop <Ltd>', email: 'privacy@shop.example', url: 'https://shop.example/privacy' };
    const { pid } = await createNotice(table, tenant.accountId, noticeContent({ controller }), new Date());
    await addConsent(tenant);
    const unnamed = await see(tenant, {}, { query: 'lang=en' });
    await doEarlier(() => addConsent(tenant, { consentInformationPid: pid }));
    const named = await see(tenant, {}, { query: 'lang=en' });
    const brief = await see(tenant, { pid }, { query: 'lang=en' });
    const later = noticeContent({ controller: { ...controller, email: 'dpo@shop.example' } });
    const { pid: another } = await createNotice(table, tenant.accountId, later, new Date());
    await addConsent(tenant, { consentInformationPid: another });
    const twice = await see(tenant, {}, { query: 'lang=en' });

    expect(wordsOf(unnamed.text)).toMatch(
      /Account \d+ runs the site\. .* at the address in its messages or on its pages\./,
    );
    expect(wordsOf(named.text)).toMatch(/write to: Shop <Ltd> privacy@shop\.example https:\/\/shop\.example\/privacy/);
    expect(named.text).toContain('href="mailto:privacy@shop.example"');
    expect(wordsOf(brief.text)).toMatch(/write to: Shop <Ltd> privacy@shop\.example/);
    expect(wordsOf(twice.text)).toMatch(/write to: Shop <Ltd> dpo@shop\.example/);
    expect(twice.text).not.toContain('privacy@shop.example');
  });

  test('of a consent to one notice its link shows title and state, and no more', async () => {
    setTime('2026-03-01T10:00:00Z');
    const tenant = await newTenant({ notices: 2 });
    for (const { pid } of tenant.notices) await addConsent(tenant, { consentInformationPid: pid });

    for (const use of ['page', 'one-click'] as const) {
      const { status, text } = await see(
        tenant,
        { use, pid: tenant.pid },
        { use, query: `lang=en&text=${tenant.pid}` },
      );
      const sends = use === 'page' ? `notice=${tenant.pid}` : 'List-Unsubscribe=One-Click';
      expect([status, rowsOf(text)]).toEqual([200, [{ title: 'Privacy notice', state: 'In force', sends }]]);
      expect(text).not.toContain('We process your data.');
      expect(wordsOf(text)).not.toMatch(/2026|Read the text|UTC/);
    }
  });
});

describe('the text', () => {
  test('is that of the version and language that were agreed to, in a frame that runs, sends and loads nothing', async () => {
    setTime('2026-03-01T10:00:00Z');
    const tenant = await newTenant();
    await addConsent(tenant, { lang: 'ita' });
    await publishVersion(
      table,
      tenant.accountId,
      tenant.pid,
      noticeContent({ descriptionHtml: { ita: '<p>Nuovo</p>' }, title: { ita: 'Nuovo' } }),
      new Date(),
    );

    const { status, text } = await see(tenant, {}, { query: `text=${tenant.pid}&lang=de` });

    expect(status).toBe(200);
    expect(text).toMatch(/<html lang="de">.*<h1 lang="it">Informativa<\/h1>/s);
    expect(wordsOf(text)).toContain('Der Text, in den am 1. März 2026 eingewilligt wurde.');
    const [frame = ''] = /<iframe .*?><\/iframe>/s.exec(text) ?? [];
    expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(decode(frame)).toContain('<base target="_blank">');
    expect(decode(frame)).toContain('<body><p>Trattiamo i tuoi dati.</p></body>');
    expect(text).toContain(`href="?lang=de"`);
  });

  test('has links that leave it where it is: to others in a new tab, to its own headings within the frame', async () => {
    const html =
      '<p><a href="https://shop.example/">A</a> <a href="#notice-rights">B</a></p><h2 id="notice-rights">C</h2>';
    const tenant = await newTenant();
    const { pid } = await createNotice(
      table,
      tenant.accountId,
      noticeContent({ descriptionHtml: { eng: html } }),
      new Date(),
    );
    await addConsent(tenant, { consentInformationPid: pid });

    expect(decode((await see(tenant, {}, { query: `text=${pid}` })).text)).toContain(
      '<p><a href="https://shop.example/">A</a> <a target="_self" href="about:srcdoc#notice-rights">B</a></p><h2 id="notice-rights">C</h2>',
    );
  });

  test('of a notice that is not on the page is not there', async () => {
    const tenant = await newTenant({ notices: 2 });
    await addConsent(tenant);

    for (const text of [String(tenant.notices[1]?.pid), 'x', '']) {
      expect((await see(tenant, {}, { query: `text=${text}` })).status).toBe(404);
    }
  });
});

describe('languages', () => {
  test.each([
    ['', '', 'en'],
    ['it-IT,en;q=0.5', '', 'it'],
    ['pt, fr-CH;q=0.8, de;q=0.9', '', 'de'],
    ['de;q=0, es;q=0.1', '', 'es'],
    ['ru', '', 'en'],
    ['it', 'lang=fr', 'fr'],
    ['it', 'lang=xx', 'it'],
  ])('Accept-Language %j with %j gets %s', async (accepted, query, language) => {
    const tenant = await newTenant();
    await addConsent(tenant);

    const { headers, text } = await see(tenant, {}, { query, headers: { 'accept-language': accepted } });

    expect(headers['content-language']).toBe(language);
    expect(text).toContain(`<html lang="${language}">`);
    for (const other of ['en', 'it', 'de', 'fr', 'es']) expect(text).toContain(`href="?lang=${other}"`);
    expect(text).toContain(`action="?lang=${language}"`);
  });
});

test('every answer keeps browsers, caches, robots and other sites from the link', async () => {
  const tenant = await newTenant();
  const link = await newLink(tenant);

  for (const answer of [await openLink(link), await openLink(`${link}x`), await openLink(link, { query: 'text=1' })]) {
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
    });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.text).not.toMatch(/<script|\son\w+="|\sstyle="/);
    expect(answer.text).not.toContain(link);
  }
});

test('HEAD is answered as GET, without the page', async () => {
  const tenant = await newTenant();
  const link = await newLink(tenant);
  const got = await openLink(link);

  expect(await openLink(link, { method: 'HEAD' })).toEqual({ ...got, text: '' });
});

describe('what is no link', () => {
  const unknown = async (link: string, request = {}) => {
    const { status, text } = await openLink(link, { query: 'lang=en', ...request });
    return [status, /<h1>(.*?)<\/h1>/.exec(text)?.[1]];
  };
  const calm = [404, 'This link does not work'];

  test('is one calm page, whatever is wrong with it', async () => {
    const tenant = await newTenant();
    await addConsent(tenant);
    const link = await newLink(tenant);
    const oneClick = await newLink(tenant, { use: 'one-click', pid: tenant.pid });
    const changed = [...link].map((character, i) => (i === 60 ? (character === 'A' ? 'B' : 'A') : character)).join('');
    const generation = Buffer.from(link, 'base64url');
    generation.writeUInt8(200, 0);
    const ofOtherStage = await newLink(tenant, {}, toLinkSecret(1, 'the secret of another stage, as long as it is'));

    for (const wrong of [
      ...[
        '',
        'x',
        changed,
        ofOtherStage,
        link.slice(0, -1),
        `${link}A`,
        `${link}.`,
        link.toUpperCase(),
        link.repeat(40),
      ],
      ...[generation.toString('base64url'), `${link}/`, `${link}/x`, encodeURIComponent('../p'), '%00', '💥'],
    ])
      expect([wrong, ...(await unknown(wrong))]).toEqual([wrong, ...calm]);
    expect(await unknown(link, { use: 'one-click' })).toEqual(calm);
    expect(await unknown(oneClick)).toEqual(calm);
    expect(await unknown(link)).toEqual([200, expect.stringMatching(/^Consents given to/)]);
  });

  test('neither is that of an account that is not there', async () => {
    const tenant = await newTenant();

    expect(await unknown(await newLink({ ...tenant, accountId: 'f'.repeat(32) }))).toEqual(calm);
  });
});

describe('a link that is too old', () => {
  test('and one of an account that may not use the register any more names the site', async () => {
    const tenant = await newTenant({ enabled: false });

    for (const draft of [{ use: 'page' }, { use: 'one-click', pid: tenant.pid }] as const) {
      const { status, text } = await see(tenant, draft, { use: draft.use, query: 'lang=en' });
      expect([status, text.includes('<form')]).toEqual([410, false]);
      expect(wordsOf(text)).toMatch(/This link has expired Ask Account \d+ for a new one\./);
    }
  });

  test('names the site and shows nothing else, from the first moment after its last day', async () => {
    setTime('2026-03-01T23:00:00Z');
    const tenant = await newTenant();
    await addConsent(tenant);
    const link = await newLink(tenant, { days: 1 });
    setTime('2026-03-02T23:59:59.999Z');
    expect((await openLink(link)).status).toBe(200);
    setTime('2026-03-03T00:00:00Z');

    const { status, text } = await openLink(link, { query: 'lang=en' });

    expect([status, rowsOf(text)]).toEqual([410, []]);
    expect(wordsOf(text)).toMatch(/This link has expired Ask Account \d+ for a new one\./);
    expect(text).not.toContain('<form');
  });

  test('and one that an operator ended by its day, which shows no button for one click either', async () => {
    setTime('2026-03-01T10:00:00Z');
    const tenant = await newTenant();
    await addConsent(tenant);
    const drafts = [{ use: 'page' }, { use: 'one-click', pid: tenant.pid }] as const;
    const links = await Promise.all(drafts.map((draft) => newLink(tenant, draft)));
    setTime('2026-03-02T10:00:00Z');
    const later = await newLink(tenant);
    await write(table, setAttribute(keyOf.account(tenant.accountId), 'linksEndBefore', '2026-03-02'));

    for (const [i, link] of links.entries()) {
      const { status, text } = await openLink(link, { use: drafts[i]?.use ?? 'page', query: 'lang=en' });
      expect([status, text.includes('<form')]).toEqual([410, false]);
    }
    expect((await openLink(later)).status).toBe(200);
  });
});

test('an account’s name that is markup is shown as text', async () => {
  const accountId = await createAccount(
    table,
    { name: '<b>Shop</b> & "Co"\u202e', consentRegisterEnabled: true },
    changeAt(),
  );
  const { text } = await openLink(await newLink({ accountId, userId: 1 }), { query: 'lang=en' });

  expect(text).toContain('<h1>Consents given to &lt;b>Shop&lt;/b> &amp; &quot;Co&quot;\\u{202e}</h1>');
});
