import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { chooseLanguage, openConsole, serveConsole } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';

/** What stands in the page, with the door in each language. */
const doors = { en: 'Sign in', it: 'Accesso', de: 'Anmelden' } as const;

const languageFile = /console-(?:en|it|de|fr|es)-/;

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url = '';
  let tenant: Tenant;
  beforeAll(async () => {
    url = await serveConsole();
    tenant = await newTenant();
  });

  /** A page that is about to be opened, the languages that it asked for, and what answers for them. */
  const prepare = async (locale: string, answer: (route: Route) => unknown = (route) => route.continue()) => {
    const { page, offences } = await open('data:text/html,<h1>Before</h1>', { level: 1, locale });
    const asked: string[] = [];
    const answering = { answer };
    await page.route(languageFile, (route) => {
      const language = /console-([a-z]+)-/.exec(route.request().url())?.[1] ?? '';
      asked.push(language);
      return language === 'en' ? route.continue() : answering.answer(route);
    });
    const show = () => page.goto(url);
    return { page, asked, answering, show, offences };
  };

  const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const choice = (page: Page) => page.locator('header select');
  const speaks = (page: Page): Promise<string | null> => page.locator('html').getAttribute('lang');
  const kept = (page: Page): Promise<unknown> => page.evaluate('({ ...localStorage })');

  test.each([
    ['en-GB', 'en', ['en']],
    ['it-IT', 'it', ['it']],
  ] as const)(
    'a reader of %s loads the words of that language alone, and sees no other',
    async (locale, language, files) => {
      const { page, asked, show } = await prepare(locale);
      await page.addInitScript(() => {
        const seen = new Set();
        Object.assign(window, { seen });
        const look = (): unknown => seen.add(document.querySelector('h1')?.textContent);
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
      });
      await show();
      await titled(page, doors[language]).waitFor();

      expect(asked).toEqual(files);
      expect(await speaks(page)).toBe(language);
      expect(await page.evaluate('[...seen].filter(Boolean)')).toEqual([doors[language]]);
    },
  );

  test('while a language loads the page says so in it, and offers English', async () => {
    const { page, show, answering } = await prepare('it-IT', () => {});
    await show();
    await page.getByRole('status').getByText('L’italiano si sta caricando …').waitFor();
    expect(await page.locator('.waiting').getAttribute('lang')).toBe('it');
    await page.getByRole('button', { name: 'Continua in inglese' }).click();

    await titled(page, doors.en).waitFor();
    expect({ speaks: await speaks(page), kept: await kept(page) }).toEqual({ speaks: 'en', kept: {} });
    answering.answer = (route) => route.continue();
  });

  test('if a language does not load, the reader gets English, a sentence in that language, and can try again', async () => {
    const { page, asked, answering, show } = await prepare('it-IT', (route) => route.abort());
    await show();
    await titled(page, doors.en).waitFor();
    const told = page.getByRole('alert').filter({ hasText: 'L’italiano non si è potuto caricare' });
    await told.waitFor();
    expect(await told.getAttribute('lang')).toBe('it');
    expect({ speaks: await speaks(page), choice: await choice(page).inputValue() }).toEqual({
      speaks: 'en',
      choice: 'en',
    });
    answering.answer = (route) => route.continue();
    await told.getByRole('button', { name: 'Riprova' }).click();

    await titled(page, doors.it).waitFor();
    expect(await told.count()).toBe(0);
    expect(asked).toEqual(['it', 'en', 'it']);
  });

  test('a chosen language that does not load leaves the language, the page and the typed text', async () => {
    const { page, answering, show } = await prepare('it-IT');
    await show();
    await titled(page, doors.it).waitFor();
    await page.fill('[name=email]', 'ada@example.com');
    answering.answer = (route) => route.abort();
    await choice(page).selectOption('de');
    await page.getByRole('alert').filter({ hasText: 'Deutsch konnte nicht geladen werden' }).waitFor();

    expect(await titled(page, doors.it).count()).toBe(1);
    expect(await page.inputValue('[name=email]')).toBe('ada@example.com');
    expect({
      speaks: await speaks(page),
      choice: await choice(page).inputValue(),
      kept: await kept(page),
    }).toEqual({ speaks: 'it', choice: 'it', kept: {} });
    await expectAccessible(page, { fewest: 10 });
    await page.evaluate(() => {
      location.hash = '#/notices';
    });
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('a page in the middle of work changes its language and stays where it is', async () => {
    const { page, offences } = await openConsole(open, url, tenant, '#/notices');
    await chooseLanguage(page, 'fr');
    await titled(page, 'Notices').waitFor();
    await expect.poll(() => speaks(page)).toBe('fr');

    expect(await page.evaluate('location.hash')).toBe('#/notices');
    expect(offences).toEqual([]);
  });
});
