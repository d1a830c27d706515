import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { noteChanges } from '../e2e/noted-changes.ts';
import { isHandlerNotMade } from '../pages/html/active.ts';
import { chooseLanguage, findTraces, openConsole, serveConsole, signOut } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';
import { password } from '../support/make/password.ts';

const minute = 60_000;

const problem = (status: number, code: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ type: `/problems/${code}`, title: code, status, detail: code, code, requestId: 'r-1' }),
});

const fill = async (page: Page, email: string, typed = password): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.keyboard.press('Enter');
};

const titled = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Whether the dialog is open and has the focus, where there is one. */
const findDialog = () => {
  const dialog = document.querySelector('dialog');
  return dialog ? [dialog.open, dialog.contains(document.activeElement)] : undefined;
};

/** Waits until each timer of a second that the page has come at least once. */
const passSecond = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => setTimeout(resolve, 1_000), 1_000);
      }),
  );

/** The texts that the page's program still holds after garbage collection. */
const dumpMemory = async (page: Page): Promise<string> => {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return chunks.join('');
};

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let ada: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    url = await serveConsole();
    ada = await newTenant();
    other = await newTenant();
  });
  const openSignIn = (fragment = '') => open(`${url}${fragment}`, { level: 1, locale: 'en-GB' });

  test('a wrong password is reported at its field, and the right one leads in, by keys alone', async () => {
    const { page } = await openSignIn('#/notices');
    await expect.poll(() => page.locator('input:focus').getAttribute('autocomplete')).toBe('username');
    await page.getByText(`You sign in to the register at ${new URL(url).host}.`).waitFor();
    await page.keyboard.type(ada.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Password', { exact: true });
    await page.getByText('The email or the password is wrong').waitFor();
    await expect.poll(() => page.locator('input:focus').getAttribute('name')).toBe('password');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page, { fewest: 15 });

    await field.fill(password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => field.getAttribute('type')).toBe('text');
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('current-password');
    await field.press('Enter');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();

    await expect.poll(() => page.locator('header').innerText()).toContain('A User');
    await expect.poll(() => page.locator('h1:focus').count()).toBe(1);
    await expect.poll(() => page.getByRole('link', { name: 'Notices' }).getAttribute('aria-current')).toBe('page');
  });

  test('after too many attempts the wait is counted down, and nothing is sent before its end', async () => {
    const { page } = await openSignIn();
    let calls = 0;
    await page.route('**/login', (route) => {
      calls += 1;
      return route.fulfill(problem(429, 'login.throttled', { 'retry-after': '90' }));
    });

    await fill(page, ada.email);
    await page.getByText(/You can try again in (?:90|89) seconds/).waitFor();
    await expectAccessible(page, { fewest: 15 });
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(true);
    await page.clock.setFixedTime(Date.now() + 91_000);
    await page.getByText('You can try again now.').waitFor();
    expect(calls).toBe(1);

    await page.unroute('**/login');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  test('a service that is away, and one that fails, are reported in words with what to do', async () => {
    const { page } = await openSignIn();
    await page.route('**/login', (route) => route.abort());
    await fill(page, ada.email);
    await page.getByText('The service cannot be reached. Check your network').waitFor();
    await page.unroute('**/login');
    await page.route('**/login', (route) => route.fulfill(problem(500, 'service.fault')));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('tell the operator the request id').waitFor();

    await expect.poll(() => page.locator('.failed code').innerText()).toBe('r-1');
    await expectAccessible(page, { fewest: 15 });
  });

  test('an account that is not set up learns so at the sign-in', async () => {
    const { email } = await newTenant({ enabled: false });
    const { page } = await openSignIn();

    await fill(page, email);

    await page.getByText('Your account is not set up for the consent register').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  test('a minute before an idle session ends a dialog asks; who stays goes on', async () => {
    const { page, offences } = await openConsole(open, url, ada, '#/notices');
    const start = Date.now();
    const dialogs = await noteChanges(page, findDialog);
    await page.getByRole('link', { name: 'Overview' }).focus();
    await page.clock.setFixedTime(start + 14.5 * minute);
    const dialog = page.getByRole('alertdialog', { name: 'Are you still there?' });
    await dialog.waitFor();
    await expect.poll(() => dialog.innerText()).toMatch(/You will be signed out in \d\d seconds\./);
    expect(await dialog.getByRole('status').innerText()).toBe('You will be signed out in 30 seconds.');
    await expectAccessible(page, { fewest: 15 });
    await page.mouse.move(30, 30);
    expect(await dialog.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Stay signed in' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await dialogs()).toEqual([[true, true]]);
    expect(await page.locator(':focus').innerText()).toBe('Overview');

    await page.clock.setFixedTime(start + 29 * minute);
    await dialog.waitFor();
    await page.clock.setFixedTime(start + 30 * minute);
    await page.getByText('You were signed out because nothing was done for 15 minutes').waitFor();
    await expect.poll(() => page.url()).toBe(`${url}#/notices`);
    // axe asks every frame whether it is accessible, and the one for texts runs no script.
    expect(offences.filter((offence) => !isHandlerNotMade(offence))).toEqual([]);
  });

  test('a clock that is set back makes no session longer', async () => {
    const { page } = await openConsole(open, url, ada, '#/notices');
    const start = Date.now() - 24 * 60 * minute;
    await page.clock.setFixedTime(start);
    await passSecond(page);
    await page.clock.setFixedTime(start + 15 * minute);

    await page.getByText('You were signed out because nothing was done for 15 minutes').waitFor();
  });

  test('a user who comes back to a machine that slept is signed out, whatever they touch first', async () => {
    const { page } = await openSignIn();
    await page.getByLabel('Keep me signed in').check();
    await fill(page, ada.email);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await expect.poll(() => page.evaluate('sessionStorage.length')).toBe(1);

    await page.evaluate(
      (now) => {
        Date.now = () => now;
        document.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
      },
      Date.now() + 8 * 60 * minute,
    );

    await page.getByText('nothing was done for 15 minutes').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('nothing of a person is in storage, titles, addresses or the history, whatever the person and the user did', async () => {
    const { consentId } = await addConsent(other, { userData: { email: 'eve@example.net', first_name: 'Evelyn' } });
    const { page, offences } = await openSignIn(`#/consents/${consentId}`);
    await page.getByLabel('Keep me signed in').check();
    await fill(page, other.email);
    await page.getByText('eve@example.net').first().waitFor();
    const traces = [await findTraces(page)];
    await page.getByRole('link', { name: 'Revoke this consent' }).click();
    await page.getByLabel('Reason').fill('Evelyn Smith wrote');
    await page.getByLabel('How the person asked').selectOption('email');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').waitFor();
    traces.push(await findTraces(page));
    await page.getByRole('button', { name: 'Revoke now' }).click();
    await titled(page, 'The consent is revoked').waitFor();
    await page.getByRole('link', { name: 'To the consent' }).click();
    await page.locator('.state', { hasText: 'Revoked' }).waitFor();
    traces.push(await findTraces(page));
    await chooseLanguage(page, 'it');
    await signOut(page);
    await page.getByText('La sessione è stata chiusa.').waitFor();
    traces.push(await findTraces(page));

    expect(traces.join('\n')).toContain(consentId);
    expect(traces.join('\n')).not.toMatch(/eve|smith|wrote|A User|user-\d|example|password"|correct/i);
    expect(await page.evaluate('({ ...localStorage })')).toEqual({ 'consent-register-language': 'it' });
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('it');
    expect(offences).toEqual([]);
  });

  test('signing out leaves nothing of a person in the memory of the page', async () => {
    const { consentId } = await addConsent(other, { userData: { email: 'zoe@example.net' } });
    const { page } = await openConsole(open, url, other, `#/consents/${consentId}/revoke`);
    await page.getByText('zoe@example.net').first().waitFor();
    await page.getByLabel('Reason').fill('Zoe telephoned');
    expect(await dumpMemory(page)).toMatch(
      /zoe@example\.net[\s\S]*Zoe telephoned|Zoe telephoned[\s\S]*zoe@example\.net/,
    );

    await signOut(page);
    await page.getByText('You are signed out.').waitFor();

    expect((await dumpMemory(page)).match(/zoe@example\.net|Zoe telephoned/g)).toBe(null);
  });
});
