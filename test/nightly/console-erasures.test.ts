import { beforeAll, describe, expect, test } from 'vitest';
import { refuseErasureRequest } from '../../shared/consents/erasure/requests.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { askErasure, damageRequest } from '../shared/consents/erasure/erasure-requests.ts';
import { chooseLanguage, findTraces, goTo, openConsole, serveConsole } from '../support/call/console.ts';
import { invoke } from '../support/call/invoke.ts';
import type { Tenant } from '../support/make/builders.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { needs } from '../support/make/machine.ts';
import { table } from '../support/make/table.ts';

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let tenant: Tenant;
  beforeAll(async () => {
    url = await serveConsole();
    tenant = await newTenant();
  });

  test('an officer asks for an erasure, sees it with its deadline, and withdraws it', async () => {
    const userData = { email: 'grace.erased@example.com' };
    const { consentId } = await addConsent(tenant, { userData });
    await addConsent(tenant, { userData });
    const watched = await openConsole(open, url, tenant, `#/consents/${consentId}/person`);
    const { page, offences } = watched;
    await page.getByRole('link', { name: 'Ask for an erasure' }).click();
    await expect.poll(() => page.url()).toBe(`${url}#/consents/${consentId}/person/erasure`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Fill in this field.').waitFor();
    await chooseLanguage(page, 'de');
    await page.getByText('Füllen Sie dieses Feld aus.').waitFor();
    await chooseLanguage(page, 'en');
    await expectAccessible(page, { fewest: 15 });
    await page.getByLabel('When did the request reach you?').fill('2026-01-31');
    await page.getByText('Answer due by 28 Feb 2026').waitFor();
    await page.getByLabel('Why must the consents be erased?').selectOption('consent-revoked');
    await page.getByText('2 of these consents are in force').waitFor();
    await page.getByText('one by one, or all at once').waitFor();
    expect(await page.getByRole('link', { name: 'Revoke all of these consents' }).getAttribute('href')).toBe(
      `#/consents/${consentId}/person/revoke`,
    );
    const records = page.getByRole('link', { name: 'Record the revocation of the consent given on' });
    await expect.poll(() => records.count()).toBe(2);
    expect(await records.last().getAttribute('href')).toBe(`#/consents/${consentId}/revoke`);
    await page.getByLabel('Your reference').fill('of Grace');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Use at most 64 letters').waitFor();
    await page.getByLabel('Your reference').fill('DSR-Grace.Erased');
    await page.getByText('This is or has a value of the person.').waitFor();
    await page.getByLabel('Your reference').fill('DSR-1');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Ask for this erasure?' });
    await expect.poll(() => dialog.innerText()).toMatch(/The consents\s+2\s[\s\S]+28 Feb 2026[\s\S]+DSR-1/);
    await expectAccessible(page, { fewest: 15 });
    await page.getByRole('button', { name: 'Ask for the erasure' }).click();
    await page.getByText('The person must have an answer by 28 Feb 2026.').waitFor();
    expect(await findTraces(page)).not.toMatch(/grace/);

    await page.getByRole('link', { name: 'All requests' }).click();
    await page.getByRole('heading', { level: 3, name: '2 consents Waiting for the operator' }).waitFor();
    await page.getByText('The day has passed.').waitFor();
    await page.getByText('Whose: grace.erased@example.com').waitFor();
    await page.locator('main details summary').first().click();
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'grace.erased@example.com' }).count()).toBe(2);
    expect(await findTraces(page)).not.toMatch(/grace/);
    await expectAccessible(page, { fewest: 15 });
    const [request] = (await invoke('listErasureRequests', {}, tenant)).body.data;
    expect(request).toMatchObject({ receivedOn: '2026-01-31', extent: 'evidence', reference: 'DSR-1' });
    await page.getByRole('button', { name: 'Withdraw this request' }).click();
    await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByRole('heading', { level: 3, name: '2 consents Withdrawn' }).waitFor();

    const other = await addConsent(tenant, { userData: { email: 'edsger.erased@example.com' } });
    await goTo(watched, `#/consents/${other.consentId}/person/erasure`);
    expect(await page.getByLabel('When did the request reach you?').inputValue()).toBe('');
    expect(await page.getByLabel('Your reference').inputValue()).toBe('');
    expect(offences).toEqual([]);
  });

  test('a request that the operator refused says why, and a person in an open request is said to be', async () => {
    const own = await newTenant();
    const { consentId } = await addConsent(own);
    const refused = String((await askErasure(own, { ids: consentId })).body.id);
    const refusal = 'Needed for a legal claim';
    await refuseErasureRequest(table, own.accountId, refused, { refusal, change: changeAt() });
    await askErasure(own, { ids: consentId });
    const damaged = String((await askErasure(own, { ids: consentId })).body.id);
    await damageRequest(own, damaged, { state: 'lost' });
    const watched = await openConsole(open, url, own, '#/erasures');
    const { page, offences } = watched;

    await page.getByText(refusal).waitFor();
    await page.getByRole('alert').filter({ hasText: damaged }).waitFor();
    await page.getByText('To ask, find a consent').waitFor();
    await goTo(watched, `#/consents/${consentId}/person`);
    await page.getByLabel('What was in force on this day?').fill('2020-01-01');
    await page.getByRole('columnheader', { name: 'On 1 Jan 2020 (UTC)' }).waitFor();
    await page.getByRole('cell').getByText('not in force', { exact: true }).waitFor();
    await page.getByText('Some of these consents are in a request that is open already.').waitFor();
    expect(offences).toEqual([]);
  });
});
