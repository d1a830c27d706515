import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { findTraces, openConsole, serveConsole } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { needs } from '../support/make/machine.ts';

const phone = '+39 055 4';

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  beforeAll(async () => {
    url = await serveConsole();
    tenant = await newTenant();
  });

  test('a copy is made and saved from the keyboard once somebody says that the consents are of one person', async () => {
    const [id] = await Promise.all(
      ['grace@example.com', 'grace@work.example'].map(
        async (email) => (await addConsent(tenant, { userData: { phone, email } })).consentId,
      ),
    );
    const { page, offences } = await openConsole(open, url, tenant, `#/consents/${id}/person`);
    await page.locator('details summary').first().click();
    await page.getByRole('checkbox', { name: phone }).check();
    await page.getByRole('checkbox', { name: /example/ }).uncheck();
    await page.getByRole('button', { name: 'Make a copy for this person' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A copy for this person' });
    await dialog.getByRole('combobox').selectOption({ label: 'Italiano' });
    await page.getByRole('button', { name: 'Make the copy' }).press('Enter');
    await dialog.getByText('Look whose the consents are').waitFor();
    await expectAccessible(page, { fewest: 15 });
    await page.keyboard.press('Space');
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/evidence/get', async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Make the copy' }).press('Enter');
    await dialog.getByText('Read: 0 of 2').waitFor();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
    await dialog.getByText('Read: 0 of 2').waitFor();
    answer();
    await dialog.getByText('The copy is complete. Consents in it: 2.').waitFor();
    await expectAccessible(page, { fewest: 15 });
    await page.keyboard.press('Escape');
    await dialog.getByRole('alert').filter({ hasText: 'The copy is not saved.' }).waitFor();
    await page.getByRole('button', { name: 'Close without saving' }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the copy' }).press('Enter');
    const saved = await saving;
    const files = unzipSync(await readFile(await saved.path()));

    expect(saved.suggestedFilename()).toMatch(/^copy-of-data-\d{8}T\d{6}Z\.zip$/);
    expect(Object.keys(files)).toEqual(['data.json', 'index.html']);
    expect(new TextDecoder().decode(files['index.html'])).toContain('grace@work.example');
    expect(new TextDecoder().decode(files['index.html'])).toContain('<html lang="it">');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Make a copy for this person');
    expect(await findTraces(page)).not.toMatch(/grace|055/);
    expect(offences).toEqual([]);
  });
});
