import type { Page } from 'playwright-core';
import { buildConsoleRoutes } from '../../../cli/local/pages.ts';
import type { Language } from '../../../pages/i18n/index.ts';
import type { useBrowser, WatchedPage } from '../../e2e/browser.ts';
import type { Tenant } from '../make/builders.ts';
import { password } from '../make/password.ts';
import { serveFunctions } from './gateway.ts';

/** Serves the console and the real functions for the test file that asks. Returns the console's URL. */
export const serveConsole = async (): Promise<string> =>
  `http://127.0.0.1:${await serveFunctions(await buildConsoleRoutes())}/console`;

type Open = ReturnType<typeof useBrowser>;

/** Opens a page of the console as a user who has just signed in. @param fragment the address of the page, such as `#/notices` */
export const openConsole = async (
  open: Open,
  url: string,
  { email }: Pick<Tenant, 'email'>,
  fragment: string,
  options: Parameters<Open>[1] = {},
): Promise<WatchedPage> => {
  const watched = await open(`${url}${fragment}`, { level: 1, locale: 'en-GB', ...options });
  const { page } = watched;
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
  await page.locator('header nav').waitFor({ state: 'attached' });
  return watched;
};

/** Leads the reader to another page of the console, as a link would. */
export const goTo = async ({ page }: WatchedPage, fragment: string): Promise<void> => {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
};

/** Opens the menu that has the language and the way out, unless it is open or the language stands in the header itself. */
const openAccount = async (page: Page): Promise<void> => {
  if (await page.locator('header select').isVisible()) return;
  await page.locator('header button[popovertarget]').filter({ visible: true }).click();
};

export const chooseLanguage = async (page: Page, language: Language): Promise<void> => {
  await openAccount(page);
  await page.locator('header select').selectOption(language);
};

/** Signs out, in whatever language. */
export const signOut = async (page: Page): Promise<void> => {
  await openAccount(page);
  await page.locator('header .account > button').click();
};

/** Chooses from the menu with the ways to save. */
export const chooseSaving = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Save or print' }).click();
  await page.locator(':popover-open').getByRole('button', { name }).click();
};

/** All that a browser keeps of a page, and shows of it elsewhere. */
export const findTraces = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      document.title,
      navigation.entries().map((entry) => [entry.url, entry.getState()]),
      history.state,
    ]),
  );
