import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { chooseSaving, openConsole, serveConsole } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';

const pageFile = /\/console\/evidence-/;

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  let id: string;
  beforeAll(async () => {
    [url, tenant] = await Promise.all([serveConsole(), newTenant()]);
    id = (await addConsent(tenant)).consentId;
  });

  const openConsent = async (): Promise<Page> => {
    const { page } = await openConsole(open, url, tenant, `#/consents/${id}`);
    await page.locator('.state', { hasText: 'In force' }).waitFor();
    return page;
  };

  const choose = (page: Page) => chooseSaving(page, 'Save as evidence');
  const savePage = (page: Page) => Promise.all([page.waitForEvent('download'), choose(page)]);

  test.each([
    ['does not come', { abort: true }],
    ['is gone', { status: 404, body: 'none' }],
    ['is another page, as a web server may have it', { status: 200, body: '<!doctype html><p>Welcome' }],
  ] as const)('where what the page is made of %s, the reader reads so, and can try again', async (_, answer) => {
    const page = await openConsent();
    await page.route(pageFile, (route) => ('abort' in answer ? route.abort() : route.fulfill(answer)));
    const downloads: unknown[] = [];
    page.on('download', (download) => downloads.push(download));
    await choose(page);
    await page.getByRole('alert').filter({ hasText: 'The page could not be made' }).waitFor();
    expect(downloads).toEqual([]);

    await page.unroute(pageFile);
    await savePage(page);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('what the page is made of is no page where the console is', async () => {
    const page = await openConsent();
    const [answer] = await Promise.all([page.waitForResponse(pageFile), savePage(page)]);

    expect(answer.headers()).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });
});
