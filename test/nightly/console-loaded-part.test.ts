import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { serveConsole } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';
import { password } from '../support/make/password.ts';

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url = '';
  let tenant: Tenant;
  beforeAll(async () => {
    url = await serveConsole();
    tenant = await newTenant();
  });

  test('the words of her language are on their way before the program has begun', async () => {
    const { page } = await open('data:text/html,<h1>Before</h1>', { level: 1, locale: 'de-AT' });
    const asked: string[] = [];
    page.on('request', (request) => {
      const [, name] = /\/console\/console-([a-z]+)-/.exec(request.url()) ?? [];
      if (name !== undefined) asked.push(name);
    });
    await page.route(/console-chunk-/, async (route) => {
      await expect.poll(() => asked).toContain('de');
      await route.continue();
    });
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'Anmelden', exact: true }).waitFor();

    expect(asked.filter((name) => ['en', 'it', 'de', 'fr', 'es'].includes(name))).toEqual(['de']);
  });

  test('a page whose file does not come says so, and comes when it is asked for again', async () => {
    const { page } = await open(`${url}#/overview`, { level: 1, locale: 'en-GB' });
    await page.route(/console-overview-/, (route) => route.abort());
    await page.fill('[name=email]', tenant.email);
    await page.fill('[name=password]', password);
    await page.press('[name=password]', 'Enter');
    const told = page.getByRole('alert').filter({ hasText: 'Try again, or reload the page' });
    await told.waitFor();
    await page.unroute(/console-overview-/);
    await told.getByRole('button', { name: 'Try again' }).click();

    await page.getByRole('heading', { level: 1, name: 'Overview', exact: true }).waitFor();
  });
});
