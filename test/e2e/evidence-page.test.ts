import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { EvidenceFiles } from '../evidence/evidence-files.ts';
import { writeEvidence } from '../evidence/evidence-files.ts';
import { needs } from '../support/make/machine.ts';
import type { WatchedPage } from './browser.ts';
import { useBrowser } from './browser.ts';
import { hasBrowser } from './chromium.ts';
import { facts, give, verdictOf, writeVerifyPage } from './evidence-page-cases.ts';

const colourOf = (page: Page): Promise<string> =>
  page.locator('.verdict').evaluate((verdict) => getComputedStyle(verdict).borderTopColor);

describe('in Chromium, from a file', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();

  const openVerifyPage = async (): Promise<WatchedPage> => open(await writeVerifyPage(), { offline: true });

  const openOwn = async (files: EvidenceFiles): Promise<WatchedPage> =>
    open(pathToFileURL(files.page).href, { offline: true });

  test('a document is consistent without a key, valid with the right one, and never green before', async () => {
    const files = await writeEvidence(facts);
    const { page, offences } = await openVerifyPage();

    await give(page, files.document);
    const before = [await verdictOf(page), await colourOf(page)];
    await give(page, files.otherKeys, 'keys');
    await page.getByText('the keys of other-keys.json').or(page.getByText('the key of other-keys.json')).waitFor();
    const withOther = await verdictOf(page);
    await give(page, files.keys, 'keys');
    await page.getByRole('heading', { name: 'Valid' }).waitFor();

    expect(before).toEqual(['Unchanged. Who signed it is not checked yet.', 'rgb(111, 92, 12)']);
    expect(withOther).toBe('Unchanged, but not signed with a key that you gave');
    await expect.poll(() => colourOf(page)).toBe('rgb(23, 112, 93)');
    await expect.poll(() => page.locator('.verdict').innerText()).toContain('the key that signed it from keys.json');
    await expect.poll(() => page.title()).toBe(`Evidence of consent ${facts.consent[0].consent}`);
    await page.locator('#language').selectOption('de');
    await give(page, files.document, 'keys');
    await page.getByText('ist ein signiertes Dokument. Nehmen Sie die Schlüsseldatei').waitFor();
    const { kid } = JSON.parse(await readFile(files.keys, 'utf8')).keys[0];
    await page.locator('#thumbprint').fill(kid);
    await page.getByText('durch den Fingerabdruck, den Sie angegeben haben').waitFor();
    const known = page.locator('[lang=en]', { hasText: `${kid} is known from the thumbprint that you gave.` });
    await known.waitFor({ state: 'attached' });
    expect(offences).toEqual([]);
  });

  test('an evidence page opens with who agreed to what and when, is green only with the key, and vouches for itself never', async () => {
    const files = await writeEvidence(facts);
    const { page, offences } = await openOwn(files);
    await page.locator('.verdict h2').waitFor();

    const opening = page.locator('.opening');
    expect(await opening.innerText()).toMatch(
      /^Who agreed\s+ada@example\.com\s+To what\s+Privacy notice.*When and how\s+March 10, 2026.*Revoked/s,
    );
    const [first, verdict] = await Promise.all([opening.boundingBox(), page.locator('.verdict').boundingBox()]);
    expect(first?.y).toBeLessThan(verdict?.y ?? 0);
    expect((verdict?.y ?? 0) + (verdict?.height ?? 1_000)).toBeLessThan(480);
    expect(await verdictOf(page)).toBe('Unchanged. Who signed it is not checked yet.');
    expect(await colourOf(page)).toBe('rgb(111, 92, 12)');
    await expect.poll(() => page.getByText('This page cannot vouch for itself.').isVisible()).toBe(true);
    await give(page, files.keys, 'keys');
    await page.getByRole('heading', { name: 'Valid, says this page of itself' }).waitFor();
    await expect.poll(() => colourOf(page)).toBe('rgb(23, 112, 93)');
    await expect.poll(() => page.getByText('This page cannot vouch for itself.').isVisible()).toBe(true);
    await expect.poll(() => page.locator('.pick', { hasText: 'keys.json (choose another)' }).count()).toBe(1);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Save/ }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(await readFile(files.document, 'utf8'));
    expect(offences).toEqual([]);
  });
});
