import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { Fragment, h } from 'preact';
import { describe, expect, test } from 'vitest';
import { renderPage } from '../../pages/page.ts';
import { expectAccessible } from '../e2e/accessibility.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { startRecordingServer } from '../e2e/recording-server.ts';
import { settleDrawing } from '../e2e/settling.ts';
import { adminData } from '../support/call/admin.ts';
import type { Parameters } from '../support/call/event.ts';
import { invoke } from '../support/call/invoke.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { hostileProof } from '../support/make/hostile.ts';
import { needs, newFolder } from '../support/make/machine.ts';

/** Writes the page of a new consent. Returns where it is, as a browser opens it. */
const writePage = async (overrides: Parameters = {}, options: readonly string[] = []): Promise<string> => {
  const tenant = await newTenant();
  const { consentId: id } = await addConsent(tenant, overrides);
  const proof = overrides.proof ?? { url: 'https://shop.example/account' };
  await invoke('revokeConsent', { id, proof, channel: 'email' }, { token: tenant.token });
  const file = join(newFolder(), 'consent.html');
  await adminData('consent', 'show', id, '--html', file, ...options);
  return pathToFileURL(file).href;
};

/** Moves over and clicks whatever is in a frame, as an idle reader does, and waits for what comes of it. Frames of the same proof are alike. */
const clickFrame = async (page: Page): Promise<number> => {
  let clicked = 0;
  const [, frame] = page.frames();
  for (const element of (await frame?.locator('a, button, input, summary, p').all()) ?? []) {
    await element.hover({ force: true, timeout: 250 }).catch(() => {});
    await element.click({ force: true, timeout: 250 }).catch(() => {});
    clicked += 1;
  }
  await settleDrawing(page);
  return clicked;
};

describe('in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();

  const watchDialogs = (page: Page): string[] => {
    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    return dialogs;
  };

  test('the recording server and the dialogs see what a page does that is not made safe', async () => {
    const server = await startRecordingServer();
    const file = join(newFolder(), 'raw.html');
    await writeFile(file, '<!doctype html><link rel="icon" href="data:,"><h2>Raw</h2>');
    const { page } = await open(pathToFileURL(file).href);
    const dialogs = watchDialogs(page);

    await page.setContent(`<h2>Raw</h2><img src="${server.url}/picture.png"><script>alert('hit')</script>`);
    await expect.poll(() => server.count()).toBeGreaterThan(0);

    await expect.poll(() => dialogs).toEqual(['hit']);
  });

  test('a hostile proof is shown, runs nothing and asks for nothing, whatever a reader clicks', async () => {
    const server = await startRecordingServer();
    const url = await writePage({ proof: { html: hostileProof(server.url), note: hostileProof(server.url) } });
    const requests: string[] = [];
    const { page, offences } = await open(url, { viewport: { width: 1400, height: 900 } });
    const dialogs = watchDialogs(page);
    page.on('request', (request) => requests.push(request.url()));
    await page.reload();

    const frames = page.locator('iframe');
    for (const frame of await frames.all()) await frame.scrollIntoViewIfNeeded();
    const clicked = await clickFrame(page);

    expect(await frames.count()).toBe(4);
    expect(clicked).toBeGreaterThan(5);
    await expect
      .poll(() => page.frameLocator('iframe >> nth=0').locator('p').innerText())
      .toContain('The text that was shown');
    expect(await page.title()).toMatch(/^Consent [0-9a-f]{32}$/);
    expect({ dialogs, offences, requests, connections: server.count(), url: page.url() }).toEqual({
      dialogs: [],
      offences: [],
      requests: [url],
      connections: 0,
      url,
    });
    expect(page.frames().map((frame) => frame.url())).toEqual([url, ...Array(4).fill('about:srcdoc')]);
  });

  test('the frame and the policy hold by themselves, where nothing was taken out of a proof', async () => {
    const server = await startRecordingServer();
    const file = join(newFolder(), 'raw.html');
    const frame = h('iframe', { sandbox: '', title: 'Raw', srcdoc: hostileProof(server.url) });
    await writeFile(
      file,
      renderPage({ title: 'Raw', lang: 'en', body: h(Fragment, null, h('h2', null, 'Raw'), frame) }),
    );
    const { page } = await open(pathToFileURL(file).href);
    const dialogs = watchDialogs(page);

    await page.reload();
    await page.frameLocator('iframe').locator('#out').click();
    await settleDrawing(page);

    expect({ dialogs, connections: server.count(), title: await page.title() }).toEqual({
      dialogs: [],
      connections: 0,
      title: 'Raw',
    });
  });

  test('right-to-left names stay in their place, and turn nothing around', async () => {
    const url = await writePage({
      userData: {
        email: 'mona@example.com',
        שם: 'דנה 12',
        first_name: 'منى (3)',
        last_name: '\u202eevil',
        city: 'Bari',
      },
    });
    const { page, offences } = await open(url, { viewport: { width: 1400, height: 900 } });

    const rows = await page.locator('dl > div').evaluateAll((divs) =>
      divs.map((div) => {
        const [dt, dd] = [div.querySelector('dt bdi'), div.querySelector('dd bdi')];
        const [name, value, cell] = [dt, dd, div.querySelector('dd')].map((part) => part?.getBoundingClientRect());
        return {
          name: dt?.textContent,
          value: dd?.textContent,
          isolated: dd !== null && getComputedStyle(dd).unicodeBidi === 'isolate',
          order: (name?.right ?? 0) <= (value?.left ?? 0) && Math.abs((value?.left ?? 0) - (cell?.left ?? 9)) < 1,
        };
      }),
    );

    expect(rows.find(({ name }) => name === 'first_name')?.value).toBe('منى (3)');
    expect(rows.find(({ name }) => name === 'last_name')?.value).toBe('\\u{202e}evil');
    expect(rows.length).toBeGreaterThan(15);
    expect(rows.filter(({ isolated, order }) => !isolated || !order)).toEqual([]);
    expect(offences).toEqual([]);
  });

  test('axe finds nothing in light and dark, on a telephone and a screen, and nothing is wider than these', async () => {
    const html = `<form><label>E-mail <input></label></form>${'<p>line</p>\n'.repeat(60)}${'x'.repeat(500)}`;
    const { page, offences } = await open(
      await writePage({ proof: { url: 'https://shop.example/newsletter', html }, lang: 'fra' }),
    );

    await expectAccessible(page, { fewest: 15 });
    expect(offences).toEqual([]);
  });

  test('in print the source stands in the place of frames, whole', async () => {
    const lines = Array.from({ length: 200 }, (_, i) => `<p>line ${i}</p>`);
    const { page } = await open(await writePage({ proof: { html: lines.join('\n') } }), {
      viewport: { width: 700, height: 900 },
    });
    await page.emulateMedia({ media: 'print' });

    const source = page.locator('.source').first();
    await source.waitFor();
    const heights = await source.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);

    expect(await page.locator('iframe:visible').count()).toBe(0);
    expect(heights[0]).toBe(heights[1]);
    await expect.poll(() => source.innerText()).toBe(lines.join('\n'));
  });
});
