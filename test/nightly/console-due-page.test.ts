import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { dayMilliseconds } from '../../shared/runtime/time.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { findTraces, openConsole, serveConsole } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { newTenant, noticeContent } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';
import { createNotice } from '../support/make/notices.ts';
import { findShelf, stock } from '../support/make/stock.ts';
import { table } from '../support/make/table.ts';

const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMilliseconds);

/** An account with consents for 60 days: Ada’s has expired, Bob’s expires in 20 days, Eve agreed again. */
const newDue = async (): Promise<Tenant> => {
  const tenant = await newTenant();
  const { pid } = await createNotice(table, tenant.accountId, noticeContent({ validityDays: 60 }), daysAgo(90));
  const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, pid);
  const given = (days: number, name: string) => ({ time: daysAgo(days), userData: { email: `${name}@example.com` } });
  await stock(table, shelf, [given(70, 'ada'), given(65, 'eve'), given(40, 'bob'), given(1, 'eve')]);
  return tenant;
};

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();

  test('an officer sees who must be asked again and why, and saves the list', async () => {
    const [url, tenant] = await Promise.all([serveConsole(), newDue()]);
    const { page, offences } = await openConsole(open, url, tenant, '#/', { viewport: { width: 360, height: 800 } });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Ask again', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ask again' }).waitFor();
    const people = page.locator('main td .person a');
    await expect.poll(() => people.allInnerTexts()).toEqual(['bob@example.com', 'ada@example.com']);
    await expectAccessible(page, { fewest: 15 });

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^ask-again-.*Z\.csv$/);
    expect(parse(await readFile(await download.path(), 'utf8'), { bom: true, columns: true })).toMatchObject([
      { Email: 'bob@example.com', Why: expect.stringMatching(/^expires on /) },
      { Email: 'ada@example.com', Why: expect.stringMatching(/^expired on /) },
    ]);

    expect(
      await page
        .locator('main td')
        .filter({ hasText: /^expire/ })
        .allInnerTexts(),
    ).toEqual([expect.stringMatching(/^expires on /), expect.stringMatching(/^expired on /)]);
    const offered = await page.getByLabel('Expires', { exact: true }).locator('option').allInnerTexts();
    expect(offered).toContain('by the end of next month');
    await page.setViewportSize({ width: 360, height: 300 });
    await page.getByLabel('Expires', { exact: true }).evaluate((one) => one.scrollIntoView());
    await page.getByLabel('Expires', { exact: true }).selectOption('7');
    await expect.poll(() => people.allInnerTexts()).toEqual(['ada@example.com']);
    expect(await page.evaluate('scrollY')).toBeGreaterThan(100);
    expect(new URL(page.url()).hash).toBe('#/due?days=7');
    await page.getByLabel('Expires', { exact: true }).selectOption({ label: 'by the end of next month' });
    await expect.poll(() => people.allInnerTexts()).toEqual(['bob@example.com', 'ada@example.com']);
    expect(new URL(page.url()).hash).toMatch(/^#\/due\?month=\d{4}-\d\d$/);
    expect(await findTraces(page)).not.toContain('@example.com');
    expect(offences).toEqual([]);
  });

  test('a long search shows its progress, and ends with what it has found when stopped', async () => {
    const [url, tenant] = await Promise.all([serveConsole(), newDue()]);
    const { page } = await openConsole(open, url, tenant, '#/');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let calls = 0;
    await page.locator('.to-do li').first().waitFor();
    await page.route('**/consent-register/due', async (route) => {
      calls += 1;
      if (calls > 1) await released;
      const answer = await route.fetch();
      const { data } = await answer.json();
      await route.fulfill({
        response: answer,
        json: { data: calls === 1 ? data : [], next: String(9 - calls).repeat(32) },
      });
    });
    await page.getByRole('link', { name: 'Ask again', exact: true }).click();
    await page.getByText(': 2 so far').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    release();

    await expect
      .poll(() => page.locator('main td .person a').allInnerTexts())
      .toEqual(['bob@example.com', 'ada@example.com']);
  });
});
