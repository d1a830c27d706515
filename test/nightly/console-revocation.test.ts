import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeRole } from '../../shared/identity/user.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { noteChanges } from '../e2e/noted-changes.ts';
import { goTo, openConsole, serveConsole } from '../support/call/console.ts';
import { invoke } from '../support/call/invoke.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, findRecord, newTenant } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { needs } from '../support/make/machine.ts';
import { table } from '../support/make/table.ts';

const path = '**/consent-register/revoke';

const proof = { reason: 'They wrote to us', request: 'No more, please.' };

const fillForm = async (page: Page): Promise<void> => {
  await page.getByLabel('Reason').fill(proof.reason);
  await page.getByLabel('How the person asked').selectOption('email');
  await page.getByLabel('Words of the person').fill(proof.request);
  await page.getByRole('button', { name: 'Continue' }).click();
};

/** Whether the dialog is open and has the focus, where there is one. */
const findDialog = () => {
  const dialog = document.querySelector('dialog');
  return dialog ? [dialog.open, dialog.contains(document.activeElement)] : undefined;
};

const done = (page: Page) => page.getByRole('heading', { level: 1, name: 'The consent is revoked' });

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  beforeAll(async () => {
    url = await serveConsole();
    tenant = await newTenant();
  });
  const openRevocation = async () => {
    const { consentId: id } = await addConsent(tenant, { lang: 'ita' });
    return { id, ...(await openConsole(open, url, tenant, `#/consents/${id}/revoke`)) };
  };

  test('asks for what shows it, asks once more, revokes, and shows when', async () => {
    const { id, page, offences } = await openRevocation();
    const dialogs = await noteChanges(page, findDialog);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Choose one.').waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page, { fewest: 15 });
    await page.getByLabel('How the person asked').selectOption('email');
    await page.getByText('Write a reason or the words of the person').waitFor();
    await page.getByLabel('How the person asked').selectOption('on a website');
    await page.getByLabel('Address of the page').fill('shop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This is not the address of a page').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await fillForm(page);
    const dialog = page.getByRole('dialog', { name: 'Revoke this consent?' });
    await dialog.waitFor();
    await expect
      .poll(() => dialog.innerText())
      .toMatch(/This cannot be undone\.[\s\S]+ada@example\.com[\s\S]+Privacy notice[\s\S]+They wrote to us/);
    await expectAccessible(page, { fewest: 15 });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await dialogs()).toEqual([[true, true]]);
    expect((await findRecord(tenant, id)).revoked).toBe(false);

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Revoke now' }).click();
    await done(page).waitFor();

    const record = await findRecord(tenant, id);
    expect(record).toMatchObject({ revoked: true, revokeChannel: 'email', revokeProof: proof });
    await expect
      .poll(() => page.locator('.done').innerText())
      .toMatch(/Revoked on .+ UTC\.\s+It is not in force any more/);
    expect(await page.locator('.subject').innerText()).toMatch(/Privacy notice.*, version 1$/);
    await expectAccessible(page, { fewest: 12 });
    const others = page.getByRole('link', { name: 'All consents of this person' });
    expect(await others.getAttribute('href')).toBe(`#/consents/${id}/person`);
    await page.getByRole('link', { name: 'To the consent and its evidence' }).click();
    await page.locator('.state', { hasText: 'Revoked' }).waitFor();
    await page.goBack();
    await page.getByText('This consent was revoked on').waitFor();
    expect(offences).toEqual([]);
  });

  test('a reader who stops waiting, or meets a failure, tries again under the same key', async () => {
    const { page } = await openRevocation();
    const keys: string[] = [];
    let answers: 'none' | 'fault' | 'sound' = 'none';
    await page.route(path, async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      if (answers === 'fault')
        await route.fulfill({ status: 500, json: { code: 'service.fault', detail: 'x', requestId: 'r-1' } });
      if (answers === 'sound') await route.continue();
    });
    await fillForm(page);
    await page.getByRole('button', { name: 'Revoke now' }).click();
    await page.getByRole('button', { name: 'Stop' }).click({ timeout: 15_000 });
    await page.getByText('It is not known whether the consent was revoked.').waitFor();
    answers = 'fault';
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('tell the operator the request id').waitFor();
    answers = 'sound';
    await page.getByRole('button', { name: 'Try again' }).click();
    await done(page).waitFor();

    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test('a revocation that another one came before is not taken for recorded', async () => {
    const { id, page } = await openRevocation();
    await fillForm(page);
    const { body } = await invoke('revokeConsent', { id, channel: 'web', proof: { reason: 'his own' } }, tenant);
    await page.getByRole('button', { name: 'Revoke now' }).click();
    await done(page).waitFor();

    await expect.poll(() => page.locator('.done').innerText()).toContain('Another revocation came before yours.');
    expect((await findRecord(tenant, id)).revokeTime).toBe(body.time);
  });

  test('a reader who may not revoke is not offered it, and learns why where the role has changed', async () => {
    const { id, page } = await openRevocation();
    await fillForm(page);
    await changeRole(table, { id: tenant.userId, accountId: tenant.accountId }, 'reader', changeAt());
    await page.getByRole('button', { name: 'Revoke now' }).click();
    await page.getByText('You may only read. An operator can make you an editor.').waitFor();
    const reader = await openConsole(open, url, tenant, `#/consents/${id}/revoke`);
    await reader.page.getByText('You may only read. An operator can make you an editor.').waitFor();

    expect(await reader.page.getByRole('textbox').count()).toBe(0);
    await expect.poll(() => reader.page.locator('header').textContent()).toContain('(may only read)');
    await goTo(reader, `#/consents/${'0'.repeat(32)}/revoke`);
    await reader.page.getByText('Your account has no consent with this id.').waitFor();
    await expectAccessible(reader.page, { fewest: 12 });
  });
});
