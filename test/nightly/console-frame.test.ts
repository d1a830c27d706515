import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { languageTags } from '../../pages/i18n/index.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { noteChanges } from '../e2e/noted-changes.ts';
import { chooseLanguage, goTo, openConsole, serveConsole, signOut } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';

const notices = '**/consent-register/notices/list';

const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => (document.activeElement as HTMLElement).innerText || document.activeElement?.tagName || '');

/** Where a reader is, as all parts of the page say it. */
const findPlace = () => [
  document.documentElement.lang,
  document.querySelector('h1')?.innerText,
  document.title,
  document.activeElement?.tagName,
  document.querySelector<HTMLElement>('nav [aria-current]')?.innerText,
];

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  beforeAll(async () => {
    url = await serveConsole();
    tenant = await newTenant({ notices: 40 });
  });
  const openAt = (fragment: string) => openConsole(open, url, tenant, fragment);

  test('by keys alone: past the header, to another page, whose heading gets the focus', async () => {
    const { page, offences } = await openAt('#/nowhere');
    await titled(page, 'No such page').waitFor();
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
    });
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('No such page');
    await expect.poll(() => page.url()).toBe(`${url}#/nowhere`);

    await page.getByRole('link', { name: 'Notices' }).focus();
    await page.keyboard.press('Enter');
    await titled(page, 'Notices').waitFor();

    await expect.poll(() => focused(page)).toBe('Notices');
    await expect.poll(() => page.title()).toBe('Notices – Consent register');
    await expect.poll(() => page.locator('nav [aria-current]').allInnerTexts()).toEqual(['Notices']);
    expect(offences).toEqual([]);
  });

  test('heading, title, focus and navigation change at once, whatever the reader looks at in between', async () => {
    const watched = await openAt('#/nowhere');
    const { page } = watched;
    await titled(page, 'No such page').waitFor();
    const places = await noteChanges(page, findPlace);

    for (const [fragment, heading] of [
      ['#/notices', 'Notices'],
      ['#/consents', 'Consents'],
      ['#/nowhere', 'No such page'],
    ] as const) {
      await goTo(watched, fragment);
      await titled(page, heading).waitFor();
    }
    await chooseLanguage(page, 'it');
    await titled(page, 'Pagina inesistente').waitFor();
    await signOut(page);
    await titled(page, 'Accesso').waitFor();

    expect(await places()).toEqual([
      ['en', 'Notices', 'Notices – Consent register', 'H1', 'Notices'],
      ['en', 'Consents', 'Consents – Consent register', 'INPUT', 'Consents'],
      ['en', 'No such page', 'No such page – Consent register', 'H1', undefined],
      ['en', 'No such page', 'No such page – Consent register', 'BUTTON', undefined],
      ['it', 'Pagina inesistente', 'Pagina inesistente – Registro dei consensi', 'BUTTON', undefined],
      ['it', 'Accesso', 'Accesso – Registro dei consensi', 'INPUT', undefined],
    ]);
  });

  test('going back leads to where the reader was on the page, and a new page begins at its top', async () => {
    const { page } = await openAt('#/notices');
    const link = page.locator('main a[href^="#/notices/"]').nth(30);
    await link.scrollIntoViewIfNeeded();
    await link.focus();
    const [top, href] = [await page.evaluate('scrollY'), await link.getAttribute('href')];
    expect(top).toBeGreaterThan(300);

    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}${href}`);
    await expect.poll(() => page.evaluate('scrollY')).toBe(0);
    await page.goBack();

    await expect.poll(() => page.evaluate('scrollY')).toBe(top);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(href);
  });

  test('an address without a page says so, and leads back', async () => {
    const { page } = await openAt('#/nowhere');
    await titled(page, 'No such page').waitFor();
    await expectAccessible(page, { fewest: 12 });

    await page.getByRole('link', { name: 'To the first page' }).click();

    await titled(page, 'Overview').waitFor();
  });

  test('a slow service: told after a moment, called long after a while, stopped and tried again', async () => {
    const { page } = await openAt('#/');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    let calls = 0;
    await page.route(notices, () => {
      calls += 1;
    });
    await goTo({ page, offences: [] }, '#/notices');
    const status = page.locator('.waiting [role=status]');
    await status.waitFor({ state: 'attached' });
    await page.clock.runFor(250);
    expect(await status.innerText()).toBe('');
    await page.clock.runFor(150);
    await expect.poll(() => status.innerText()).toBe('Reading …');
    expect(await page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    await page.clock.runFor(5_000);
    await expect.poll(() => status.innerText()).toBe('The service has not answered yet. Still waiting …');
    await page.clock.resume();
    await expectAccessible(page, { fewest: 12 });
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('You stopped before the service answered.').waitFor();

    await page.unroute(notices);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('main a[href^="#/notices/"]').first().waitFor();
    expect(calls).toBe(1);
  });

  test('a failing service: what happened, what to do, and the request by which the operator finds it', async () => {
    const { page } = await openConsole(open, url, tenant, '#/', {
      locale: 'de-AT',
      permissions: ['clipboard-write', 'clipboard-read'],
    });
    await page.route(notices, (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        json: {
          type: '/problems/service.fault',
          title: 'x',
          status: 500,
          detail: 'x',
          code: 'service.fault',
          requestId: 'r-42',
        },
      }),
    );
    await goTo({ page, offences: [] }, '#/notices');
    await page.getByText('Im Dienst ist ein Fehler aufgetreten.').waitFor();
    await expectAccessible(page, { fewest: 12 });
    await page.getByRole('button', { name: 'Kopieren' }).click();
    await page.getByText('Kopiert').waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('r-42');

    await page.unroute(notices);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.locator('main a[href^="#/notices/"]').first().waitFor();
  });

  test('on paper there is no navigation, and all is dark on light', async () => {
    const { page } = await openConsole(open, url, tenant, '#/notices', { colorScheme: 'dark' });
    await page.locator('main a[href^="#/notices/"]').first().waitFor();

    await page.emulateMedia({ media: 'print' });

    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
      .toBe('rgb(255, 255, 255)');
    expect(await page.getByRole('navigation', { name: 'Pages' }).isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'A User' }).isVisible()).toBe(false);
  });

  test('where the browser forces its colours, a line still marks the page where the reader is, and no other', async () => {
    const { page } = await openConsole(open, url, tenant, '#/notices', { forcedColors: 'active' });
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await page.locator('header [aria-current]').waitFor();

    const lines = await links.evaluateAll((all) =>
      all.filter((link) => getComputedStyle(link).borderBlockEndWidth !== '0px').map(({ textContent }) => textContent),
    );

    expect(lines).toEqual(['Notices']);
    const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
    expect(new Set(heights).size).toBe(1);
  });

  test('a page whose program does not come says what to do, in each language, and goes on when it comes', async () => {
    const { page } = await open(url, { level: 1 });
    await page.route('**/console/*.{js,json}', (route) => route.fulfill({ status: 404 }));
    await page.reload();

    await page.getByText('If nothing else appears, load it again.').waitFor();
    expect(
      await page.locator('main p:visible').evaluateAll((all: HTMLElement[]) => all.map(({ lang }) => lang)),
    ).toEqual(languageTags);
    await page.unroute('**/console/*.{js,json}');
    await page.reload();
    await titled(page, 'Sign in').waitFor();
    expect(await page.getByText('If nothing else appears').count()).toBe(0);
  });
});
