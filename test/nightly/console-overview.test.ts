import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProject } from '../../shared/identity/project.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { chooseSaving, openConsole, serveConsole } from '../support/call/console.ts';
import { invoke } from '../support/call/invoke.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant, noticeContent } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { needs } from '../support/make/machine.ts';
import { publishVersion } from '../support/make/notices.ts';
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

const pictures = (page: Page) => page.locator('.wide .chart');

const cellsOf = (page: Page, table: number): Promise<string[]> =>
  page.locator('main details').nth(table).locator('tbody tr').first().locator('td').allInnerTexts();

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
    await expect.poll(() => pictures(page).count()).toBe(3);

    const said = await pictures(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(said).toEqual([
      expect.stringMatching(/: 0 in .*, 3 in /),
      expect.stringMatching(/: 4 given and 1 revoked in all/),
      expect.stringMatching(/Consents in force: 3\./),
    ]);
    expect(await page.locator('.headline dd').allInnerTexts()).toEqual(['3', '4', '1', '4', '1']);
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
    expect(await page.getByText(/^Counted up to .* UTC/).count()).toBe(1);
    expect(await page.locator('nav [aria-current]').allInnerTexts()).toEqual(['Overview']);
    await expectAccessible(page, { fewest: 15 });
    expect(offences).toEqual([]);
  });

  test('where nothing is counted yet, a sentence says so', async () => {
    const { page, offences } = await openConsole(open, url, await newTenant(), '#/overview', {
      forcedColors: 'active',
    });
    await page.getByText('There are no figures yet.').waitFor();

    expect(await page.locator('.chart').count()).toBe(0);
    expect(offences).toEqual([]);
  });

  test('numbers and PIDs tell versions apart, even where their names are cut short', async () => {
    const namesakes = await newNamesakes();
    const { page } = await openConsole(open, url, namesakes, '#/overview', { viewport: { width: 390, height: 800 } });
    const labels = page.locator('.narrow .chart').last().locator('text:not([text-anchor])');
    await expect.poll(() => labels.count()).toBe(4);
    for (const label of await labels.allTextContents()) expect(label).toMatch(/^Number \d+, .*…, version [23]$/);
    await page.locator('main summary').last().click();

    const named = await page.locator('main details').last().locator('bdi').allInnerTexts();
    expect(new Set(named).size).toBe(4);
    expect(named[0]).toBe(`Number ${namesakes.pid}, ${'Personal letters '.repeat(4)}👩‍👩‍👧‍👧, version 2`);
  });

  test('every bar and line is seen where colours are forced, and on a telephone', async () => {
    const { page } = await openConsole(open, url, tenant, '#/overview', {
      forcedColors: 'active',
      viewport: { width: 390, height: 800 },
    });
    await page.locator('.narrow .chart').first().waitFor();
    const [line, bar] = await page.evaluate(() =>
      ['.narrow .chart .line', '.narrow .chart rect.first'].map((selector) => {
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
    expect(bar?.is).toBeGreaterThan(1);
    expect([line?.drawn, bar?.drawn]).not.toContain(ground);
    expect(await page.locator('.wide .chart').first().isVisible()).toBe(false);
  });
});
