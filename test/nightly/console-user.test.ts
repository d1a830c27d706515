import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { findTraces, openConsole, serveConsole } from '../support/call/console.ts';
import { invoke } from '../support/call/invoke.ts';
import { newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';
import { password } from '../support/make/password.ts';

const newPassword = 'marble otter plays the tuba';

describe('the page of the user, in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  beforeAll(async () => {
    url = await serveConsole();
  });

  test('a user changes the password by keyboard alone, stays signed in, and reads why another is refused', async () => {
    const tenant = await newTenant();
    const { page } = await openConsole(open, url, tenant, '#/notices');
    await page.getByRole('banner').getByRole('button', { name: 'A User' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('banner').innerText()).toMatch(/A User\s+Account \d+/);
    await page.keyboard.press('Tab');
    await page.locator('a:focus', { hasText: 'You and your password' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.account').waitFor({ state: 'hidden' });
    const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')];
    await current.fill('not the password');
    await next.fill('correct horse battery staple');
    await next.press('Enter');
    await page.getByText('This password is easy to guess.').waitFor();
    await expect.poll(() => page.locator('input:focus').getAttribute('name')).toBe('next');
    await next.fill(newPassword);
    await next.press('Enter');
    await page.getByText('This is not your current password.').waitFor();
    await expect.poll(() => page.locator('input:focus').getAttribute('name')).toBe('current');
    await expectAccessible(page, { fewest: 15 });

    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByText('Your password is changed.').waitFor();

    await expect.poll(() => current.inputValue()).toBe('');
    expect(await findTraces(page)).not.toMatch(/otter|example|A User|correct/);
    expect(await invoke('details', {}, tenant)).toMatchObject({ body: { code: 'session.ended' } });
    expect(await invoke('login', { email: tenant.email, password: newPassword })).toMatchObject({ status: 200 });
    await page.getByRole('link', { name: 'Notices' }).click();
    await page.getByRole('link', { name: 'Privacy notice' }).first().waitFor();
  });

  test('whose answer was lost, and whose call was repeated, reads that the new one may be in force', async () => {
    const { page } = await openConsole(open, url, await newTenant(), '#/user');
    await page.route(
      '**/password',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill(newPassword);
    await page.keyboard.press('Enter');

    await page.getByText('the new one may be in force already').waitFor();
  });

  test('who tried too often reads how long to wait; if no answer comes, that the new one may be in force', async () => {
    const { page } = await openConsole(open, url, await newTenant(), '#/user');
    const answer = { code: 'login.throttled', detail: 'Too many.', requestId: 'r-1' };
    await page.route('**/password', (route) =>
      route.fulfill({ status: 500, json: { ...answer, code: 'service.fault' } }),
    );
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill(newPassword);
    await page.keyboard.press('Enter');
    await page.getByText('your password may be changed already').waitFor();
    await page.unroute('**/password');
    await page.route('**/password', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '90' }, json: answer }),
    );
    await page.getByRole('button', { name: 'Change your password' }).click();

    await page.getByText(/You can try again in (?:90|8\d) seconds/).waitFor();
    expect(await page.getByRole('button', { name: 'Change your password' }).isDisabled()).toBe(true);
  });
});
