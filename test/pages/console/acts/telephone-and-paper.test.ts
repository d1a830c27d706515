import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../../../e2e/accessibility.ts';
import { useBrowser } from '../../../e2e/browser.ts';
import { hasBrowser } from '../../../e2e/chromium.ts';
import { findTraces, openConsole, serveConsole } from '../../../support/call/console.ts';
import type { Tenant } from '../../../support/make/builders.ts';
import { addConsent, findRecord, newTenant } from '../../../support/make/builders.ts';
import { needs } from '../../../support/make/machine.ts';

const letter = { reference: 'Folder 12, sheet 3', words: 'Yes, send me\nthe news.' };

const fillLetter = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('email', { exact: true }).fill(email);
  await page.getByLabel('How it reached you').selectOption('by letter');
  await page.getByLabel('Given on').fill('2026-11-20');
  await page.getByLabel('Where the paper or the recording is').fill(letter.reference);
  await page.getByLabel('Words of the person').fill(letter.words);
};

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  beforeAll(async () => {
    url = await serveConsole();
    tenant = await newTenant();
  });

  test('a consent on paper is recorded, and all of the person are revoked by telephone', async () => {
    const email = 'grace.paper@example.com';
    await addConsent(tenant, { userData: { email } });
    const { page, offences } = await openConsole(open, url, tenant, '#/record');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Give at least one value of the person.').waitFor();
    await expectAccessible(page, { fewest: 15 });
    await fillLetter(page, email);
    await page.frameLocator('.text iframe').first().locator('body').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record this consent?' });
    await expect
      .poll(() => dialog.innerText())
      .toMatch(
        new RegExp(
          `${email}[\\s\\S]+by letter, as noted by A User \\(${tenant.userId}\\)[\\s\\S]+20 Nov 2026[\\s\\S]+Folder 12[\\s\\S]+Yes, send me\\nthe news\\.`,
        ),
      );
    await expectAccessible(page, { fewest: 15 });
    await page.getByRole('button', { name: 'Record now' }).click();
    await page.getByRole('heading', { level: 1, name: 'The consent is recorded' }).waitFor();
    await page.getByRole('status').filter({ hasText: email }).waitFor();
    expect(await findTraces(page)).not.toMatch(/grace|Folder/);

    await page.getByRole('link', { name: 'To the consent and its evidence' }).waitFor();
    await page.getByRole('link', { name: 'All consents of this person' }).click();
    await page.getByText('by letter, as noted, English').or(page.getByText('by letter, as noted, Italian')).waitFor();
    const id = /consents\/(\w+)/.exec(page.url())?.[1] ?? '';
    expect(await findRecord(tenant, id)).toMatchObject({
      channel: 'web',
      proof: { received_by: 'letter', given_on: '2026-11-20', ...letter },
      userData: { email },
    });

    await page.getByRole('button', { name: 'Revoke all of these consents' }).click();
    await page.getByLabel('How the person asked').selectOption('with a form on a website');
    await page.getByLabel('Address of the page').fill('shop.example');
    await page.getByLabel('How the person asked').selectOption('by telephone');
    await expect.poll(() => page.getByLabel('Address of the page').count()).toBe(0);
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Continue' }).click();
    const all = page.getByRole('dialog', { name: 'Revoke all of these consents?' });
    await expect.poll(() => all.innerText()).toMatch(/To be revoked: 2[\s\S]+by telephone, as noted by A User/);
    await expectAccessible(page, { fewest: 15 });
    await page.getByRole('button', { name: 'Revoke all now' }).click();
    await page.getByText('Revoked: 2. A second look found no others.').waitFor();
    await page.getByRole('button', { name: 'Show the person again' }).click();
    await expect.poll(() => page.getByText('Revoked (version 1), by telephone, as noted').count()).toBe(2);
    expect(await findRecord(tenant, id)).toMatchObject({
      revoked: true,
      revokeChannel: 'web',
      revokeProof: { received_by: 'telephone' },
    });
    expect(await page.getByRole('button', { name: 'Revoke all of these consents' }).count()).toBe(0);
    expect(offences).toEqual([]);
  });
});
