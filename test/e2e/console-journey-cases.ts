import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { demoAccounts, demoPassword } from '../../cli/local/demo.ts';
import { dayMilliseconds } from '../../shared/runtime/time.ts';
import { newFolder } from '../support/make/machine.ts';

/** So short that tokens end in the middle. */
export const tokenSeconds = 8;

export const person = 'ada@example.com';

export const { email } = demoAccounts.demoShop.user;

/** The demo data is counted in days before the start: Ada agreed anew 20 days ago, and had revoked 200 days ago. */
export const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * dayMilliseconds).toISOString().slice(0, 10);

export const titled = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** The path of an operation without what all have: `list`, `notices/list`. */
export const toOperation = (url: string): string => new URL(url).pathname.replace(/^\/(?:consent-register\/)?/, '');

/** Operations that answered, but for refreshes: tokens end at any moment here. */
export const listenToAnswers = (page: Page): string[] => {
  const answers: string[] = [];
  page.on('response', (response) => {
    const isCall = response.request().method() === 'POST' && response.status() === 200;
    const operation = toOperation(response.url());
    if (isCall && operation !== 'refresh-token') answers.push(operation);
  });
  return answers;
};

/** What is wrong with a page, but that the browser tells of tokens that had ended and of what a test broke. */
export const seriousOf = (offences: readonly string[]): string[] =>
  offences.filter((text) => !/status of (?:401|403|503)|ERR_FAILED/.test(text));

export const signIn = async (page: Page): Promise<void> => {
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(demoPassword);
  await page.keyboard.press('Enter');
  await titled(page, 'Overview').waitFor();
  await page.getByRole('link', { name: 'Consents', exact: true }).click();
  await titled(page, 'Consents').waitFor();
  await page.locator('main input:focus').waitFor();
  await page.locator('main tbody tr').first().waitFor();
};

export const newsletterRow = (page: Page) =>
  page.locator('main tbody tr', { hasText: 'Newsletter' }).filter({ hasText: 'in force' });

/** A day as sentences of the console write it for readers in Great Britain. */
export const inWords = (asked: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(asked));

/** From what is typed to the answer for a day: did the person agree? */
export const askForDay = async (page: Page, asked: string): Promise<void> => {
  await page.keyboard.type(person);
  await page.keyboard.press('Enter');
  await newsletterRow(page).getByRole('link').first().click();
  await titled(page, /Newsletter/).waitFor();
  const field = page.getByLabel('At another time (UTC)');
  await field.fill(asked);
  await field.press('Enter');
  await page.locator('.state', { hasText: inWords(asked) }).waitFor();
};

export const save = async (page: Page, press: () => Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const file = join(newFolder(), download.suggestedFilename());
  await download.saveAs(file);
  return file;
};
