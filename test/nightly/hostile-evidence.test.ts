import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { Fragment, h } from 'preact';
import { describe, expect, test } from 'vitest';
import { renderPage } from '../../pages/files/html-file.ts';
import { limits } from '../../shared/api/limits.ts';
import { toFacts } from '../../shared/evidence/facts.ts';
import { findOwned, readHoldings } from '../../shared/evidence/holdings.ts';
import type { Facts } from '../../shared/evidence/schema.ts';
import { listAccounts } from '../../shared/identity/account.ts';
import { verifyDocument } from '../../verifier/verify.ts';
import { useBrowser } from '../e2e/browser.ts';
import { findChromium, hasBrowser } from '../e2e/chromium.ts';
import { startRecordingServer } from '../e2e/recording-server.ts';
import { settleDrawing } from '../e2e/settling.ts';
import type { EvidenceFiles } from '../evidence/evidence-files.ts';
import { writeEvidence } from '../evidence/evidence-files.ts';
import { isHandlerNotMade } from '../pages/html/active.ts';
import { addConsent, newTenant } from '../support/make/builders.ts';
import { noise } from '../support/make/chance.ts';
import { giveHostileConsent, hostileProof } from '../support/make/hostile.ts';
import { needs, newFolder } from '../support/make/machine.ts';
import { factsOf } from '../support/make/statement.ts';
import { table } from '../support/make/table.ts';

const readFacts = async (id: string): Promise<Facts> => {
  const owned = await findOwned(table, await listAccounts(table), id);
  if (owned === undefined) throw new Error('There is no such consent.');
  return toFacts(await readHoldings(table, owned), new Date());
};

const recordHostile = async (url: string): Promise<Facts> => readFacts((await giveHostileConsent(url)).id);

/** All that a page was seen to do besides showing. */
const watch = (page: Page) => {
  const seen: string[] = [];
  page.on('dialog', async (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => seen.push(`request ${request.url()}`));
  page.on('popup', (popup) => seen.push(`popup ${popup.url()}`));
  return seen;
};

/** Opens all that is folded up, sees every frame, and clicks at what a reader may click at. Returns how often it clicked. */
const readAll = async (page: Page): Promise<number> => {
  let clicks = 0;
  await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();
  await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
  await settleDrawing(page);
  for (const frame of await page.locator('iframe').all()) await frame.scrollIntoViewIfNeeded();
  for (const frame of page.frames().slice(1)) {
    for (const element of (await frame.locator('a, button, input, summary, p').all()).slice(0, 6)) {
      await element.hover({ force: true, timeout: 250 }).catch(() => {});
      await element.click({ force: true, timeout: 250 }).catch(() => {});
      clicks += 1;
    }
  }
  await settleDrawing(page);
  return clicks;
};

const urlOf = ({ page }: EvidenceFiles): string => pathToFileURL(page).href;

describe('in Chromium, from a file', { ...needs('browser', hasBrowser), timeout: 180_000 }, () => {
  const open = useBrowser();

  test('what is watched sees what a page does that is not made safe', async () => {
    const server = await startRecordingServer();
    const file = join(newFolder(), 'raw.html');
    await writeFile(file, '<!doctype html><link rel="icon" href="data:,"><h2>Raw</h2>');
    const { page } = await open(pathToFileURL(file).href);
    const seen = watch(page);

    await page.setContent(`<h2>Raw</h2><img src="${server.url}/picture.png"><script>alert('hit')</script>`);

    await expect.poll(() => server.count()).toBeGreaterThan(0);
    await expect.poll(() => seen).toEqual(expect.arrayContaining(['dialog hit', `request ${server.url}/picture.png`]));
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
    const seen = watch(page);

    await page.reload();
    await page.frameLocator('iframe').locator('#out').click();
    await settleDrawing(page);

    expect(seen.filter((what) => !what.startsWith('request'))).toEqual([]);
    expect({ connections: server.count(), title: await page.title() }).toEqual({ connections: 0, title: 'Raw' });
  });

  test('a consent that is hostile in every field is shown, runs nothing, asks for nothing, and verifies', async () => {
    const server = await startRecordingServer();
    const facts = await recordHostile(server.url);
    const files = await writeEvidence(facts);
    const { page, offences } = await open(urlOf(files));
    const seen = watch(page);

    await page.reload();
    const clicks = await readAll(page);

    const { verdict } = await verifyDocument(await readFile(files.document), { now: new Date() });
    expect(verdict).toBe('consistent');
    expect(await page.locator('.verdict h2').innerText()).toBe('Unchanged. Who signed it is not checked yet.');
    /** The browser says so where it refuses the base of a text that it parses, and shows nowhere. */
    const unexpected = offences.filter(
      (offence) => !offence.startsWith("Setting the document's base URI") && !isHandlerNotMade(offence),
    );
    expect({ seen, unexpected, connections: server.count(), url: page.url() }).toEqual({
      seen: [`request ${urlOf(files)}`],
      unexpected: [],
      connections: 0,
      url: urlOf(files),
    });
    expect(await page.title()).toBe(`Evidence of consent ${facts.consent[0].consent}`);
    expect(clicks).toBeGreaterThan(5);
    expect(await page.locator('iframe').count()).toBe(5);
    expect(page.frames().map((frame) => frame.url())).toEqual([urlOf(files), ...Array(5).fill('about:srcdoc')]);
    await expect
      .poll(() => page.frameLocator('.text iframe >> nth=0').locator('p').first().innerText())
      .toContain('The text that was shown');
    await expect
      .poll(() => page.locator('dl:not(.opening) dd', { hasText: 'منى' }).innerText())
      .toBe('منى \\u{202e}(3)');
    expect(await page.locator('body img, body meta, body link, body base, body object').count()).toBe(0);
  });

  test('right-to-left names stay in their place, and turn nothing around', async () => {
    const userData = {
      email: 'mona@example.com',
      שם: 'דנה 12',
      first_name: 'منى (3)',
      last_name: '\u202eevil',
      city: 'Bari',
    };
    const { consentId } = await addConsent(await newTenant(), { userData });
    const files = await writeEvidence(await readFacts(consentId));
    const { page, offences } = await open(urlOf(files), { viewport: { width: 1400, height: 900 } });
    await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();

    const rows = await page.locator('dl:not(.opening) > div').evaluateAll((divs) =>
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

  test('what is shown stays in its place: the verdict is on top whatever a proof does', async () => {
    const files = await writeEvidence(await recordHostile('http://127.0.0.1:9'));
    const { page } = await open(urlOf(files));
    await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();
    await settleDrawing(page);

    const isOnTop = await page.locator('.verdict h2').evaluate((heading) => {
      const { x, y } = heading.getBoundingClientRect();
      return document.elementFromPoint(x + 5, y + 5) === heading;
    });

    expect(isOnTop).toBe(true);
  });

  test('no name of a host is looked up, not even ahead of a request', async () => {
    const folder = newFolder();
    const host = 'looked-up.example';
    const raw = join(folder, 'raw.html');
    await writeFile(raw, `<!doctype html><h2>Raw</h2><img src="http://${host}/raw.png" alt="">`);
    const files = await writeEvidence(await recordHostile(`http://${host}`));

    /** What the browser writes of its network while it shows a page. */
    const logOf = async (url: string): Promise<string> => {
      const log = join(folder, 'net-log.json');
      const browser = await chromium.launch({
        ...(await findChromium()),
        args: ['--no-sandbox', '--disable-gpu', `--log-net-log=${log}`, '--net-log-capture-mode=Everything'],
      });
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      await page.waitForTimeout(2_000);
      await browser.close();
      return readFile(log, 'utf8');
    };

    expect(await logOf(pathToFileURL(raw).href)).toContain(host);
    expect(await logOf(urlOf(files))).not.toContain(host);
  });

  test.each([
    ['deep', '<div>'.repeat(200_000)],
    ['deep where nobody looks', `<template>${'<div>'.repeat(200_000)}`],
    ['deep before a table', `<table>${'<div>'.repeat(200_000)}`],
    ['long', '<b>x</b>'.repeat(100_000)],
    ['made to explode', `${Array.from({ length: 5_000 }, (_, i) => `<b id=${i}>`).join('')}${'<p>'.repeat(50_000)}`],
  ])('a proof whose markup is %s does not stop the page', async (_how, html) => {
    const files = await writeEvidence(factsOf({ proof: { html } }));
    const { page } = await open(urlOf(files));

    await page.getByRole('heading', { name: 'How to check it with other tools' }).waitFor();
    await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
    await page.getByText('It is too long or too deep').waitFor();
    await settleDrawing(page);

    expect(await page.getByText('It is too long or too deeply nested to be shown as it looked.').count()).toBe(1);
    expect(await page.locator('.told iframe').count()).toBe(0);
  });

  test('the largest document opens', async () => {
    const text = (bytes: number): string => `<p>${noise(bytes / 2).toString('hex')}</p>`;
    const proof = { html: text(4_000_000), log: `${noise(40).toString('hex')}\n`.repeat(12_000) };
    const files = await writeEvidence(factsOf({ descriptionHtml: text(1_000_000), proof }));
    const { page, offences } = await open(urlOf(files));

    await readAll(page);

    const { size } = await stat(files.document);
    expect([size > 5_900_000, size < limits.resultBytes]).toEqual([true, true]);
    expect(await page.locator('.verdict h2').innerText()).toContain('Who signed it is not checked yet');
    expect(offences).toEqual([]);
  });
});
