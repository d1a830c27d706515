import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { changeRole } from '../../shared/identity/user.ts';
import { dayMilliseconds } from '../../shared/runtime/time.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { newSettling, settleDrawing } from '../e2e/settling.ts';
import { evidenceTextOf } from '../pages/i18n/texts.ts';
import { chooseLanguage, goTo, openConsole, serveConsole } from '../support/call/console.ts';
import { invoke } from '../support/call/invoke.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant, noticeContent } from '../support/make/builders.ts';
import { changeAt, erase } from '../support/make/changes.ts';
import { needs } from '../support/make/machine.ts';
import { createNotice, publishVersion } from '../support/make/notices.ts';
import { table } from '../support/make/table.ts';

const proof = {
  url: 'https://shop.example/newsletter',
  html: '<form><p>I agree to the <a href="https://shop.example/terms">terms</a></p></form><script>alert(1)</script>',
};

const say = (email: string, told: object = {}) => ({ userData: { email }, proof, lang: 'eng', ...told });

interface Consents {
  readonly tenant: Tenant;
  /** Each in the state of its name. */
  readonly ids: Readonly<Record<'active' | 'revoked' | 'expired' | 'superseded' | 'erased' | 'imported', string>>;
}

/** A consent in each state, three days ago and since. */
const giveConsents = async (): Promise<Consents> => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * dayMilliseconds });
  const tenant = await newTenant();
  const add = async (email: string, told: object = {}): Promise<string> =>
    (await addConsent(tenant, say(email, told))).consentId;
  const past = new Date();
  const day = await createNotice(table, tenant.accountId, noticeContent({ validityDays: 1 }), past);
  const asking = await createNotice(table, tenant.accountId, noticeContent(), past);
  const ids = {
    active: await add('ada@example.com'),
    revoked: await add('rey@example.com'),
    expired: await add('eve@example.com', { consentInformationPid: day.pid }),
    superseded: await add('sue@example.com', { consentInformationPid: asking.pid }),
    erased: await add('eli@example.com'),
    imported: await add('ivo@example.com'),
  };
  vi.setSystemTime(Date.now() + dayMilliseconds / 48);
  await publishVersion(table, tenant.accountId, asking.pid, noticeContent({ askAgain: true }), new Date());
  await invoke('revokeConsent', { id: ids.revoked, channel: 'email', proof: { mail: 'Please stop.' } }, tenant);
  await erase(tenant.accountId, [ids.erased]);
  vi.useRealTimers();
  const { client, name } = table;
  await client.send(
    new UpdateCommand({
      TableName: name,
      Key: keyOf.consent(tenant.accountId, ids.imported),
      UpdateExpression: 'SET imported = :imported REMOVE observed',
      ExpressionAttributeValues: { ':imported': { source: 'crm', line: 7, at: past.toISOString(), by: 'local:ada' } },
    }),
  );
  return { tenant, ids };
};

const headings = (page: Page): Promise<string[]> => page.locator('main :is(h1, h2)').allInnerTexts();

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let consents: Consents;
  beforeAll(async () => {
    [url, consents] = await Promise.all([serveConsole(), giveConsents()]);
  });
  /** Opens what proves the answer. */
  const openDetails = (page: Page): Promise<void> => page.getByText('Technical details').click();
  const openConsent = (state: keyof Consents['ids'], rest = '') =>
    openConsole(open, url, consents.tenant, `#/consents/${consents.ids[state]}${rest}`);

  test('the answer comes first, then who, what and the text on one screen, and the details, folded, in the end', async () => {
    const { page, offences } = await openConsent('active');
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByText('Technical details').waitFor();

    const summary = ['ada@example.com', 'Given', 'Channel', proof.url, 'Unchanged since it was signed.'];
    const seen = async (text: string) =>
      (await page.locator('.summary').getByText(text).first().boundingBox()) ?? { y: 900, height: 0 };
    for (const text of summary) {
      const { y, height } = await seen(text);
      expect(y + height, text).toBeLessThan(900);
    }
    expect((await page.locator('.text .framed').boundingBox())?.y).toBeLessThan(700);
    expect(await page.locator('.summary').innerText()).not.toMatch(/[0-9a-f]{32}|SHA-256|PID/);
    const folded = page.locator('.technical > summary');
    await folded.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => headings(page))
      .toEqual([
        'ada@example.com · Privacy notice, version 1',
        'Who agreed, and how',
        'The text that was agreed to',
        'What happened',
        'What would make it stronger',
        'Technical details',
        'The proof',
        'What the site said, and what the register observed',
        'What is known about this text',
        'Versions of the notice',
        'Evidence',
        'What was checked',
      ]);
    await expect.poll(() => page.locator('.state').innerText()).toMatch(/^In force\s+Nothing ends it/);
    expect((await page.locator('main').innerText()).match(/in force/gi)).toHaveLength(1);
    await expect.poll(() => page.title()).toBe(`Consent ${consents.ids.active} – Consent register`);
    const textIn = (place: string): Promise<string> =>
      page.frameLocator(`${place} .framed iframe`).locator('body').innerText();
    await expect.poll(() => textIn('.text')).toBe('We process your data.');
    await expect.poll(() => textIn('.told')).toBe('I agree to the terms');
    await expect
      .poll(() => page.locator('main').innerText())
      .toMatch(/Left out, so that nothing runs or is loaded: .*script \(1\)/);
    await expect.poll(() => page.getByText('Unchanged since it was signed').count()).toBe(2);
    await expect.poll(() => page.locator('.note').innerText()).toContain('does not prove whose key it is');
    await expectAccessible(page, { fewest: 20 });
    expect(offences).toEqual([]);
  });

  test('each state has its sentence, and what is particular to it', async () => {
    const watched = await openConsent('revoked');
    const { page, offences } = watched;
    const find = async (state: keyof Consents['ids'], name: string): Promise<string> => {
      await goTo(watched, `#/consents/${consents.ids[state]}`);
      await expect.poll(() => page.title()).toContain(consents.ids[state]);
      await page.locator('.state', { hasText: new RegExp(`^${name}`) }).waitFor();
      await openDetails(page);
      return page.locator('main').innerText();
    };

    const revoked = await find('revoked', 'Revoked');
    expect(revoked).toContain('The revocation');
    expect(revoked).toContain('Please stop.');
    expect(await page.getByRole('link', { name: 'Revoke this consent' }).count()).toBe(0);
    expect(await find('expired', 'Expired')).toContain('1 day after it was given');
    await expect.poll(() => page.getByRole('link', { name: 'Revoke this consent' }).count()).toBe(1);
    expect(await find('superseded', 'Superseded')).toContain('version 2 of the notice asks again');
    const erased = await find('erased', 'Erased');
    expect(erased).toContain('The erasure');
    expect(erased).not.toContain('eli@example.com');
    await find('imported', 'In force');
    await page.getByText('Where it comes from').waitFor();
    expect(offences).toEqual([]);
  });

  test('another time changes the address and the answer, and asks nothing of the service', async () => {
    const { page } = await openConsent('revoked', '?at=2020-01');
    const settle = newSettling(page);
    const states = () => page.locator('.state').allInnerTexts();
    await expect
      .poll(states)
      .toEqual([expect.stringMatching(/^In January 2020\s+Not yet given/), expect.stringMatching(/^Now\s+Revoked/)]);
    await settle();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));

    const field = page.getByLabel('At another time (UTC)');
    const held = async () => [await field.getAttribute('type'), await field.inputValue()];
    await expect.poll(held).toEqual(['month', '2020-01']);
    await page.getByLabel('Day, month or time').selectOption('Day');
    await expect.poll(held).toEqual(['date', '2020-01-01']);
    const day = new Date(Date.now() - dayMilliseconds).toISOString().slice(0, 10);
    await field.fill(day);
    await field.press('Enter');
    await expect
      .poll(states)
      .toEqual([expect.stringMatching(/^On .*\s+Revoked/), expect.stringMatching(/^Now\s+Revoked/)]);
    await expect.poll(() => page.url()).toBe(`${url}#/consents/${consents.ids.revoked}?at=${day}`);
    const written = evidenceTextOf('en', 'en-GB').writing.span({ from: `${day}T00:00:00.000Z`, precision: 'day' });
    await expect.poll(() => page.locator('.state').first().innerText()).toContain(written);
    await page.getByRole('link', { name: 'Now' }).click();
    await expect.poll(states).toEqual([expect.stringMatching(/^Revoked\s+Since /)]);
    expect(requests).toEqual([]);

    await page.getByRole('button', { name: 'Have it signed for' }).click();
    await page.getByText('signed with the answer for the present').waitFor();
    expect(requests.map((request) => new URL(request).pathname)).toContain('/consent-register/evidence/get');
  });

  test.each([
    ['Month', '2020-02', 'February 2020'],
    ['Day', '2020-02-29', '29 February 2020'],
    ['Day and time', '2020-02-29T14:30', '29 February 2020 at 14:30'],
  ])('by keys alone the reader asks about a %s', async (kind, asked, written) => {
    const { page, offences } = await openConsent('active');
    await page.getByLabel('Day, month or time').selectOption(kind);
    const field = page.getByLabel('At another time (UTC)');
    await field.fill(asked);
    await field.press('Enter');
    await page.locator('.state', { hasText: written }).waitFor();

    expect(page.url()).toBe(`${url}#/consents/${consents.ids.active}?at=${encodeURIComponent(asked)}`);
    await expectAccessible(page, { fewest: 20 });
    expect(offences).toEqual([]);
  });

  test('a day that is typed by half is no day, and the answer stays', async () => {
    const { page } = await openConsent('active', '?at=2020-01-01');
    const first = page.locator('.state').first();
    await expect.poll(() => first.innerText()).toMatch(/^On 1 January 2020\s+Not yet given/);
    const field = page.getByLabel('At another time (UTC)');
    await field.focus();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await page.getByText('Enter it in full.').waitFor();

    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    expect(await first.innerText()).toContain('Not yet given');
  });

  test('an address that names no time says so, and leaves the field free', async () => {
    const { page } = await openConsent('active', '?at=soon');
    await page.getByText('It must be a month, a day or a time in UTC').waitFor();

    expect(await page.getByLabel('At another time (UTC)').inputValue()).toBe('');
  });

  test('a telephone has the answer and what can be saved at once; paper has the details only if they are open', async () => {
    const { page } = await openConsole(open, url, consents.tenant, `#/consents/${consents.ids.active}`, {
      viewport: { width: 390, height: 844 },
    });
    const observed = page.getByText('What the register observed', { exact: true });
    const { y = 0, height = 0 } = (await page.getByRole('button', { name: 'Save or print' }).boundingBox()) ?? {};
    expect(y + height).toBeLessThan(844);
    const details = page.locator('.technical');
    await page.emulateMedia({ media: 'print' });
    expect(await details.isVisible()).toBe(false);
    expect(await page.locator('main').innerText()).toContain(`Consent ${consents.ids.active}`);
    await page.emulateMedia({ media: 'screen' });

    await openDetails(page);
    expect(await observed.isVisible()).toBe(false);
    await page.getByRole('heading', { name: 'What the site said, and what the register observed' }).click();
    expect(await observed.isVisible()).toBe(true);
    await page.getByRole('heading', { name: 'What the site said, and what the register observed' }).click();
    await expectAccessible(page, { fewest: 20 });
    await page.emulateMedia({ media: 'print' });
    expect(await observed.isVisible()).toBe(true);
  });

  test('on a telephone the answer for another day comes into sight', async () => {
    const { page } = await openConsole(open, url, consents.tenant, `#/consents/${consents.ids.active}`, {
      viewport: { width: 390, height: 844 },
    });
    const field = page.getByLabel('At another time (UTC)');
    await field.fill('2020-01-15');
    await field.press('Enter');
    const answer = page.locator('.state', { hasText: '15 January 2020' });
    await expect
      .poll(async () => {
        const { y = -1, height = 0 } = (await answer.boundingBox()) ?? {};
        return y > 0 && y + height < 844;
      })
      .toBe(true);
  });

  test('marks that are piled up on the letters of a name cover nothing of the page', async () => {
    const tenant = await newTenant();
    const pictures = await Promise.all(
      ['name', `name${'\u0301'.repeat(100)}`].map(async (name) => {
        const { consentId } = await addConsent(tenant, { proof: { [name]: 'yes' } });
        const { page } = await openConsole(open, url, tenant, `#/consents/${consentId}`);
        await openDetails(page);
        await page.getByRole('heading', { name: 'The proof' }).waitFor();
        await settleDrawing(page);
        return page.getByRole('heading', { level: 2, name: 'The proof' }).screenshot();
      }),
    );

    expect(pictures[1]?.equals(pictures[0] ?? Buffer.alloc(0))).toBe(true);
  });

  test('the text stands in the language of the consent, and in the others where the reader opens them', async () => {
    const { page } = await openConsent('active');
    await page.getByRole('heading', { level: 3, name: 'Privacy notice' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Informativa' }).count()).toBe(0);

    await page.getByText('In Italian').click();
    await page.getByRole('heading', { name: 'Informativa' }).waitFor();

    await expect
      .poll(() =>
        page.locator('details', { hasText: 'Informativa' }).frameLocator('.framed iframe').locator('body').innerText(),
      )
      .toBe('Trattiamo i tuoi dati.');
  });

  test('a consent that is not there is said not to be there', async () => {
    const { page } = await openConsole(open, url, consents.tenant, `#/consents/${'0'.repeat(32)}`);
    await page.getByRole('alert').waitFor();

    await expect.poll(() => page.getByRole('alert').innerText()).toContain('Your account has no consent with this id.');
    await expect.poll(() => headings(page)).toEqual(['Consent']);
  });

  test('every language says all of it, on a phone too', async () => {
    const { page, offences } = await openConsent('revoked');
    await openDetails(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const said = new Set<string>();
    for (const language of ['it', 'de', 'fr', 'es', 'en'] as const) {
      await chooseLanguage(page, language);
      await page.locator(`html[lang=${language}]`).waitFor();
      await settleDrawing(page);
      const text = await page.locator('main').innerText();
      expect(text).not.toMatch(/\b(?:undefined|NaN|null)\b|\[object/);
      for (const heading of await headings(page)) said.add(heading);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }

    expect(said.size).toBeGreaterThan(5 * 9);
    expect(offences).toEqual([]);
  });

  test('a reader is not offered to revoke', async () => {
    const { accountId, userId } = consents.tenant;
    await changeRole(table, { id: userId, accountId }, 'reader', changeAt());
    const { page } = await openConsent('active');
    await page.locator('.state', { hasText: 'In force' }).waitFor();

    await expect
      .poll(() => page.getByRole('navigation', { name: 'What you can do' }).getByRole('link').allInnerTexts())
      .toEqual(['All consents of this person', 'This version of the notice']);
  });
});
