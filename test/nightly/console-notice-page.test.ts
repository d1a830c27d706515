import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { setUse } from '../../shared/notices/publishing.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { goTo, openConsole, serveConsole } from '../support/call/console.ts';
import type { Tenant } from '../support/make/builders.ts';
import { newTenant, noticeContent } from '../support/make/builders.ts';
import { changeAt } from '../support/make/changes.ts';
import { needs } from '../support/make/machine.ts';
import { createNotice, publishVersion } from '../support/make/notices.ts';
import { table } from '../support/make/table.ts';

const first = {
  eng: '<h2>Your data</h2><p>We keep your data for 12 months.</p><p>You may ask us to delete it.</p>',
  ita: '<p>Conserviamo i dati per 12 mesi.</p>',
};
const second = {
  eng: '<h3>Your data</h3><p>We keep <b>your</b> data for 24 months.</p><p>Our <a href="https://partner.example">partners</a> get it.</p>',
  ita: '<p><i>Conserviamo</i> i dati per 12 mesi.</p>',
  deu: '<p>Wir speichern Daten 24 Monate lang.</p>',
};

interface Notices {
  readonly tenant: Tenant;
  readonly two: number;
  readonly retired: number;
  readonly many: number;
}

/** A notice of two versions, one that is retired, and one of very many versions. */
const publishAll = async (): Promise<Notices> => {
  const tenant = await newTenant({ notices: 0 });
  const { accountId } = tenant;
  const create = async (content: object): Promise<number> =>
    (await createNotice(table, accountId, noticeContent(content), new Date())).pid;
  const publish = (pid: number, content: object) =>
    publishVersion(table, accountId, pid, noticeContent(content), new Date());
  const [two, retired, many] = [
    await create({ descriptionHtml: first }),
    await create({ title: { eng: '<b>Old</b>' } }),
    await create({}),
  ];
  await publish(two, { descriptionHtml: second, validityDays: 365, askAgain: true });
  await setUse(table, { accountId, pid: retired, use: 'retired' }, changeAt(new Date()));
  for (let version = 2; version <= 30; version += 1) await publish(many, { validityDays: version });
  return { tenant, two, retired, many };
};

const markedIn = (page: Page, element: 'del' | 'ins'): Promise<string[]> =>
  page.locator(`.comparison ${element}`).allTextContents();

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  let notices: Notices;
  beforeAll(async () => {
    [url, notices] = await Promise.all([serveConsole(), publishAll()]);
  });
  const openPage = (fragment: string) => openConsole(open, url, notices.tenant, fragment);

  test('all notices stand with what is current of them, and what is retired is marked', async () => {
    const { page, offences } = await openPage('#/notices');
    await page.getByRole('table').waitFor();

    const rows = (await page.locator('tbody tr').allInnerTexts()).map((row) => row.replaceAll(/\s+/g, ' '));
    expect(rows).toEqual([
      expect.stringMatching(/^Privacy notice notice-\S+ 1 Version 2 .* English, Italian, German 2$/),
      expect.stringMatching(/^<b>Old<\/b> notice-\S+ Retired 2 Version 1 .* English, Italian 1$/),
      expect.stringMatching(/^Privacy notice notice-\S+ 3 Version 30 .* English, Italian 30$/),
    ]);
    await expectAccessible(page, { fewest: 15 });
    expect(offences).toEqual([]);
  });

  test('two versions are one text, with the words marked that people read anew, and not the tags', async () => {
    const { page, offences } = await openPage(`#/notices/${notices.two}`);
    const texts = page.locator('.comparison');
    await page.getByRole('heading', { level: 1, name: 'Privacy notice', exact: true }).waitFor();
    await texts.nth(1).waitFor();

    await expect.poll(() => texts.nth(0).innerText()).toMatch(/^Your data\nWe keep your data for /);
    await expect
      .poll(() => markedIn(page, 'del'))
      .toEqual(expect.arrayContaining(['[Removed: 12 end]', '[Removed: You may ask us to delete end]']));
    await expect
      .poll(() => markedIn(page, 'ins'))
      .toEqual(expect.arrayContaining(['[Added: 24 end]', '[Added: Our partners (https://partner.example) get end]']));
    await expect
      .poll(() => page.getByLabel('Language', { exact: true }).nth(1).locator('option').allInnerTexts())
      .toEqual(['English (changed)', 'Italian (changed)', 'German (changed)']);
    await expectAccessible(page, { fewest: 15 });
    expect(offences).toEqual([]);
  });

  test('the address has the versions and the language, and the choice changes it', async () => {
    const { page } = await openPage(`#/notices/${notices.two}?left=1&right=2&lang=ita`);
    await page.getByText('What people read is the same.').waitFor();

    await page.getByLabel('Language', { exact: true }).nth(1).selectOption('deu');
    await page.getByText('Version 1 has no text in this language.').waitFor();
    await expect.poll(() => page.url()).toBe(`${url}#/notices/${notices.two}?left=1&right=2&lang=deu`);
    await page.getByLabel('Later version').selectOption('1');
    await page.getByText('Choose two different versions').waitFor();
    await expect.poll(() => page.url()).toContain('left=1&right=1');
  });

  test('who compares other versions or languages stays in place', async () => {
    const { page } = await openPage(`#/notices/${notices.many}`);
    const later = page.getByLabel('Later version');
    await later.scrollIntoViewIfNeeded();
    expect(await page.evaluate('scrollY')).toBeGreaterThan(300);

    await later.selectOption('12');

    await page.waitForURL(/right=12/);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate('scrollY')).toBeGreaterThan(300);
  });

  test('of very many versions the latest are drawn, and all when they are asked for', async () => {
    const { page } = await openPage(`#/notices/${notices.many}`);
    await page.getByRole('table').first().waitFor();
    await expect.poll(() => page.locator('.records tbody tr').count()).toBe(20);

    await page.getByRole('button', { name: 'Show all 30 versions' }).click();
    await expect.poll(() => page.locator('.records tbody tr').count()).toBe(30);
    await page.getByRole('link', { name: 'Compare with version 3', exact: true }).click();
    await page.locator('.comparison del', { hasText: '3' }).waitFor();

    await expect.poll(() => markedIn(page, 'del')).toEqual(['[Removed: 3 end]']);
    await expect.poll(() => page.url()).toBe(`${url}#/notices/${notices.many}?left=3&right=4`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Two versions compared');
  });

  test('one version is shown whole, in each of its languages, with the way to its consents', async () => {
    const watched = await openPage(`#/notices/${notices.two}/2`);
    const { page, offences } = watched;
    const text = page.frameLocator('.framed iframe').locator('body');
    await expect.poll(() => text.innerText()).toContain('We keep your data for 24 months.');
    await page.getByText('Technical details').click();
    await expect.poll(() => page.locator('main').innerText()).toMatch(/SHA-256\s+[0-9a-f]{64}/);
    await page.getByRole('link', { name: 'Consents to this version' }).click();
    await page.getByText('No consents found with these filters').waitFor();
    await expect.poll(() => page.locator('.asked').innerText()).toMatch(/Notice\s+Privacy notice\s*Version\s+2/);
    await page.goBack();

    await page.getByLabel('Language of the text').selectOption('deu');
    await page.getByText('There is no title in this language.').waitFor();
    await page.waitForFunction(() =>
      document
        .querySelector<HTMLIFrameElement>('.framed iframe')
        ?.contentDocument?.body?.innerText.includes('24 Monate'),
    );
    await expectAccessible(page, { fewest: 15 });
    await goTo(watched, `#/notices/${notices.two}/9`);
    await page.getByText('The notice has no version 9.').waitFor();

    await goTo(watched, `#/notices/${notices.two}/2?lang=ita`);
    await page.getByText('was given in this language: Italian').waitFor();
    expect(await page.getByLabel('Language of the text').inputValue()).toBe('ita');
    await goTo(watched, `#/notices/${notices.retired}`);
    await page.getByText('nobody can agree to it any more').waitFor();
    await expect.poll(() => page.getByText('nothing to compare it with').count()).toBe(1);
    expect(offences).toEqual([]);
  });
});
