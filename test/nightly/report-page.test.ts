import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { publishNotice } from '../../shared/notices/publishing.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { serveFolder } from '../e2e/static-server.ts';
import { admin } from '../support/call/admin.ts';
import { newTenant, noticeContent } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { needs, newFolder } from '../support/make/machine.ts';
import { putPast } from '../support/make/officer-register.ts';
import { table } from '../support/make/table.ts';

const hostile = `"'></svg></title><img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

const shop = await newTenant();
const { accountId } = shop;
await admin('account', 'rename', accountId, hostile);
const publication = { log: undefined, accountId, name: hostile, content: noticeContent(), current: undefined };
const { pid } = (await publishNotice(table, publication, changeAt(new Date()))) ?? expect.unreachable();
await putPast({ ...shop, pid }, [
  { given: '2024-01-05T10:00Z', revoked: '2024-03-01T00:00Z' },
  { given: '2024-02-05T10:00Z', lang: 'ita', channel: 'email' },
]);

/** Writes a page and serves it. */
const makePage = async (...words: readonly string[]): Promise<string> => {
  const folder = newFolder();
  const file = join(folder, 'index.html');
  const { exitCode, stderr } = await admin('report', '--account', accountId, '--html', file, ...words);
  if (exitCode !== 0) throw new Error(stderr);
  expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>/);
  return serveFolder(folder);
};

const findViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

describe('in a browser', needs('browser', hasBrowser), () => {
  const open = useBrowser();

  const everything = ['--by', 'notice,version,month,channel,lang,project,state', '--until', '2024-04'];

  test('the page of a report asks for nothing, runs nothing, and shows hostile names as text', async () => {
    const { page, offences } = await open(await makePage(...everything));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.resourceType()));
    await page.reload();
    const headline = await page.getByRole('heading', { level: 1 }).textContent();

    expect(headline).toBe(`Consents of ${hostile}`);
    expect(await page.title()).toBe(`Consents of ${hostile}`);
    await expect.poll(() => page.locator('figcaption').last().textContent()).toContain(hostile);
    await expect.poll(() => page.locator('tbody th[scope=rowgroup]').allTextContents()).toEqual([`Notice: ${hostile}`]);
    expect(await page.locator('script, img, iframe, link, object').count()).toBe(0);
    expect({ requests, offences }).toEqual({ requests: ['document'], offences: [] });
  });

  test.each([
    ['light', 1400],
    ['dark', 390],
  ] as const)('axe finds nothing in %s colours at %i pixels, and nothing sticks out', async (colorScheme, width) => {
    for (const words of [
      everything,
      ['--by', 'state'],
      ['--until', '2023-12'],
      ['--by', 'month', '--from', '2015-01'],
    ]) {
      const { page } = await open(await makePage(...words), { colorScheme, viewport: { width, height: 900 } });
      const overhang = await page.evaluate('document.documentElement.scrollWidth - innerWidth');

      expect({ words, violations: await findViolations(page), overhang }).toEqual({
        words,
        violations: [],
        overhang: 0,
      });
      const charts = page.getByRole('img');
      for (const chart of await charts.all()) expect(await chart.getAttribute('aria-label')).toMatch(/\.$/);
    }
  });

  test('a picture is there for each chart at any width, and in print', async () => {
    const { page } = await open(await makePage(...everything));
    const count = () => page.getByRole('img').count();
    const atAnyWidth = [];
    for (const width of [320, 768, 769, 2_000]) {
      await page.setViewportSize({ width, height: 900 });
      atAnyWidth.push(await count());
    }
    const onPaper = 680;
    await page.setViewportSize({ width: onPaper, height: 900 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

    expect(atAnyWidth).toEqual([3, 3, 3, 3]);
    expect(await page.evaluate("document.querySelector('table').getBoundingClientRect().right")).toBeLessThanOrEqual(
      onPaper,
    );
    await expect.poll(() => count()).toBe(3);
    await expect
      .poll(() => page.evaluate("getComputedStyle(document.querySelector('rect.first')).fill"))
      .toBe('rgb(0, 114, 178)');
  });
});
