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

  test('of the catalogues a reader loads one, in their own language', async () => {
    const { page } = await open('data:text/html,<h1>Before</h1>', { level: 1, locale: 'de-AT' });
    const asked: (string | undefined)[] = [];
    page.on('request', (request) => asked.push(/console-(\w+)-[^/]+\.json$/.exec(request.url())?.[1]));
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: 'Anmelden', exact: true }).waitFor();

    expect(asked.filter((language) => language !== undefined)).toEqual(['de']);
  });

  test('a page whose file does not come says so, and comes when the console is loaded again', async () => {
    const { page } = await open(`${url}#/erasures`, { level: 1, locale: 'en-GB' });
    const signIn = async (): Promise<void> => {
      await page.fill('[name=email]', tenant.email);
      await page.fill('[name=password]', password);
      await page.press('[name=password]', 'Enter');
    };
    await page.route(/erasure-list-/, (route) => route.abort());
    await signIn();
    const told = page.getByRole('alert').filter({ hasText: 'Try again, or reload the page' });
    await told.waitFor();
    await page.unroute(/erasure-list-/);
    await told.getByRole('button', { name: 'Try again' }).click();
    await signIn();

    await page.getByRole('heading', { level: 1, name: 'Erasures', exact: true }).waitFor();
  });
});
