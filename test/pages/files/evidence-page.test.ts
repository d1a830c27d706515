import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderEvidencePage } from '../../../pages/files/evidence-page.ts';
import { findEmbedded } from '../../../verifier/document.ts';
import { parsePage } from '../../support/make/parsed-page.ts';

const open = async (document?: string): Promise<Document> => parsePage(await renderEvidencePage(document));

const policyOf = (page: Document): string | null | undefined =>
  page.querySelector('meta[http-equiv=Content-Security-Policy]')?.getAttribute('content');

const scriptOf = (page: Document): string => page.querySelector('script:not([type])')?.textContent ?? '';

test('verify.html is one file of less than 400 KB, the same every time', async () => {
  const page = await renderEvidencePage();

  expect(Buffer.byteLength(page)).toBeLessThan(400_000);
  expect(await renderEvidencePage()).toBe(page);
});

test('runs the script that it has, and nothing else, and may ask for nothing', async () => {
  const page = await open();
  const hash = createHash('sha256').update(scriptOf(page)).digest('base64');

  expect(policyOf(page)).toBe(
    `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'`,
  );
  expect(page.querySelectorAll('script')).toHaveLength(1);
  expect(page.querySelectorAll('link, img, iframe, [src], [href], [onload]')).toHaveLength(0);
});

test('the script has nothing that makes a request or runs a text', async () => {
  const script = scriptOf(await open());
  const ways =
    /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts|Worker|eval|Function)\s*\(|\bimport\s*\(|serviceWorker|new Image/g;
  /** Names of XML namespaces, at which nothing is asked for, are all that is written as an address. */
  const addresses = new Set(script.match(/\b(?:https?|wss?):\/\/\w[\w./-]*/g));

  expect(script.length).toBeGreaterThan(50_000);
  expect(script.match(ways)).toBeNull();
  expect([...addresses].filter((address) => !address.startsWith('http://www.w3.org/'))).toEqual([]);
});

test.each([
  ['markup', '</script><script>hit()</script><!--<script>'],
  ['signs of all kinds', '"\\\u0000\u2028\ud83d\ude00\u00a0&amp;'],
  ['much', 'x'.repeat(6_000_000)],
  ['nothing', ''],
])('has a document exactly as it is, also one with %s', async (_what, text) => {
  const document = JSON.stringify({ text });
  const file = await renderEvidencePage(document);

  expect(Buffer.from(findEmbedded(file) ?? []).toString()).toBe(document);
  expect(file.match(/<script/g)).toHaveLength(2);
});

test('says without a script what to do', async () => {
  const saysOf = async (document?: string) => (await open(document)).querySelector('noscript')?.textContent;

  expect(await saysOf()).toContain('This page needs JavaScript to show and verify a document.');
  expect(await saysOf()).toContain('Diese Seite braucht JavaScript');
  expect(await saysOf('{}')).toContain('consent-register evidence verify');
});
