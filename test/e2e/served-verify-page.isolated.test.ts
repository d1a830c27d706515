import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { logKeyOf } from '../../shared/store/keys.ts';
import type { EvidenceFiles } from '../evidence/evidence-files.ts';
import { writeEvidence } from '../evidence/evidence-files.ts';
import { chooseSaving, openConsole, serveConsole } from '../support/call/console.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';
import { deleteItem, putItem } from '../support/make/stored.ts';
import { logTable } from '../support/make/table.ts';
import { expectAccessible } from './accessibility.ts';
import { useBrowser } from './browser.ts';
import { hasBrowser } from './chromium.ts';
import { facts, forge, give, verdictOf } from './evidence-page-cases.ts';

describe('in Chromium, from a register', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let files: EvidenceFiles;

  /** Has the register publish a key file, as its job writes it; none without. */
  const publish = async (keys: string | undefined): Promise<void> => {
    if (keys === undefined) await deleteItem(logTable, logKeyOf.keyFile());
    else await putItem(logTable, { ...logKeyOf.keyFile(), file: await readFile(keys, 'utf8') });
  };

  beforeAll(async () => {
    url = await serveConsole();
    files = await writeEvidence(facts);
  });

  test('the page loads the keys of the register, verifies with them, and says that others prove more', async () => {
    await publish(files.keys);
    const { page, offences } = await open(`${url}/verify`);
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'GET' || posts.push(request.url()));
    await page.getByText('proves more').waitFor();
    await expectAccessible(page, { fewest: 10 });

    await give(page, files.document);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();
    await expect
      .poll(() => page.locator('.verdict').innerText())
      .toMatch(/the key that signed it from http:\/\/127\.0\.0\.1:\d+\/evidence\/keys\.json/);
    await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();
    await expect
      .poll(() =>
        page.frameLocator('.text iframe >> nth=0').getByText('We process your data.', { exact: true }).isVisible(),
      )
      .toBe(true);
    await expectAccessible(page, { fewest: 10 });

    await give(page, files.otherKeys, 'keys');
    await page.getByRole('heading', { name: 'Unchanged, but not signed with a key that you gave' }).waitFor();
    await give(page, (await writeEvidence(facts, forge)).document);
    await page.getByRole('heading', { name: 'Refused' }).waitFor();
    expect({ posts, offences }).toEqual({ posts: [], offences: [] });
  });

  test('on a telephone the address of the keys goes on in the next line after a slash, not within a word', async () => {
    await publish(files.keys);
    const { page } = await open(`${url}/verify`, { viewport: { width: 390, height: 844 } });
    await give(page, files.document);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();

    const lines = await page.locator('.verdict, [aria-live=polite]').evaluateAll((places) =>
      places.flatMap((place) => {
        const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
        const found: number[] = [];
        while (texts.nextNode()) {
          const at = texts.currentNode.textContent?.indexOf('keys.json') ?? -1;
          if (at === -1) continue;
          const range = document.createRange();
          range.setStart(texts.currentNode, at);
          range.setEnd(texts.currentNode, at + 'keys.json'.length);
          found.push(range.getClientRects().length);
        }
        return found;
      }),
    );
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(new Set(lines)).toEqual(new Set([1]));
  });

  test('a thumbprint of the reader counts in place of the keys of the register until it is taken out', async () => {
    await publish(files.otherKeys);
    const { page } = await open(`${url}/verify`);
    await page.getByText('proves more').waitFor();
    await give(page, files.document);
    await page.getByRole('heading', { name: 'Unchanged, but not signed by this register' }).waitFor();

    await page.fill('#thumbprint', files.kid);
    await page.getByRole('heading', { name: 'Valid' }).waitFor();
    await page.fill('#thumbprint', '');
    await page.getByRole('heading', { name: 'Unchanged, but not signed by this register' }).waitFor();
  });

  test('before the first key, or without an answer, the page says so and takes the file of the reader', async () => {
    await publish(undefined);
    const { page } = await open(`${url}/verify`);
    await page.getByText('This register has published no key yet').waitFor();
    await give(page, files.document);
    await page.getByRole('heading', { name: 'Who signed it is not checked yet' }).waitFor();
    await give(page, files.keys, 'keys');
    await page.getByRole('heading', { name: 'Valid' }).waitFor();

    for (const answer of [
      { status: 503 },
      { status: 200, body: '{"keys":[]}' },
      { status: 200, body: '<!doctype html>' },
    ]) {
      await page.route('**/evidence/keys.json', (route) => route.fulfill(answer));
      await page.reload();
      await page.getByText('The keys of this register could not be loaded').waitFor();
      await page.unroute('**/evidence/keys.json');
    }
    await give(page, files.document);
    expect(await verdictOf(page)).toBe('Unchanged. Who signed it is not checked yet.');
  });

  test('where evidence is saved, the console leads to this page and to the keys', async () => {
    await publish(files.keys);
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    const { page, offences } = await openConsole(open, url, tenant, `#/consents/${consentId}`);
    await Promise.all([page.waitForEvent('download'), chooseSaving(page, 'Save as evidence')]);
    await page.getByText('proves more').waitFor();

    const [keys] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Its keys (keys.json)' }).first().click(),
    ]);
    expect([keys.suggestedFilename(), await readFile(await keys.path(), 'utf8')]).toEqual([
      'keys.json',
      await readFile(files.keys, 'utf8'),
    ]);
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Verifying page of this register' }).first().click(),
    ]);
    await opened.getByRole('heading', { name: 'Verify the evidence of a consent' }).waitFor();
    expect(new URL(opened.url()).pathname).toBe('/console/verify');
    expect(await opened.evaluate('window.opener')).toBeNull();
    expect(offences).toEqual([]);
  });
});
