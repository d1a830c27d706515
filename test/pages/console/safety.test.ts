import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderEvidencePage } from '../../../pages/evidence/evidence-page.ts';
import { createProject } from '../../../shared/identity/project.ts';
import type { WatchedPage } from '../../e2e/browser.ts';
import { useBrowser } from '../../e2e/browser.ts';
import { hasBrowser } from '../../e2e/chromium.ts';
import { startRecordingServer } from '../../e2e/recording-server.ts';
import { newSettling, settleDrawing } from '../../e2e/settling.ts';
import type { Tenant } from '../../support/builders.ts';
import { addConsent, findRecord, newTenant, noticeContent } from '../../support/builders.ts';
import { changeAt } from '../../support/change.ts';
import { chooseSaving, goTo, openConsole, serveConsole } from '../../support/console.ts';
import { giveHostileConsent } from '../../support/hostile-consent.ts';
import { needs } from '../../support/needs.ts';
import { publishVersion } from '../../support/notices.ts';
import { password } from '../../support/password.ts';
import { findShelf, stock } from '../../support/stock.ts';
import { table } from '../../support/table.ts';

/** Dialogs that a page opened, and other pages. */
const watch = (page: Page): readonly string[] => {
  const seen: string[] = [];
  page.on('dialog', async (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('popup', (popup) => seen.push(`popup ${popup.url()}`));
  page.on('download', (download) => seen.push(`download ${download.url()}`));
  return seen;
};

/** Reads all of a view: what is folded, what is in frames, and what can be clicked there. */
const readAll = async (page: Page, settle: () => Promise<void>): Promise<void> => {
  await page.locator('h1').waitFor();
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true;
  });
  await settle();
  for (const frame of page.frames().slice(1)) {
    for (const link of (await frame.locator('a, button, summary').all()).slice(0, 3)) {
      await link.click({ force: true, timeout: 250 }).catch(() => {});
    }
  }
  await settle();
};

const isHeadingOnTop = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    window.scrollTo(0, 0);
    const heading = document.querySelector('h1');
    const { x = 0, y = 0 } = heading?.getBoundingClientRect() ?? {};
    return heading?.contains(document.elementFromPoint(x + 5, y + 5)) ?? false;
  });

/** Characters that turn what follows around. */
const turning = /[\u202a-\u202e\u2066-\u2069]/;

/** Texts of the page with one of them. */
const findTurned = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('body *')).flatMap(({ localName, childNodes }) =>
      Array.from(childNodes).flatMap(({ nodeType, nodeValue }) =>
        nodeType === Node.TEXT_NODE && /[\u202a-\u202e\u2066-\u2069]/.test(nodeValue ?? '') ? [localName] : [],
      ),
    ),
  );

describe('the console in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();

  let url: string;
  beforeAll(async () => {
    url = await serveConsole();
  });

  test('on no page does what others wrote run, ask for anything, lead elsewhere, or cover the page', async () => {
    const server = await startRecordingServer();
    const { tenant, id } = await giveHostileConsent(server.url);
    const watched = await openConsole(open, url, tenant, '#/');
    const { page, offences } = watched;
    const [seen, settle] = [watch(page), newSettling(page)];
    let framed = 0;
    const attack = encodeURIComponent(`"'></script><img src=${server.url}/address onerror=alert('hit')>`);
    const fragments = [
      `#/consents/${id}`,
      `#/consents/${id}?at=2020-01`,
      `#/consents/${id}/person`,
      `#/consents/${id}/revoke`,
      '#/consents',
      `#/consents?notice=${tenant.pid}&project=${tenant.projectUid}`,
      '#/notices',
      `#/notices/${tenant.pid}`,
      `#/notices/${tenant.pid}?left=1&right=2&lang=eng`,
      `#/notices/${tenant.pid}/2`,
      // The service refuses this filter, once, and Chromium tells of it.
      `#/consents/${attack}`,
      `#/consents?state=${attack}&from=${attack}&project=${attack}`,
      `#/consents/${id}?at=${attack}`,
      `#/notices/${tenant.pid}?left=2&lang=${attack}`,
      `#/${attack}`,
      `#${server.url}/`,
      '#//evil.example',
      "#javascript:alert('hit')",
    ];

    for (const fragment of fragments) {
      await goTo(watched, fragment);
      await settle();
      framed += await page.locator('.framed iframe').count();
      await readAll(page, settle);
      expect(await isHeadingOnTop(page), fragment).toBe(true);
      expect(
        await page.locator('body img, body meta, body link, body base, body object, body form[action]').count(),
      ).toBe(0);
      expect(page.url().split('#')[0], fragment).toBe(url);
      expect(await findTurned(page), fragment).toEqual([]);
      // The tab of a notice has its title, as text.
      expect(await page.title()).not.toMatch(fragment.startsWith('#/notices/') ? turning : /hit|img/);
    }

    expect(framed).toBeGreaterThan(4);
    expect({ offences, seen, connections: server.count() }).toEqual({
      offences: [expect.stringContaining('422')],
      seen: [],
      connections: 0,
    });
  });

  test('a proof and a notice are in frames that may run nothing', async () => {
    const { tenant, id } = await giveHostileConsent('http://127.0.0.1:9');
    const watched = await openConsole(open, url, tenant, `#/consents/${id}`);
    const { page } = watched;
    await page.frameLocator('.framed iframe').first().getByText('The text that was shown').waitFor();
    await settleDrawing(page);

    const sandboxes = await page
      .locator('.framed iframe')
      .evaluateAll((frames) => frames.map((frame) => frame.getAttribute('sandbox')));
    expect(new Set(sandboxes)).toEqual(new Set(['allow-same-origin']));
    await goTo(watched, `#/notices/${tenant.pid}/2`);
    await page.frameLocator('.framed iframe').first().getByText('The text that was shown').waitFor();
  });

  test('who tried too often reads how long to wait, and can send nothing before', async () => {
    const { page } = await open(url, { level: 1, locale: 'en-GB' });
    const answer = { code: 'login.throttled', detail: 'Too many.', requestId: 'r-1' };
    await page.route('**/login', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '90' }, json: answer }),
    );
    await page.fill('[name=email]', 'ada@example.com');
    await page.fill('[name=password]', password);
    await page.press('[name=password]', 'Enter');
    await page.getByText(/You can try again in (?:90|89) seconds/).waitFor();

    expect(await page.getByRole('button', { name: 'Sign in' }).isDisabled()).toBe(true);
  });

  describe('to a reader who has signed in once', () => {
    let tenant: Tenant;
    let watched: WatchedPage;
    let page: Page;
    beforeAll(async () => {
      tenant = await newTenant();
      const project = { accountId: tenant.accountId, uid: 'a-shop', name: 'A shop' };
      await createProject(table, project, changeAt());
      watched = await openConsole(open, url, tenant, '#/nowhere');
      ({ page } = watched);
    });

    const titled = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

    test('a page that fails says so, where the focus is, and can be shown again', async () => {
      await page.route('**/notices/list', (route) => route.fulfill({ json: { data: [null] } }), { times: 1 });
      await goTo(watched, '#/notices');
      await titled('This page failed').waitFor();
      await expect.poll(() => page.locator('h1:focus').allInnerTexts()).toEqual(['This page failed']);
      await page.getByRole('button', { name: 'Show the page again' }).click();
      await titled('Notices').waitFor();
    });

    test('of two languages the one that was chosen last counts, whichever comes first', async () => {
      const held: Route[] = [];
      await page.route(/console-it-/, (route) => held.push(route));
      await page.locator('header select').selectOption('it');
      await expect.poll(() => held.length).toBe(1);
      await page.locator('header select').selectOption('de');
      await page.locator('html[lang=de]').waitFor();
      const answered = page.waitForResponse(/console-it-/);
      await held[0]?.continue();
      await answered;
      await settleDrawing(page);

      expect(await page.locator('html').getAttribute('lang')).toBe('de');
      await page.locator('header select').selectOption('en');
      await page.locator('html[lang=en]').waitFor();
    });

    test('on a wide screen the header is one line in every language', async () => {
      const before = page.viewportSize() ?? { width: 1280, height: 720 };
      await page.setViewportSize({ width: 1400, height: 900 });
      for (const language of ['it', 'de', 'fr', 'es', 'en']) {
        await page.locator('header select').selectOption(language);
        await page.locator(`html[lang=${language}]`).waitFor();
        const ends = await page
          .locator('header :is(nav a, select, button)')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
        expect(Math.max(...ends) - Math.min(...ends), language).toBeLessThan(20);
      }
      await page.setViewportSize(before);
    });

    test('a long list goes on behind the consents of its first page', async () => {
      const shelf = await findShelf(table, tenant.accountId, tenant.projectUid, tenant.pid);
      const time = new Date('2025-01-01T00:00:00Z');
      await stock(
        table,
        shelf,
        Array.from({ length: 52 }, () => ({ time, userData: { email: 'eva@example.com' } })),
      );
      await goTo(watched, '#/consents?until=2025-01');
      await page.getByText('50 consents, newest first, and there are older ones.').waitFor();
      await page.getByRole('link', { name: 'Older' }).click();

      await page.getByText('2 consents, newest first, and there are no older ones.').waitFor();
    });

    test('the way back leads where she came from, by its name, and Back finds the day that she asked about', async () => {
      await publishVersion(table, tenant.accountId, tenant.pid, noticeContent({ validityDays: 9 }), new Date());
      await addConsent(tenant, { userData: { email: 'way@example.com' } });
      const trail = page.locator('.trail a');
      const day = new Date().toISOString().slice(0, 10);
      await goTo(watched, '#/consents');
      await titled('Consents').waitFor();
      await page.getByRole('searchbox').fill('way@example.com');
      await page.getByRole('searchbox').press('Enter');
      await page.locator('main .person a', { hasText: 'way@' }).click();
      await expect.poll(() => trail.allInnerTexts()).toEqual(['← Consents']);
      await page.getByLabel('What was in force on this day?').fill(day);
      await expect
        .poll(() => page.locator('.state[role=status]').innerText())
        .toMatch(/: in force for a part of the day · version \d: Consent$/);
      await page.locator('.state[role=status]').getByRole('link', { name: 'Consent' }).click();
      await expect.poll(() => page.title()).toMatch(/^Consent /);
      expect(await trail.allInnerTexts()).toEqual(['← Consents of a person']);
      await trail.click();
      await expect.poll(() => page.getByLabel('What was in force on this day?').inputValue()).toBe(day);
      await page.getByRole('link', { name: 'Text of version' }).click();
      await expect.poll(() => page.title()).toMatch(/^Privacy notice, Version \d – Consent register$/);
      expect(await trail.allInnerTexts()).toEqual(['← Consents of a person']);
      await page.getByRole('link', { name: 'All versions of this notice' }).click();
      await expect.poll(() => page.title()).toBe('Privacy notice – Consent register');
      await page.getByLabel('Later version').selectOption('1');
      await expect.poll(() => page.url()).toContain('right=1');
      await trail.click();
      await trail.click();
      await expect.poll(() => page.getByLabel('What was in force on this day?').inputValue()).toBe(day);

      await trail.click();

      await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('way@example.com');
    });

    test('the overview asks for the project that is chosen', async () => {
      await goTo(watched, '#/overview');
      const [request] = await Promise.all([
        page.waitForRequest(
          (one) => one.url().endsWith('/overview/get') && one.postData()?.includes('a-shop') === true,
        ),
        page.getByLabel('Project').selectOption({ label: 'A shop' }),
      ]);

      expect(request.postDataJSON()).toMatchObject({ projectUid: 'a-shop' });
    });

    test('the latest version of a notice stands beside the one before', async () => {
      for (const months of [6, 12, 24]) {
        const content = noticeContent({ descriptionHtml: { eng: `<p>We keep it for ${months} months.</p>` } });
        await publishVersion(table, tenant.accountId, tenant.pid, content, new Date());
      }
      await goTo(watched, `#/notices/${tenant.pid}`);

      await expect.poll(() => page.locator('.comparison del').allInnerTexts()).toEqual([expect.stringContaining('12')]);
      await expect.poll(() => page.locator('.comparison ins').allInnerTexts()).toEqual([expect.stringContaining('24')]);
    });

    test('of a document that changed on its way, or is of another consent, nothing is shown', async () => {
      const { consentId: id } = await addConsent(tenant, { proof: { html: '<p>I agree</p><p>to all</p>' } });
      await page.route(
        '**/evidence/get',
        async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: (await response.text()).replace('ada@', 'eda@') });
        },
        { times: 1 },
      );
      const postData = JSON.stringify({ id: (await addConsent(tenant)).consentId });
      await page.route('**/evidence/get', (route) => route.continue({ postData }), { times: 1 });
      await goTo(watched, `#/consents/${id}`);
      for (const why of ['The document that came is that of another consent.', 'It fails in: signature']) {
        await page.getByText(why).waitFor();
        expect(await page.locator('main').innerText()).not.toContain('example.com');
        await page.getByRole('button', { name: 'Try again' }).click();
      }
      await titled('In force').waitFor();
      await page.getByText('Technical details').click();
      await page.frameLocator('.framed iframe').last().getByText('I agree').waitFor();
      await settleDrawing(page);
      const isWhole = (frame: HTMLElement | SVGElement): boolean =>
        frame instanceof HTMLIFrameElement &&
        frame.clientHeight >= (frame.contentDocument?.documentElement.scrollHeight ?? Number.POSITIVE_INFINITY);
      expect(await page.locator('.framed iframe').last().evaluate(isWhole)).toBe(true);

      await goTo(watched, `#/consents/${id}?at=2020-01`);
      await titled('In January 2020: not yet given Now: in force').waitFor();
      await page.getByText('Another one of the same person may have been in force then').waitFor();
    });

    test('the page that is saved is the one that the command writes, to the byte', async () => {
      const { consentId: id } = await addConsent(tenant, {
        proof: { html: "<p>I agree $& $1 $' </script><!-- é 😀</p>" },
        userData: { email: 'ada@example.com', customer_number: '4711' },
      });
      const [answer] = await Promise.all([page.waitForResponse('**/evidence/get'), goTo(watched, `#/consents/${id}`)]);
      await titled('In force').waitFor();
      const [download] = await Promise.all([page.waitForEvent('download'), chooseSaving(page, 'Save as evidence')]);
      const document = (await answer.body()).toString();
      await page.getByText('own value “customer_number”').waitFor();
      const handedOn = page.locator('.note', { hasText: 'needs verify.html and keys.json from the operator' });
      await expect.poll(() => handedOn.locator('code').last().innerText()).toMatch(/^(?:[0-9a-f]{4}\s?){16}$/);

      expect(await readFile(await download.path(), 'utf8')).toBe(await renderEvidencePage(document));
    });

    test('a revocation is of the consent that was shown, and one that fails is sent again under its key', async () => {
      const [{ consentId: id }, { consentId: other }] = [await addConsent(tenant), await addConsent(tenant)];
      const postData = JSON.stringify({ id: other });
      await page.route('**/evidence/get', (route) => route.continue({ postData }), { times: 1 });
      await goTo(watched, `#/consents/${id}/revoke`);
      await page.getByText('The document that came is that of another consent.').waitFor();
      await goTo(watched, '#/nowhere');
      await titled('No such page').waitFor();
      await goTo(watched, `#/consents/${id}/revoke`);
      const keys: (string | undefined)[] = [];
      await page.route('**/consent-register/revoke', async (route) => {
        const response = await route.fetch();
        const isFirst = keys.push(route.request().headers()['idempotency-key']) === 1;
        await route.fulfill(
          isFirst ? { status: 500, json: { code: 'service.fault', requestId: 'r-1' } } : { response },
        );
      });
      await page.getByLabel('Reason').fill('She wrote to us');
      await page.getByLabel('How the person asked').selectOption('email');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Revoke now' }).click();
      await page.getByRole('button', { name: 'Try again' }).click();
      await titled('The consent is revoked').waitFor();

      expect(keys).toEqual([expect.any(String), keys[0]]);
      expect((await findRecord(tenant, id)).revokeProof).toEqual({ reason: 'She wrote to us' });
    });
  });
});
