import type { Page } from 'playwright-core';

const patience = 20_000;

/** Of a page from now on: what waits until all that it asked for is there, and drawn. @throws Error where it never is */
export const newSettling = (page: Page): (() => Promise<void>) => {
  const pending = new Set<unknown>();
  page.on('request', (request) => pending.add(request));
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    const end = performance.now() + patience;
    await page.waitForTimeout(100);
    while (pending.size > 0) {
      if (performance.now() > end) throw new Error('The page still waits for an answer.');
      await page.waitForTimeout(50);
    }
    await page.waitForTimeout(200);
  };
};
