import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { startRecordingServer } from '../e2e/recording-server.ts';
import { settleDrawing } from '../e2e/settling.ts';
import { adminData } from '../support/call/admin.ts';
import type { Parameters } from '../support/call/event.ts';
import { invoke } from '../support/call/invoke.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { noise } from '../support/make/chance.ts';
import { hostileProof } from '../support/make/hostile.ts';
import { needs, newFolder } from '../support/make/machine.ts';

/** Exports a person with one consent, which is withdrawn. Returns where the page is, as a browser opens it. */
const exportPage = async (overrides: Parameters = {}, options: readonly string[] = []): Promise<string> => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, overrides);
  const proof = overrides.proof ?? { url: 'https://shop.example/account' };
  await invoke('revokeConsent', { id, proof, channel: 'email' }, { token: tenant.token });
  const folder = join(newFolder(), 'ada');
  const whose = ['email=ada@example.com', '--account', tenant.accountId];
  await adminData('person', 'export', ...whose, '--out', folder, ...options);
  return pathToFileURL(join(folder, 'index.html')).href;
};

const openAll = 'for (const each of document.querySelectorAll("details")) each.open = true';

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();

  test.each(['eng', 'ita'])(
    'axe finds nothing in light and dark, on a telephone and a screen, and nothing is wider: %s',
    async (lang) => {
      const html = `<form><label>E-mail <input></label></form>${'<p>line</p>\n'.repeat(60)}${'x'.repeat(500)}`;
      const url = await exportPage({ proof: { url: 'https://shop.example/newsletter', html }, lang }, ['--lang', lang]);
      const { page, offences } = await open(url);

      await expectAccessible(page, { fewest: 12 });
      await page.evaluate(openAll);
      await expectAccessible(page, { fewest: 12 });
      expect(offences).toEqual([]);
    },
  );

  test('a hostile proof runs nothing and asks for nothing, and neither do names and letters', async () => {
    const server = await startRecordingServer();
    const attack = hostileProof(server.url);
    const userData = { email: 'ada@example.com', note: attack.slice(0, 1_000), [`<img src=${server.url}>`]: 'x' };
    const url = await exportPage({ proof: { html: attack }, userData });
    const requests: string[] = [];
    const dialogs: string[] = [];
    const { page, offences } = await open(url);
    page.on('request', (request) => requests.push(request.url()));
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });

    await page.reload();
    await page.evaluate(openAll);
    const frames = page.locator('iframe');
    for (const frame of await frames.all()) await frame.scrollIntoViewIfNeeded();
    await page.frameLocator('iframe >> nth=0').locator('#out').click();
    await settleDrawing(page);

    expect(await frames.count()).toBe(2);
    await expect
      .poll(() => page.frameLocator('iframe >> nth=0').locator('p').innerText())
      .toContain('The text that was shown');
    expect({ dialogs, offences, requests, connections: server.count() }).toEqual({
      dialogs: [],
      offences: [],
      requests: [url],
      connections: 0,
    });
  });

  test('on paper what is folded up is open, and the source stands in the place of frames', async () => {
    const { page } = await open(await exportPage({ proof: { html: '<p>what they saw</p>' } }));
    const source = page.locator('.source').first();
    expect(await source.isVisible()).toBe(false);

    await page.emulateMedia({ media: 'print' });

    await expect.poll(() => source.isVisible()).toBe(true);
    await expect.poll(() => page.getByText('We process your data.').isVisible()).toBe(true);
    expect(await page.locator('iframe:visible').count()).toBe(0);
  });

  test('a link leads to the text that was agreed to, and one to a long proof', async () => {
    const long = noise(20_000).toString('hex');
    const { page } = await open(await exportPage({ proof: { html: `<p>${long}</p>` } }));

    await page.getByRole('link', { name: 'Read the text that you agreed to' }).click();
    await expect.poll(() => page.locator('article:target h3').innerText()).toBe('Privacy notice, version 1');

    await page.evaluate(openAll);
    await page.locator('a[href^="proofs/"]').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('.source').innerText()).toContain(long);
  });
});
