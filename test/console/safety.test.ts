import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { startRecordingServer } from '../e2e/recording-server.ts';
import { newSettling, settleDrawing } from '../e2e/settling.ts';
import { goTo, openConsole, serveConsole } from '../support/console.ts';
import { giveHostileConsent } from '../support/hostile-consent.ts';
import { needs } from '../support/needs.ts';

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

/** Texts of the page with a character that turns what follows around. */
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
      ...[`#/consents/${id}`, `#/consents/${id}?at=2020-01`, `#/consents/${id}/person`, `#/consents/${id}/revoke`],
      ...['#/consents', `#/consents?notice=${tenant.pid}&project=${tenant.projectUid}`, '#/notices'],
      ...[`#/notices/${tenant.pid}`, `#/notices/${tenant.pid}?left=1&right=2&lang=eng`, `#/notices/${tenant.pid}/2`],
      // The service refuses this filter, once, and Chromium tells of it.
      ...[`#/consents/${attack}`, `#/consents?state=${attack}&from=${attack}&project=${attack}`],
      ...[`#/consents/${id}?at=${attack}`, `#/notices/${tenant.pid}?left=2&lang=${attack}`],
      ...[`#/${attack}`, `#${server.url}/`, '#//evil.example', "#javascript:alert('hit')"],
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
      expect(await page.title()).not.toMatch(/hit|img/);
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
});
