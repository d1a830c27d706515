import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { startRecordingServer } from '../e2e/recording-server.ts';
import { settleDrawing } from '../e2e/settling.ts';
import { serveFunctions } from '../support/call/gateway.ts';
import type { LinkDraft } from '../support/call/links.ts';
import { linkFunctions, newLink } from '../support/call/links.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant, noticeContent } from '../support/make/builders.ts';
import { hostileProof } from '../support/make/hostile.ts';
import { needs } from '../support/make/machine.ts';
import { createNotice } from '../support/make/notices.ts';
import { table } from '../support/make/table.ts';

let base = '';

beforeAll(async () => {
  base = `http://127.0.0.1:${await serveFunctions(linkFunctions)}`;
});

const addressOf = async (tenant: Tenant, draft: LinkDraft = {}): Promise<string> =>
  `${base}/${draft.use === 'one-click' ? 'u' : 'p'}/${await newLink(tenant, draft)}`;

/** A phone of the smallest kind. */
const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, locale: 'en' };
const widths = [320, 390, 1400];

/** A person with consents in several languages and states, one of them with a name that fits no line. */
const newPerson = async (): Promise<Tenant> => {
  const tenant = await newTenant({ notices: 2 });
  const controller = {
    name: 'Shop',
    address: 'Via Roma 1',
    email: 'privacy@shop.example',
    url: 'https://shop.example/',
  };
  const long = noticeContent({ title: { eng: 'x'.repeat(200) }, controller });
  const { pid } = await createNotice(table, tenant.accountId, long, new Date());
  await addConsent(tenant, { consentInformationPid: pid });
  await addConsent(tenant, { lang: 'ita', consentInformationPid: tenant.notices[1]?.pid });
  await addConsent(tenant);
  return tenant;
};

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 180_000 }, () => {
  const open = useBrowser();

  test.each(['en', 'it', 'de', 'fr', 'es'])(
    'axe finds nothing, and nothing is wider than a phone: %s',
    async (lang) => {
      const { page, offences } = await open(`${await addressOf(await newPerson())}?lang=${lang}`, {
        ...phone,
        level: 1,
      });
      await expectAccessible(page, { widths, fewest: 15 });

      await page.locator('article a').first().click();
      await page.locator('iframe').waitFor();
      await expectAccessible(page, { widths, fewest: 12 });
      await page.locator('main a').last().click();
      await page.locator('article button').first().click();
      await page.locator('article').waitFor({ state: 'detached' });
      await expectAccessible(page, { widths, fewest: 10 });
      expect(offences).toEqual([]);
    },
  );

  test('axe finds nothing on the pages of links that are too old, ended or damaged', async () => {
    const tenant = await newPerson();
    const old = { day: '2020-01-01', days: 1 };
    for (const url of [
      await addressOf(tenant, old),
      await addressOf(tenant, { ...old, use: 'one-click', pid: tenant.pid }),
      await addressOf(tenant, { use: 'one-click', pid: tenant.pid }),
      `${await addressOf(tenant)}x`,
    ]) {
      const { page } = await open(url, { ...phone, level: 1 });
      await expectAccessible(page, { widths, fewest: 10 });
    }
  });

  test('without a script one reads, switches the language, and withdraws with a finger', async () => {
    const tenant = await newPerson();
    const { page } = await open(await addressOf(tenant), { ...phone, javaScriptEnabled: false, level: 1 });
    const heading = page.getByRole('heading', { level: 1 });

    expect(await page.getByText('Takes a few seconds.').count()).toBe(3);
    await page.getByRole('link', { name: 'Deutsch' }).tap();
    await expect.poll(() => heading.innerText()).toMatch(/^Einwilligungen gegenüber Account/);
    expect(await page.getByText('gilt ein Widerruf für alle').isVisible()).toBe(true);
    await page.getByRole('link', { name: 'Text lesen: Informativa' }).tap();
    await expect.poll(() => heading.innerText()).toBe('Informativa');
    await expect.poll(() => page.frameLocator('iframe').locator('p').innerText()).toBe('Trattiamo i tuoi dati.');
    await page.getByRole('link', { name: 'Zurück zu allen Einwilligungen' }).tap();
    await page.getByRole('button', { name: 'Einwilligung widerrufen: Informativa' }).tap();
    await expect.poll(() => heading.innerText()).toBe('Eine Einwilligung ist widerrufen.');
    await page.getByRole('link', { name: 'Zurück zu allen Einwilligungen' }).tap();
    await expect.poll(() => page.getByText(/^Widerrufen am/).count()).toBe(1);
    expect(await page.getByRole('button').count()).toBe(2);
  });

  test('the button of the address for one click does what a mail program does', async () => {
    const tenant = await newPerson();
    const { page } = await open(await addressOf(tenant, { use: 'one-click', pid: tenant.pid }), { ...phone, level: 1 });

    await page.getByRole('button').tap();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('One consent is withdrawn.');
  });

  test('the text of a notice runs nothing and asks for nothing', async () => {
    const server = await startRecordingServer();
    const tenant = await newTenant();
    const attack = `${hostileProof(server.url)}<meta http-equiv="refresh" content="0;url=${server.url}"><a id="away" href="${server.url}">away</a>`;
    const content = noticeContent({ descriptionHtml: { eng: attack } });
    const { pid } = await createNotice(table, tenant.accountId, content, new Date());
    await addConsent(tenant, { consentInformationPid: pid });
    const url = `${await addressOf(tenant)}?text=${pid}`;
    const { page } = await open(url, { level: 1 });
    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });

    await page.reload();
    await page.locator('iframe').scrollIntoViewIfNeeded();
    await settleDrawing(page);

    expect({ dialogs, at: page.url(), connections: server.count() }).toEqual({ dialogs: [], at: url, connections: 0 });
  });

  test('a table in the text breaks no word on the smallest phone, and moves nothing but itself', async () => {
    const tenant = await newTenant();
    const cells = '<td>Zusammenfassung</td><td>Vertragserfüllung</td><td>Aufbewahrungsfrist</td>';
    const content = noticeContent({
      descriptionHtml: { eng: `<table><tr>${cells}</tr></table><p>${'y'.repeat(99)}</p>` },
    });
    const { pid } = await createNotice(table, tenant.accountId, content, new Date());
    await addConsent(tenant, { consentInformationPid: pid });
    const { page } = await open(`${await addressOf(tenant)}?text=${pid}`, { ...phone, level: 1 });

    const frame = page.frameLocator('iframe');
    const heights = await frame.locator('td').evaluateAll((found) => found.map((cell) => cell.clientHeight));
    const { height = 0 } = (await frame.locator('p').boundingBox()) ?? {};

    expect(heights.every((one) => one > 0 && one < 50)).toBe(true);
    expect(height).toBeGreaterThan(50);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test('a link in the text opens a tab, and the text stays', async () => {
    const server = await startRecordingServer();
    const tenant = await newTenant();
    const content = noticeContent({ descriptionHtml: { eng: `<p><a href="${server.url}">Terms</a></p>` } });
    const { pid } = await createNotice(table, tenant.accountId, content, new Date());
    await addConsent(tenant, { consentInformationPid: pid });
    const url = `${await addressOf(tenant)}?text=${pid}`;
    const { page } = await open(url, { level: 1 });

    expect(server.count()).toBe(0);
    await page.frameLocator('iframe').getByRole('link', { name: 'Terms' }).click();
    await expect.poll(() => server.count()).toBeGreaterThan(0);

    expect(page.url()).toBe(url);
    expect(await page.frameLocator('iframe').locator('body').innerText()).toBe('Terms');
  });
});
