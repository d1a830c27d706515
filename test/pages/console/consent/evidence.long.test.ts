import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../../../e2e/browser.ts';
import { hasBrowser } from '../../../e2e/chromium.ts';
import { run } from '../../../e2e/command.ts';
import { makeDirectory } from '../../../e2e/directory.ts';
import type { Tenant } from '../../../support/builders.ts';
import { addConsent, newTenant } from '../../../support/builders.ts';
import { goTo, openConsole, serveConsole } from '../../../support/console.ts';
import { needs } from '../../../support/needs.ts';
import { representFile } from '../../../support/representative.ts';

representFile(
  'test/pages/console/safety.test.ts',
  'the console in Chromium > to a reader who has signed in once > the page that is saved is the one that the command writes, to the byte',
);

const evidencePath = '**/consent-register/evidence/get';
const pageFile = /\/console\/evidence-/;

/** Signs that a replacement could take for its own. */
const proof = { url: 'https://shop.example', html: "<p>I agree $& $1 $' </script><!-- é 😀</p>" };

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  let id: string;
  beforeAll(async () => {
    [url, tenant] = await Promise.all([serveConsole(), newTenant()]);
    id = (await addConsent(tenant, { proof, userData: { email: 'ada@example.com' } })).consentId;
  });

  /** Shows the consent. Returns its document, as it came, and what the page asked for. */
  const openConsent = async () => {
    const watched = await openConsole(open, url, tenant, '#/notices');
    const asked: string[] = [];
    watched.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const [answer] = await Promise.all([watched.page.waitForResponse(evidencePath), goTo(watched, `#/consents/${id}`)]);
    await watched.page.getByRole('heading', { level: 1, name: 'In force' }).waitFor();
    return { ...watched, asked, document: (await answer.body()).toString() };
  };

  const button = (page: Page) => page.getByRole('button', { name: 'Save as a page' });

  const savePage = async (page: Page) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page).first().click()]);
    const file = join(await makeDirectory(), download.suggestedFilename());
    await download.saveAs(file);
    return file;
  };

  test('it shows and verifies itself from a file, without a network, as the command line does', async () => {
    const { page } = await openConsent();
    const file = await savePage(page);
    const saved = await open(pathToFileURL(file).href, { offline: true });
    const { exitCode, stdout } = await run('cli/consent-register', ['evidence', 'verify', file]);

    expect(await saved.page.locator('.verdict h2').innerText()).toBe('Unchanged. Who signed it is not checked yet.');
    expect(await saved.page.locator('body').innerText()).toContain('ada@example.com');
    expect(saved.offences).toEqual([]);
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('CONSISTENT')]);
  });

  test.each([
    ['does not come', { abort: true }],
    ['is gone', { status: 404, body: 'none' }],
    ['is another page, as a web server may have it', { status: 200, body: '<!doctype html><p>Welcome' }],
  ] as const)('where what the page is made of %s, the reader reads so, and can try again', async (_, answer) => {
    const { page } = await openConsent();
    await page.route(pageFile, (route) => ('abort' in answer ? route.abort() : route.fulfill(answer)));
    const downloads: unknown[] = [];
    page.on('download', (download) => downloads.push(download));
    await button(page).first().click();
    await page.getByRole('alert').filter({ hasText: 'The page could not be made' }).waitFor();
    expect(downloads).toEqual([]);

    await page.unroute(pageFile);
    await savePage(page);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  test('what the page is made of is no page where the console is', async () => {
    const { page } = await openConsent();
    const [answer] = await Promise.all([page.waitForResponse(pageFile), savePage(page)]);

    expect(answer.headers()).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });
});
