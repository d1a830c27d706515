import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { goTo, openConsole, serveConsole } from '../support/call/console.ts';
import { invoke } from '../support/call/invoke.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';
import { password } from '../support/make/password.ts';
import { findShelf, stock } from '../support/make/stock.ts';
import { table } from '../support/make/table.ts';
import { openWithRetries } from '../support/make/tables.ts';

const ada = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Rossi', mobile_phone: '+44 7700 900123' };

/** Two people who share a telephone. */
const shared = '+44 20 7946 0000';

/** Ada, who agreed twice and took one back, two people who share a telephone, and 60 others, the newest of whom is number 59. */
const newRegister = async (): Promise<Tenant> => {
  const tenant = await newTenant();
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
  const others = Array.from({ length: 60 }, (_, i) => ({
    time: new Date(Date.UTC(2025, 0, 1, 0, i)),
    userData: { email: `other-${i}@example.com` },
  }));
  await stock(openWithRetries(table.name), shelf, others);
  const { consentId: id } = await addConsent(tenant, { userData: ada });
  await addConsent(tenant, { userData: ada });
  await addConsent(tenant, { userData: { email: 'bo@example.com', phone: shared } });
  await addConsent(tenant, { userData: { email: 'cy@example.com', phone: shared, card: 'C-7' } });
  await addConsent(tenant, { userData: { email: 'cy@example.com', mobile_phone: shared } });
  await invoke('revokeConsent', { id, proof: { mail: 'Stop.' } }, { token: tenant.token });
  return tenant;
};

const rows = (page: Page) => page.locator('main tbody tr');

const find = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('searchbox').first().fill(text);
  await page.keyboard.press('Enter');
};

/** Whether what was typed stands where it could be read by others. */
const findLeaks = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(
    (typed) =>
      [location.href, document.title, history.state, { ...localStorage }, { ...sessionStorage }].some((place) =>
        JSON.stringify(place ?? '').includes(typed),
      ),
    text,
  );

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  beforeAll(async () => {
    [url, tenant] = await Promise.all([serveConsole(), newRegister()]);
  });
  const openPage = (fragment: string) => openConsole(open, url, tenant, fragment);

  test('a question or a link that changes nothing reads the list again, and adds nothing to the history', async () => {
    const tenant = await newTenant();
    const { page } = await openConsole(open, url, tenant, '#/consents');
    await page.getByText('No consents found').waitFor();
    const entries = await page.evaluate('history.length');
    for (const [i, act] of [
      () => page.getByRole('button', { name: 'Find' }).click(),
      () => page.locator('header nav [aria-current]').click(),
    ].entries()) {
      await addConsent(tenant, { userData: { email: `new-${i}@example.com` } });
      await act();
      await page.getByText(`new-${i}@example.com`).waitFor();
    }
    await find(page, 'new-0@example.com');
    await expect.poll(() => page.evaluate('history.length')).toBe(Number(entries) + 1);
    await page.getByRole('link', { name: 'new-0@example.com' }).waitFor();
    await addConsent(tenant, { userData: { email: 'new-0@example.com' } });

    await page.getByRole('button', { name: 'Find' }).click();

    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await page.evaluate('history.length')).toBe(Number(entries) + 1);
  });

  test('a person is found by what is typed at once, told notice by notice, and named nowhere but on the page', async () => {
    const { page, offences } = await openPage('#/consents');
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.type(' ADA@example.com');
    await expectAccessible(page, { fewest: 15 });
    await page.keyboard.press('Enter');

    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await findLeaks(page, 'ADA')).toBe(false);
    await expectAccessible(page, { fewest: 15 });

    await rows(page).nth(1).getByRole('link', { name: ada.email }).click();
    await page.locator('.answers').waitFor();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Ada Rossi');
    await expect.poll(() => page.locator('.values').innerText()).toContain(ada.email);
    await expect
      .poll(() => page.locator('.answers tbody tr').innerText())
      .toMatch(/^Privacy notice\s+Yes\s+in force\s+version 1, since /);
    await expect.poll(() => page.locator('.events li').count()).toBe(3);
    expect(await findLeaks(page, ada.email)).toBe(false);
    await expectAccessible(page, { fewest: 15 });

    await page.goBack();
    await page.locator('main tbody tr:nth-child(2) a:focus').waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('ADA@example.com');
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(50);
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    expect(offences).toEqual([]);
  });

  test('a long list is shown a page at a time, and Back leads to the page before', async () => {
    const watched = await openPage('#/consents');
    const { page } = watched;
    await rows(page).nth(49).waitFor();

    await expect.poll(() => page.locator('.list-head p').innerText()).toBe('The newest 50');
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText('51–65 of 65').first().waitFor();
    await expect.poll(() => rows(page).count()).toBe(15);
    await expect.poll(() => rows(page).last().innerText()).toContain('other-0@example.com');
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByText('50 of 65').first().waitFor();

    await goTo(watched, '#/consents?from=2025&state=asleep');
    await page.getByText('This is not a day, a month or a time.').waitFor();
    await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(2);
    await goTo(watched, '#/consents?from=2025-01&until=2025-01');
    await page.getByText('The newest 50').first().waitFor();
    await expect.poll(() => rows(page).first().innerText()).toContain('other-59@example.com');
    await goTo(watched, `#/consents?notice=${tenant.pid}&version=1&state=revoked`);
    await page.getByText('1 consent', { exact: true }).first().waitFor();
    await goTo(watched, `#/consents?notice=${tenant.pid}&version=2`);
    await page.getByText('The register does not have this.').waitFor();
  });

  test("times are those of the reader's clock, with UTC beside them, and days of a filter those of UTC", async () => {
    const { page } = await openConsole(open, url, tenant, '#/consents?from=2025-01-01&until=2025-01-01', {
      timezoneId: 'Europe/Rome',
    });
    await rows(page).nth(49).waitFor();

    await expect.poll(() => rows(page).first().innerText()).toMatch(/^1 Jan 2025, 01:59\s/);
    await expect
      .poll(() => rows(page).first().locator('time').getAttribute('title'))
      .toMatch(/^1 Jan 2025, 01:59:00 \(00:59:00\sUTC\)/);
    await expect.poll(() => page.locator('.asked').textContent()).toContain('1 Jan 2025');
  });

  test('whoever finds several people by one value is warned, by the list and by the page of a person', async () => {
    const { page } = await openPage('#/consents');
    await page.getByRole('searchbox').waitFor();
    await find(page, shared);
    await page.getByText('Careful: these consents have different values of email, and may be of different').waitFor();
    await expect.poll(() => rows(page).count()).toBe(3);

    await expectAccessible(page, { fewest: 15 });
    await page.getByRole('button', { name: `mobile telephone ${shared} (1)` }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await page.getByText('Careful').count()).toBe(0);
    await page.goBack();
    await rows(page).nth(2).getByRole('link', { name: 'bo@example.com' }).click();
    await page.locator('.answers').waitFor();
    expect(await page.getByText('Careful').count()).toBe(0);
    await page.getByText('Consents with the same').click();
    await page.getByLabel(`telephone ${shared}`).check();
    await page.getByLabel('email bo@example.com').uncheck();
    await page.getByText('Careful: these consents').waitFor();
    await page.getByLabel('email bo@example.com').check();
    await page.getByRole('button', { name: 'See them all in a list' }).click();
    await page.getByText(`and telephone ${shared}`).waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
    await find(page, shared);
    await expect.poll(() => page.locator('.empty .asked li').allInnerTexts()).toEqual([`email ${shared}`]);
  });

  test('a name is found however it is typed, by its key, and what was typed does not outlive the page', async () => {
    const watched = await openPage('#/consents');
    const { page } = watched;
    await page.getByRole('searchbox').waitFor();
    const kind = page.getByLabel('What it is', { exact: true });
    await find(page, 'Rossi Ada');
    await page.getByText('first name Ada, last name Rossi').waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
    await expectAccessible(page, { fewest: 15 });
    await goTo(watched, '#/consents');
    await find(page, '07700 900124');
    await page.getByText('Is it something else? Choose it at “What it is”, and search again.').waitFor();
    const looked = page.locator('.empty .asked li');
    expect(await looked.allInnerTexts()).toEqual(
      ['telephone', 'mobile telephone', 'tax code'].map((kind) => `${kind} 07700 900124`),
    );
    await kind.selectOption({ label: 'telephone' });
    await find(page, ada.mobile_phone);
    await expect.poll(() => looked.allInnerTexts()).toEqual([`telephone ${ada.mobile_phone}`]);
    await kind.selectOption({ label: 'recognised automatically' });
    await page.getByRole('button', { name: 'Find' }).click();
    await page.locator('.asked bdi').getByText(`mobile telephone ${ada.mobile_phone}`).waitFor();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.goBack();
    await expect.poll(() => looked.allInnerTexts()).toEqual([`telephone ${ada.mobile_phone}`]);
    await page.goForward();
    await rows(page).nth(1).waitFor();
    await goTo(watched, '#/consents?state=expired');
    await find(page, ada.mobile_phone);
    await page.getByText('No consents found with these filters').waitFor();
    await page.getByRole('button', { name: 'Search all consents' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);

    await page.reload();
    await page.fill('[name=email]', tenant.email);
    await page.fill('[name=password]', password);
    await page.press('[name=password]', 'Enter');
    await page.getByText('What you typed is not kept').waitFor();
  });

  test('a value of the account’s own is found by its name, which the lists of the session suggest', async () => {
    const { page } = await openPage('#/consents');
    await rows(page).nth(49).waitFor();
    await page.getByLabel('What it is', { exact: true }).selectOption({ label: 'a value of your own' });
    await find(page, 'c-7');
    await page.getByText('Fill in this field.').waitFor();
    await page.locator('[aria-invalid]:focus').waitFor();
    expect(await page.locator('datalist option').evaluateAll((all) => all.map((one) => Object(one).value))).toEqual([
      'card',
    ]);
    await expectAccessible(page, { fewest: 15 });

    await page.keyboard.type('card');
    await page.keyboard.press('Enter');

    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(() => rows(page).innerText()).toContain('C-7');
  });

  test('the whole list is saved as CSV, counted by notice and version, and can be stopped', async () => {
    const { page, offences } = await openPage('#/consents?state=active');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const download = await saving;
    const text = await readFile(await download.path(), 'utf8');

    expect(download.suggestedFilename()).toMatch(/^consents-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.csv$/);
    expect(parse(text, { bom: true, columns: true })).toHaveLength(64);
    await page.getByText(/^64 rows are saved in consents-/).waitFor();
    expect(await page.locator('section tbody td').allInnerTexts()).toEqual(['Privacy notice, version 1', '64']);
    await expectAccessible(page, { fewest: 15 });

    await page.route('**/consent-register/list', () => {});
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('You stopped. Nothing was saved.').waitFor();
    expect(offences).toEqual([]);
  });

  test('a filter applies at once, a chip takes it away, and the focus stays where it was', async () => {
    const { page } = await openPage('#/consents?from=2025-01&until=2025-03');
    await rows(page).nth(49).waitFor();
    const filters = page.getByRole('button', { name: 'Filters' });
    expect(await filters.getAttribute('aria-expanded')).toBe('false');
    await filters.click();
    const state = page.getByLabel('State now');
    await state.focus();
    await state.selectOption({ label: 'revoked' });
    await page.getByText('No consents found with these filters').waitFor();
    expect(await page.evaluate('location.hash')).toBe('#/consents?from=2025-01&until=2025-03&state=revoked');
    await page.locator('select:focus').waitFor();

    await page.getByRole('button', { name: /^Remove: Given/ }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Remove: State now revoked' }).click();
    await rows(page).nth(49).waitFor();
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  });

  test('a press anywhere in a row leads to its consent, a selected text or a link in it does not', async () => {
    const { page } = await openPage('#/consents?state=active');
    await rows(page).nth(49).waitFor();
    const text = rows(page).first().getByText('Privacy notice');
    const { x = 0, y = 0, height = 0 } = (await text.boundingBox()) ?? {};
    await page.mouse.move(x + 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 60, y + height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate('String(getSelection()).length')).toBeGreaterThan(0);
    expect(await page.evaluate('location.hash')).toBe('#/consents?state=active');
    await rows(page).first().getByText('version 1').click();
    await expect.poll(() => page.evaluate('location.hash')).toMatch(/^#[/]consents[/][0-9a-f]{32}$/);
    await page.goBack();
    await rows(page).nth(49).waitFor();
    await rows(page).first().getByRole('link').last().click();
    await expect.poll(() => page.evaluate('location.hash')).toMatch(/[/]person$/);
  });

  test('a list is read again without leaving it: what is shown stays until the new answer', async () => {
    const tenant = await newTenant();
    await addConsent(tenant, { userData: { email: 'first@example.com' } });
    const { page } = await openConsole(open, url, tenant, '#/consents');
    await rows(page).first().waitFor();
    await addConsent(tenant, { userData: { email: 'second@example.com' } });
    const refresh = page.getByRole('button', { name: 'Refresh' });
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    await page.route('**/consent-register/list', async (route) => {
      await held;
      await route.continue();
    });

    await refresh.click();

    await expect.poll(() => refresh.getAttribute('aria-disabled')).toBe('true');
    expect(await rows(page).count()).toBe(1);
    go();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.locator('button:focus', { hasText: 'Refresh' }).waitFor();
  });

  test('the browser prints the page of a list, with what was asked for, and nothing to press', async () => {
    const { page } = await openPage('#/consents?state=active');
    await rows(page).nth(49).waitFor();
    await page.emulateMedia({ media: 'print' });

    expect(await rows(page).filter({ visible: true }).count()).toBe(50);
    expect(await page.locator('main').innerText()).toMatch(/^Consents\s+You asked for:\s+State now in force/);
    expect(await page.locator('header nav, form, main button').filter({ visible: true }).count()).toBe(0);
    expect(
      await page
        .locator('thead')
        .last()
        .evaluate((head) => getComputedStyle(head).display),
    ).toBe('table-header-group');
  });
});
