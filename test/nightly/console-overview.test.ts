import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createProject } from '../../shared/identity/project.ts';
import { dayMilliseconds } from '../../shared/runtime/time.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { askErasure } from '../shared/consents/erasure/erasure-requests.ts';
import { pressConfirm } from '../support/call/confirmations.ts';
import { chooseSaving, goTo, openConsole, serveConsole } from '../support/call/console.ts';
import { invoke } from '../support/call/invoke.ts';
import { startMailService } from '../support/faults/mail-service.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, consentOf, newTenant, noticeContent } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { needs } from '../support/make/machine.ts';
import { createNotice, publishVersion } from '../support/make/notices.ts';
import { openOwnLog } from '../support/make/register-log.ts';
import { table } from '../support/make/table.ts';

const proof = { url: 'https://shop.example/account' };

/** An account with four consents, of which one was revoked. */
const newCounted = async (): Promise<Tenant> => {
  const log = await openOwnLog();
  const tenant = await newTenant({ notices: 2 });
  await createProject(table, { accountId: tenant.accountId, uid: 'a-shop', name: 'A shop' }, changeAt());
  const [first = 0, second = 0] = tenant.notices.map(({ pid }) => pid);
  for (const consentInformationPid of [first, first, first, second]) {
    const { consentId } = await addConsent(tenant, { consentInformationPid });
    if (consentInformationPid === second) await invoke('revokeConsent', { id: consentId, proof }, tenant);
  }
  await log.publish();
  return tenant;
};

/** Two versions of each of two notices, which are called the same at length, with a consent to each. */
const newNamesakes = async (): Promise<Tenant> => {
  const log = await openOwnLog();
  const tenant = await newTenant({ notices: 2 });
  const content = noticeContent({ title: { eng: `${'Personal letters '.repeat(4)}👩‍👩‍👧‍👧` } });
  for (const consentInformationPid of tenant.notices.map(({ pid }) => pid))
    for (let i = 0; i < 2; i += 1) {
      await publishVersion(table, tenant.accountId, consentInformationPid, content, new Date());
      await addConsent(tenant, { consentInformationPid });
    }
  await log.publish();
  return tenant;
};

const cellsOf = (page: Page, table: number): Promise<string[]> =>
  page.locator('main details').nth(table).locator('tbody tr').first().locator('td').allInnerTexts();

/** An account with consents that end, have ended and never end, and a request to erase that is late. */
const newBusy = async (): Promise<Tenant> => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 20 * dayMilliseconds });
  const tenant = await newTenant();
  const past = new Date();
  const add = async (email: string, validityDays: number): Promise<string> => {
    const { pid } = await createNotice(table, tenant.accountId, noticeContent({ validityDays }), past);
    return (await addConsent(tenant, { userData: { email, first_name: 'Ada' }, consentInformationPid: pid })).consentId;
  };
  await add('later@example.com', 45);
  await add('next@example.com', 25);
  await add('over@example.com', 10);
  const id = await add('erase@example.com', 0);
  await askErasure(tenant, { ids: id, receivedOn: '2026-01-31' });
  vi.useRealTimers();
  return tenant;
};

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  beforeAll(async () => {
    [url, tenant] = [await serveConsole(), await newCounted()];
  });

  test('what is in force, given and withdrawn is drawn, and stands in tables', async () => {
    const { page, offences } = await openConsole(open, url, tenant, '#/');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const month = await page.evaluate(() =>
      new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date()),
    );
    const chart = page.getByRole('slider', { name: 'In force at the end of each month' });
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toBe(`${month}: 3 in force, 4 given, 1 ended`);
    expect(await page.locator('.headline .figure').allInnerTexts()).toEqual(['3', '4', '1']);
    expect(await page.locator('.headline .quiet').allInnerTexts()).toEqual([
      expect.stringMatching(/^3 more than in /),
      expect.stringMatching(/^4 more than in /),
      expect.stringMatching(/^1 more than in /),
    ]);
    for (const figures of await page.locator('main summary').all()) await figures.click();
    expect(await cellsOf(page, 0)).toEqual([expect.stringMatching(/\d{4}$/), '0', '4', '1', '0', '0', '0', '3']);
    expect(await cellsOf(page, 1)).toEqual([
      expect.stringMatching(/, version 1$/),
      '3',
      '0',
      '0',
      '0',
      '0',
      '3',
      '100%',
    ]);
    expect(await page.locator('main details').first().locator('tbody tr').last().innerText()).toMatch(
      /^All months\s+0\s+4\s+1\s/,
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chooseSaving(page, 'Save the figures as CSV'),
    ]);
    expect(download.suggestedFilename()).toMatch(/^overview-.*Z\.csv$/);
    expect(parse(await readFile(await download.path(), 'utf8'), { bom: true, columns: true }).at(-1)).toMatchObject({
      'In force before': '0',
      Given: '4',
      'In force after': '3',
    });
    expect(await page.getByText(/Counted up to .* UTC/).count()).toBe(1);
    expect(await page.locator('nav [aria-current]').allInnerTexts()).toEqual(['Overview']);
    await expectAccessible(page, { fewest: 15 });
    expect(offences).toEqual([]);
  });

  test.each([1280, 390])('the menu to save stays within a window of %i pixels', async (width) => {
    const { page } = await openConsole(open, url, tenant, '#/', { viewport: { width, height: 800 } });
    await page.getByRole('button', { name: 'Save or print' }).click();

    const box = await page.locator('.act-menu:popover-open').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  });

  test('where nothing is counted yet, a sentence says so', async () => {
    const { page, offences } = await openConsole(open, url, await newTenant(), '#/overview', {
      forcedColors: 'active',
    });
    await page.getByText('There are no figures yet.').waitFor();

    expect(await page.locator('.chart').count()).toBe(0);
    expect(offences).toEqual([]);
  });

  test('requests to confirm by email are counted as long as they have no answer, and not shown', async () => {
    const { links } = await startMailService();
    const tenant = await newTenant();
    for (const email of ['ada@mail.example', 'grace@mail.example'])
      await invoke('requestConfirmation', consentOf(tenant, { userData: { email } }), tenant);
    const watched = await openConsole(open, url, tenant, '#/overview');
    const { page, offences } = watched;
    await page.getByText('2 requests to confirm by email are waiting for an answer.').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('mail.example');
    await expectAccessible(page, { fewest: 10 });

    const [last = '', first = ''] = links();
    for (const [link, waiting] of [
      [first, '1 request to confirm by email is waiting for an answer.'],
      [last, ''],
    ] as const) {
      await goTo(watched, '#/nowhere');
      await pressConfirm(link);
      await goTo(watched, '#/overview');
      await page.getByText('There are no figures yet.').waitFor();
      expect((await page.getByText('to confirm by email').allInnerTexts()).join()).toBe(waiting);
    }
    expect(offences).toEqual([]);
  });

  test('numbers and PIDs tell versions of the same name apart', async () => {
    const namesakes = await newNamesakes();
    const { page } = await openConsole(open, url, namesakes, '#/overview', { viewport: { width: 390, height: 800 } });
    await page.locator('main summary').last().click();

    const named = await page.locator('main details').last().locator('bdi').allInnerTexts();
    expect(new Set(named).size).toBe(4);
    expect(named[0]).toBe(`Number ${namesakes.pid}, ${'Personal letters '.repeat(4)}👩‍👩‍👧‍👧, version 2`);
  });

  test('the keys and the pointer show the figures of each month', async () => {
    const { page, offences } = await openConsole(open, url, tenant, '#/');
    const chart = page.getByRole('slider', { name: 'In force at the end of each month' });
    const said = page.locator('.month-chart figcaption p');
    const last = (await chart.getAttribute('aria-valuetext')) ?? '';
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => said.innerText()).toMatch(/: 0 in force, 0 given, 0 ended$/);
    expect(await chart.getAttribute('aria-valuetext')).toBe(await said.innerText());
    await page.keyboard.press('Home');
    await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe('0');
    await page.keyboard.press('End');
    await expect.poll(() => said.innerText()).toBe(last);

    const { x = 0, y = 0, width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + height / 2);
    await expect.poll(() => said.innerText()).not.toBe(last);
    await page.mouse.move(x + width - 12, y + height / 2);
    await expect.poll(() => said.innerText()).toBe(last);
    expect(offences).toEqual([]);
  });

  test('what waits stands below the figures: a late request, what ends next, and whom to ask again', async () => {
    const { page, offences } = await openConsole(open, url, await newBusy(), '#/');
    const panel = (name: string) =>
      page.locator('.to-do > section').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await expect
      .poll(() => panel('Requests to erase').innerText())
      .toMatch(/1\s+1 consent\s+overdue\s+answer due by 28 Feb 2026$/);
    await expect.poll(() => panel('Consents that end within 30 days').locator('li').count()).toBe(2);
    expect(await panel('Consents that end within 30 days').locator('li').first().innerText()).toMatch(/^Ada/);
    const ends = await panel('Consents that end within 30 days').locator('li > :last-child').allInnerTexts();
    expect(ends.map((end) => Date.parse(end))).toEqual(
      ends.map((end) => Date.parse(end)).sort((one, other) => one - other),
    );
    await expect.poll(() => panel('Consents to ask for again').locator('.figure').innerText()).toBe('3');
    expect(await panel('Consents to ask for again').locator('li .quiet').allInnerTexts()).toEqual(
      Array.from({ length: 3 }, () => expect.stringMatching(/^\S.*: expire[sd] on /)),
    );
    await expectAccessible(page, { fewest: 15 });
    await page.getByRole('link', { name: 'Consents to ask for again' }).click();
    await expect.poll(() => page.locator('main td .person').count()).toBe(3);
    expect(offences).toEqual([]);
  });

  test('a list that goes on is counted by its first page, and the figures do not wait for it', async () => {
    const { page } = await openConsole(open, url, tenant, '#/nowhere');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isAnswered = false;
    await page.route('**/consent-register/overview/get', async (route) => {
      await route.continue();
      isAnswered = true;
    });
    await page.route('**/consent-register/due', async (route) => {
      expect(isAnswered).toBe(true);
      await released;
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { data: [], next: '0'.repeat(32) } });
    });
    await page.evaluate(() => {
      location.hash = '#/';
    });
    await page.locator('.headline').waitFor();
    release();

    await expect.poll(() => page.getByText('Nothing on the first page of the list, which goes on.').count()).toBe(2);
  });

  test('the line is seen where colours are forced, and on a telephone', async () => {
    const { page } = await openConsole(open, url, tenant, '#/overview', {
      forcedColors: 'active',
      viewport: { width: 390, height: 800 },
    });
    await page.locator('.chart').waitFor();
    const [line, dot] = await page.evaluate(() =>
      ['.chart .line', '.chart .first'].map((selector) => {
        const element = document.querySelector(selector);
        const style = element && getComputedStyle(element);
        return {
          is: element?.getBoundingClientRect().width ?? 0,
          drawn: style?.stroke === 'none' ? style.fill : style?.stroke,
        };
      }),
    );
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

    expect(line?.is).toBeGreaterThan(100);
    expect(dot?.is).toBeGreaterThan(1);
    expect([line?.drawn, dot?.drawn]).not.toContain(ground);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
});
