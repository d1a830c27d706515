import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { beforeAll } from 'vitest';
import { findChromium } from './chromium.ts';

const quiet = ['no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync'];

/** A page and what it did that it should not do. */
export interface WatchedPage {
  readonly page: Page;
  /** Requests to other hosts, and errors and warnings of the console. */
  readonly offences: readonly string[];
}

/** Starts the browser for a test file. Returns what opens a page in a profile of its own and waits for what it loads. */
export const useBrowser = () => {
  let browser: Browser;
  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-gpu', ...quiet.map((name) => `--${name}`)];
    browser = await chromium.launch({ ...(await findChromium()), args });
    return () => browser.close();
  });
  return async (url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> => {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
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
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    return { page, offences };
  };
};
