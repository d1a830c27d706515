import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { changeRole } from '../../shared/identity/user-changes.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { openConsole, serveConsole } from '../support/call/console.ts';
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

const askForAll = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Revoke all of these consents' }).click();
  await page.getByLabel('Reason').fill('She rang');
  await page.getByLabel('How the person asked').selectOption('by telephone');
  await page.getByRole('button', { name: 'Continue' }).click();
};

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  beforeAll(async () => {
    url = await serveConsole();
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
    await page.getByRole('button', { name: 'Not yet' }).click();
    await page.getByLabel('Where the paper or the recording is').fill('Folder 13');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('It is not known whether an earlier attempt with other input was recorded.').waitFor();
    await page.getByRole('button', { name: 'Not yet' }).click();
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

    expect(await page.getByRole('button', { name: 'Revoke all of these consents' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Record', exact: true }).count()).toBe(0);
    await page.evaluate(() => {
      location.hash = '#/record';
    });
    await page.getByText('You may only read. An operator can make you an editor.').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });
});
