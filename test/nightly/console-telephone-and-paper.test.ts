import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeRole } from '../../shared/identity/user.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { findTraces, openConsole, serveConsole } from '../support/call/console.ts';
import { invoke } from '../support/call/invoke.ts';
import { addConsent, findRecord, newTenant } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { needs } from '../support/make/machine.ts';
import { table } from '../support/make/table.ts';

const fillPaper = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('email', { exact: true }).fill(email);
  await page.getByLabel('How it reached you').selectOption('in person');
  await page.getByLabel('Where the paper or the recording is').fill('Folder 12');
  await page.getByRole('button', { name: 'Continue' }).click();
};

const letter = { reference: 'Folder 12, sheet 3', words: 'Yes, send me\nthe news.' };

const fillLetter = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('email', { exact: true }).fill(email);
  await page.getByLabel('How it reached you').selectOption('by letter');
  await page.getByLabel('Given on').fill('2026-11-20');
  await page.getByLabel('Where the paper or the recording is').fill(letter.reference);
  await page.getByLabel('Words of the person').fill(letter.words);
};

const askForAll = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Revoke all of these consents' }).click();
  await page.getByLabel('Reason').fill('They rang');
  await page.getByLabel('How the person asked').selectOption('by telephone');
  await page.getByRole('button', { name: 'Continue' }).click();
};

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  beforeAll(async () => {
    url = await serveConsole();
  });

  test('a consent on paper is recorded, and all of the person are revoked by telephone', async () => {
    const tenant = await newTenant();
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

    await page.getByRole('link', { name: 'Revoke all of these consents' }).click();
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
    expect(page.url()).toBe(`${url}#/consents/${id}/person`);
    expect(await page.getByRole('link', { name: 'Revoke all of these consents' }).count()).toBe(0);
    expect(offences).toEqual([]);
  });

  test('a consent whose answer is lost is recorded once, and another input says that the first may be there', async () => {
    const tenant = await newTenant();
    const userData = { email: 'lost@example.com' };
    const { page } = await openConsole(open, url, tenant, '#/record');
    const keys: string[] = [];
    await page.route('**/consent-register/add', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      if (keys.length > 1) return route.continue();
      await route.fetch();
      await route.fulfill({ status: 500, json: { code: 'service.fault', detail: 'x', requestId: 'r-1' } });
    });
    await fillPaper(page, userData.email);
    await page.getByRole('button', { name: 'Record now' }).click();
    await page.getByText('tell the operator the request id').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Where the paper or the recording is').fill('Folder 13');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('It is not known whether an earlier attempt with other input was recorded.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Where the paper or the recording is').fill('Folder 12');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.getByText('It is not known whether an earlier attempt').count()).toBe(0);
    await page.getByRole('button', { name: 'Record now' }).click();
    await page.getByRole('heading', { level: 1, name: 'The consent is recorded' }).waitFor();

    const { body } = await invoke('searchConsents', { userData }, tenant);
    expect(body.totalResults).toBe(1);
    expect(new Set(keys).size).toBe(1);
    await page.getByRole('button', { name: 'Record another one' }).click();
    expect(await page.getByLabel('email', { exact: true }).inputValue()).toBe('');
  });

  test('of all consents those that fail are named and sent again, nothing is revoked twice, and the second look finds more', async () => {
    const tenant = await newTenant();
    const userData = { email: 'all@example.com' };
    const add = async () => (await addConsent(tenant, { userData })).consentId;
    const [first, second, third] = [await add(), await add(), await add()];
    await invoke('revokeConsent', { id: first, channel: 'email', proof: { reason: 'before' } }, tenant);
    const { page } = await openConsole(open, url, tenant, `#/consents/${second}/person`);
    const sent: string[] = [];
    await page.route('**/consent-register/revoke', async (route) => {
      const { id } = route.request().postDataJSON();
      sent.push(`${id} ${route.request().headers()['idempotency-key']}`);
      if (id === second && sent.filter((one) => one.startsWith(second)).length === 1)
        return route.fulfill({ status: 500, json: { code: 'service.fault', detail: 'x', requestId: 'r-1' } });
      return route.continue();
    });
    await askForAll(page);
    await page.getByText('To be revoked: 2').waitFor();
    await page.getByRole('button', { name: 'Revoke all now' }).click();
    await page.getByText('Not revoked: 1').waitFor({ timeout: 60_000 });
    const later = await add();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('More consents came meanwhile, or were left over.').waitFor();
    await page.getByRole('button', { name: 'Revoke these too' }).click();
    await page.getByText('Revoked: 3. A second look found no others.').waitFor();

    for (const id of [second, third, later])
      expect(await findRecord(tenant, id)).toMatchObject({ revoked: true, revokeProof: { received_by: 'telephone' } });
    expect((await findRecord(tenant, first)).revokeProof).toEqual({ reason: 'before' });
    expect(new Set(sent).size).toBe(3);
    expect(sent.filter((one) => one.startsWith(third))).toHaveLength(1);
  });

  test('a reader is offered none of it', async () => {
    const tenant = await newTenant();
    const { consentId } = await addConsent(tenant);
    await changeRole(table, { id: tenant.userId, accountId: tenant.accountId }, 'reader', changeAt());
    const { page } = await openConsole(open, url, tenant, `#/consents/${consentId}/person`);
    await page.getByText('1 consent').waitFor();

    expect(await page.getByRole('link', { name: 'Revoke all of these consents' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Record', exact: true }).count()).toBe(0);
    await page.evaluate(() => {
      location.hash = '#/record';
    });
    await page.getByText('You may only read. An operator can make you an editor.').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });
});
