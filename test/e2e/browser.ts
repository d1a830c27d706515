import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { launchChromium } from './chromium.ts';

/** A page and what it did that it should not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to other hosts, and errors and warnings of the console. */
  readonly offences: readonly string[];
}

/** Starts the browser for a test file. Returns what opens a page in a profile of its own and waits for a heading of the level. */
export const useBrowser = () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
    return () => browser.close();
  });
  return async (
    url: string,
    { level = 2, ...options }: BrowserContextOptions & { readonly level?: number } = {},
  ): Promise<WatchedPage> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC', ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const offences: string[] = [];
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (!['data:', 'blob:'].includes(protocol) && host !== new URL(url).host) offences.push(request.url());
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) offences.push(message.text());
    });
    page.on('pageerror', ({ message }) => offences.push(message));
    await page.goto(url);
    await page.getByRole('heading', { level }).first().waitFor();
    return { page, offences };
  };
};
