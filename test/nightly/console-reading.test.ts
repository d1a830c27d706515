import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProject } from '../../shared/identity/project.ts';
import type { WatchedPage } from '../e2e/browser.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { settleDrawing } from '../e2e/settling.ts';
import { chooseLanguage, goTo, openConsole, serveConsole } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant, noticeContent } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { needs } from '../support/make/machine.ts';
import { publishVersion } from '../support/make/notices.ts';
import { table } from '../support/make/table.ts';

describe('the console in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();

  let url: string;
  beforeAll(async () => {
    url = await serveConsole();
  });

  describe('to a reader who has signed in once', () => {
    let tenant: Tenant;
    let watched: WatchedPage;
    let page: Page;
    beforeAll(async () => {
      tenant = await newTenant();
      const project = { accountId: tenant.accountId, uid: 'a-shop', name: 'A shop' };
      await createProject(table, project, changeAt());
      watched = await openConsole(open, url, tenant, '#/nowhere');
      ({ page } = watched);
    });

    const titled = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

    test('a page that fails says so, where the focus is, and can be shown again', async () => {
      await page.route('**/notices/list', (route) => route.fulfill({ json: { data: [null] } }), { times: 1 });
      await goTo(watched, '#/notices');
      await titled('This page failed').waitFor();
      await expect.poll(() => page.locator('h1:focus').allInnerTexts()).toEqual(['This page failed']);
      await page.getByRole('button', { name: 'Show the page again' }).click();
      await titled('Notices').waitFor();
    });

    test('of two languages the one that was chosen last counts, whichever comes first', async () => {
      const held: Route[] = [];
      await page.route(/console-it-/, (route) => held.push(route));
      await chooseLanguage(page, 'it');
      await expect.poll(() => held.length).toBe(1);
      await chooseLanguage(page, 'de');
      await page.locator('html[lang=de]').waitFor();
      const answered = page.waitForResponse(/console-it-/);
      await held[0]?.continue();
      await answered;
      await settleDrawing(page);

      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      await chooseLanguage(page, 'en');
      await page.locator('html[lang=en]').waitFor();
    });

    test('on a wide screen the header is one line in every language', async () => {
      const before = page.viewportSize() ?? { width: 1280, height: 720 };
      await page.setViewportSize({ width: 1400, height: 900 });
      for (const language of ['it', 'de', 'fr', 'es', 'en'] as const) {
        await chooseLanguage(page, language);
        await page.locator(`html[lang=${language}]`).waitFor();
        const ends = await page
          .locator('header :is(.brand, nav a, .opener-of-account)')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
        expect(Math.max(...ends) - Math.min(...ends), language).toBeLessThan(20);
        expect(await page.locator('header').evaluate((header) => header.scrollWidth - header.clientWidth)).toBe(0);
      }
      await page.setViewportSize(before);
    });

    test('the way back leads to the page before, by its name, and Back finds the day that was asked about', async () => {
      await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ validityDays: 9 }), new Date());
      await addConsent(tenant, { userData: { email: 'way@example.com' } });
      const trail = page.locator('.trail a');
      const day = new Date().toISOString().slice(0, 10);
      await goTo(watched, '#/consents');
      await titled('Consents').waitFor();
      await page.getByRole('searchbox').fill('way@example.com');
      await page.getByRole('searchbox').press('Enter');
      await page.locator('main .person a', { hasText: 'way@' }).click();
      await expect.poll(() => trail.allInnerTexts()).toEqual(['Consents']);
      await page.getByLabel('What was in force on this day?').fill(day);
      await expect
        .poll(() => page.locator('.answers [role=status]').innerText())
        .toMatch(/^in force for a part of the day\s+by the consent to version \d$/);
      await page.locator('.answers').getByRole('link', { name: 'by the consent' }).click();
      await expect.poll(() => page.title()).toMatch(/^Consent /);
      expect(await trail.allInnerTexts()).toEqual(['Consents of a person']);
      await trail.click();
      await expect.poll(() => page.getByLabel('What was in force on this day?').inputValue()).toBe(day);
      await page.getByRole('link', { name: 'Text of version' }).click();
      await expect.poll(() => page.title()).toMatch(/^Privacy notice, Version \d – Consent register$/);
      expect(await trail.allInnerTexts()).toEqual(['Consents of a person']);
      await page.getByRole('link', { name: 'All versions of this notice' }).click();
      await expect.poll(() => page.title()).toBe('Privacy notice – Consent register');
      await page.getByLabel('Later version').selectOption('1');
      await expect.poll(() => page.url()).toContain('right=1');
      await trail.click();
      await trail.click();
      await expect.poll(() => page.getByLabel('What was in force on this day?').inputValue()).toBe(day);

      await trail.click();

      await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('way@example.com');
    });

    test('the overview asks for the project that is chosen', async () => {
      await goTo(watched, '#/overview');
      const [request] = await Promise.all([
        page.waitForRequest(
          (one) => one.url().endsWith('/overview/get') && one.postData()?.includes('a-shop') === true,
        ),
        page.getByLabel('Project').selectOption({ label: 'A shop' }),
      ]);

      expect(request.postDataJSON()).toMatchObject({ projectUid: 'a-shop' });
    });

    test('the latest version of a notice stands beside the one before', async () => {
      for (const months of [6, 12, 24]) {
        const content = noticeContent({ descriptionHtml: { eng: `<p>We keep it for ${months} months.</p>` } });
        await publishVersion(table, tenant.accountId, tenant.pid, content, new Date());
      }
      await goTo(watched, `#/notices/${tenant.pid}`);

      await expect.poll(() => page.locator('.comparison del').allInnerTexts()).toEqual([expect.stringContaining('12')]);
      await expect.poll(() => page.locator('.comparison ins').allInnerTexts()).toEqual([expect.stringContaining('24')]);
    });
  });
});
