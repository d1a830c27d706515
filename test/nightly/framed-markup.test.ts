import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeConsole, toPage } from '../../pages/build-console.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { settleDrawing } from '../e2e/settling.ts';
import { active, isHandlerNotMade } from '../pages/html/active.ts';
import { allHostileMarkup, breakouts } from '../pages/html/hostile-markup.ts';
import { serve } from '../support/call/serve.ts';
import type { Random } from '../support/make/chance.ts';
import { newRandom, runs, seed } from '../support/make/chance.ts';
import { hostileProof } from '../support/make/hostile.ts';
import { needs } from '../support/make/machine.ts';

const buildScript = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../pages/html', entry)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Serves a page of tests with the style, the frames and the policies of the console. Returns its URL.
 *
 * @param entry its script, from test/pages/html/
 */
const serveMarkupPage = async (entry: string): Promise<string> => {
  const [[page, ...parts], script] = await Promise.all([makeConsole(), buildScript(entry)]);
  const nameOf = (part: RegExp): string => `/console/${parts.find(({ name }) => part.test(name))?.name ?? ''}`;
  const text = toPage({
    script: '/console/test.js',
    style: nameOf(/css$/),
    frame: nameOf(/^frame-/),
    evidencePage: '',
    verifyPage: '',
    keys: '',
    catalogues: {},
  });
  const files = [
    { ...page, name: '', contentType: 'text/html', text },
    ...parts.map((part) => ({ ...part, name: `console/${part.name}` })),
    { name: 'console/test.js', contentType: 'text/javascript', policy: undefined, text: script },
  ];
  const served = await serve(({ url = '/' }, response) => {
    const file = files.find(({ name }) => `/${name}` === url);
    if (file === undefined) return response.writeHead(404).end();
    const policy = file.policy === undefined ? {} : { 'content-security-policy': file.policy };
    return response.writeHead(200, { 'content-type': file.contentType, ...policy }).end(file.text);
  });
  return `${served}/`;
};

const elsewhere = 'http://evil.example';

/** Columns within columns, which a browser lays out for ever. @param style of each of them */
const nestedColumns = (sheet: string, style: string, name = 'div'): string =>
  `<style>${sheet}</style>${`<${name} open style="${style}">`.repeat(60)}x y z`;

/** A text made of others, cut anywhere, so that what one opens another closes. */
const drawText = (random: Random): string =>
  Array.from({ length: 2 + random.below(5) }, () => {
    const whole = random.pick([...allHostileMarkup, ...breakouts(elsewhere)]);
    const from = random.chance(0.5) ? 0 : random.below(whole.length);
    const length = random.chance(0.5) ? whole.length : 1 + random.below(200);
    return whole.slice(from, from + length) + random.pick(['', '', '\0', '<', '>', '"', "'", '<!--', ']]>', '</', '&']);
  }).join('');

const show = (page: Page, texts: readonly string[]): Promise<void> => page.evaluate(`show(${JSON.stringify(texts)})`);

/** What stands in a frame and could run, load, lead elsewhere or be filled in; each frame's address; what stands around. */
const inspect = (page: Page): Promise<unknown> =>
  page.evaluate((active) => {
    const frames = Array.from(document.querySelectorAll<HTMLIFrameElement>('.framed iframe'));
    const found = frames.flatMap(({ contentDocument }) => [
      ...Array.from(contentDocument?.body.querySelectorAll(active) ?? [], ({ outerHTML }) => outerHTML),
      ...Array.from(contentDocument?.querySelectorAll('*') ?? []).flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
    ]);
    const heading = document.querySelector('h1');
    window.scrollTo(0, 0);
    const { x = 0, y = 0 } = heading?.getBoundingClientRect() ?? {};
    return {
      found,
      addresses: [...new Set(frames.map(({ contentDocument }) => contentDocument?.URL.replace(/-[\w-]+\.html$/, '')))],
      isHeadingOnTop: document.elementFromPoint(x + 5, y + 5) === heading,
      around: Array.from(document.body.children, ({ localName }) => localName),
      title: document.title,
    };
  }, active);

describe('HTML of others, in Chromium', { ...needs('browser', hasBrowser), timeout: 120_000 }, () => {
  const open = useBrowser();
  let url: string;
  beforeAll(async () => {
    url = await serveMarkupPage('framed-page.ts');
  });

  const harmless = () => ({
    found: [],
    addresses: [`${url}console/frame`],
    isHeadingOnTop: true,
    around: ['div'],
    title: 'Consent register',
  });

  test('nothing of hostile texts runs, asks, leaves its frame or covers the page, and no policy has to stop it', async () => {
    const random = newRandom(seed);
    const drawn = Array.from({ length: runs(160) }, () => drawText(random));
    const texts = [...breakouts(elsewhere), ...allHostileMarkup, ...drawn];
    const { page, offences } = await open(url);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });

    let looked = 0;
    for (let from = 0; from < texts.length; from += 40) {
      const some = texts.slice(from, from + 40);
      await show(page, some);
      expect(await inspect(page), `texts from ${from}`).toEqual(harmless());
      looked += await page.locator('.framed iframe').count();
    }

    expect({
      offences: offences.filter((offence) => !isHandlerNotMade(offence)),
      dialogs,
      url: page.url(),
      pages: page.context().pages().length,
    }).toEqual({
      offences: [],
      dialogs: [],
      url,
      pages: 1,
    });
    expect(looked).toBeGreaterThan(texts.length * 0.9);
  });

  test.each([
    ['a rule', nestedColumns('div { columns: 1000; height: 10px }', '')],
    ['an important rule', nestedColumns('@layer a { div { columns: 1000 !important } } div { height: 10px }', '')],
    ['the elements', nestedColumns('', 'columns: 1000 ! IMPORTANT; height: 10px')],
    ['the elements, in pieces', nestedColumns('', 'columns: 1000 !/**/important; height: 10px')],
    ['what opens', nestedColumns('::details-content { columns: 1000 !important; height: 10px }', '', 'details')],
  ])('columns within columns, which a browser lays out for ever, are drawn as none: by %s', async (_, text) => {
    const { page } = await open(url);
    await show(page, [text]);

    await expect.poll(() => page.frameLocator('.framed iframe').locator('body').innerText()).toContain('x y z');
  });

  test.each([
    ['unknown elements', `${'<x>'.repeat(190)}${'<b>x</b>'.repeat(24_000)}`],
    ['form fields', '<button>x</button>'.repeat(10_000)],
    ['styles', '<style>p { color: red }</style>'.repeat(6_000)],
    ['attributes', `<p ${Array.from({ length: 20_000 }, (_, i) => `a${i}=x`).join(' ')}>x</p>`],
  ])('as many %s as are drawn at once do not stop the page', async (_, text) => {
    const { page } = await open(url);
    const before = performance.now();
    await show(page, [text]);
    const seconds = (performance.now() - before) / 1000;
    expect(seconds).toBeLessThan(10);
  });

  test('links and forms lead nowhere, and what was left out is named', async () => {
    const { page, offences } = await open(url);
    await show(page, [hostileProof(elsewhere)]);
    const frame = page.frameLocator('.framed iframe');

    for (const name of ['link', 'top', 'code', 'svg']) {
      const link = frame.getByText(name, { exact: true });
      if ((await link.count()) > 0) await link.click();
    }
    await frame.getByText('Send').click({ force: true });
    await page.keyboard.press('Enter');
    await settleDrawing(page);

    expect({
      offences: offences.filter((offence) => !isHandlerNotMade(offence)),
      url: page.url(),
      pages: page.context().pages().length,
    }).toEqual({
      offences: [],
      url,
      pages: 1,
    });
    await expect
      .poll(() => page.locator('.remark').innerText())
      .toMatch(/^Left out, .*script \(2\).*address of a link \(4\)/);
    expect(await page.locator('details').getAttribute('open')).toBeNull();
    await page.getByText('As it is written').click();
    await expect.poll(() => page.locator('.source').innerText()).toContain("alert('hit')");
  });

  test('a proof keeps its own style, and is light in a dark page', async () => {
    const { page } = await open(url, { colorScheme: 'dark' });
    await show(page, [
      '<style>p { color: rgb(1, 2, 3) } button { color: rgb(7, 8, 9) }</style><p>By rule</p><b style="color: rgb(4, 5, 6)">own</b><i>none</i><button>Send</button>',
    ]);

    const frame = page.frameLocator('.framed iframe');
    const colours = await Promise.all(
      ['p', 'b', 'i', 'button'].map((name) =>
        frame.locator(name).evaluate((element) => getComputedStyle(element).color),
      ),
    );
    expect(colours).toEqual(['rgb(1, 2, 3)', 'rgb(4, 5, 6)', 'rgb(0, 0, 0)', 'rgb(7, 8, 9)']);
    await expect
      .poll(() => page.locator('.framed iframe').evaluate((element) => getComputedStyle(element).backgroundColor))
      .toBe('rgb(255, 255, 255)');
    await expect.poll(() => page.locator('.framed iframe').getAttribute('title')).toBe('How the text looks');
    await expect.poll(() => page.locator('.framed iframe').getAttribute('sandbox')).toBe('allow-same-origin');
  });

  /** The height that a frame shows, and that of what is in it. */
  const heights = (page: Page): Promise<readonly (readonly [number, number])[]> =>
    page.evaluate(() =>
      Array.from(
        document.querySelectorAll<HTMLIFrameElement>('.framed iframe'),
        ({ clientHeight, contentDocument }) => [clientHeight, contentDocument?.documentElement.scrollHeight ?? 0],
      ),
    );

  const lines = (count: number): string => '<p>line</p>'.repeat(count);

  test('a frame is as high as its text, up to a height from which it scrolls, on any width, and grows with it', async () => {
    const { page } = await open(url, { viewport: { width: 1400, height: 900 } });
    const bound = 'min-height: calc(100vh + 10px)';
    await show(page, [
      lines(2),
      'word '.repeat(150),
      lines(200),
      `<div style="${bound}">tall</div>`,
      `<details><summary>more</summary>${lines(4)}</details>`,
    ]);

    await settleDrawing(page);
    const [short, wide, long, tall, folded] = await heights(page);
    expect(short).toEqual([expect.any(Number), short?.[0]]);
    expect(short?.[0]).toBeGreaterThan(60);
    expect(short?.[0]).toBeLessThan(160);
    expect(wide).toEqual([wide?.[1], wide?.[1]]);
    expect(long?.[0]).toBeLessThan(900 * 0.76);
    expect(long?.[1]).toBeGreaterThan(5_000);
    expect(tall?.[0]).toBeLessThan(100);

    await page.frameLocator('.framed iframe >> nth=4').locator('summary').click();
    await expect.poll(async () => (await heights(page))[4]?.[0]).toBeGreaterThan((folded?.[0] ?? 0) + 100);
    await page.setViewportSize({ width: 390, height: 900 });
    await expect.poll(async () => (await heights(page))[1]?.[0]).toBeGreaterThan((wide?.[0] ?? 0) * 1.5);
    await settleDrawing(page);
    const narrow = (await heights(page))[1];
    expect(narrow?.[1]).toBe(narrow?.[0]);
  });

  test('what is printed is whole', async () => {
    const { page } = await open(url);
    const countPages = async (count: number): Promise<number> => {
      await show(page, [lines(count)]);
      const printed = await page.pdf({ format: 'A4' });
      return printed.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    };

    expect(await countPages(4)).toBe(1);
    expect(await countPages(300)).toBeGreaterThan(9);
    const [after] = await heights(page);
    expect(after?.[0]).toBeLessThan(720);
  });

  test('the keyboard goes in and out again', async () => {
    const { page } = await open(url);
    await show(page, [`<a href="/x">link</a><details><summary>more</summary>text</details><input>${lines(200)}`]);

    let presses = 0;
    const isOut = (): Promise<boolean> => page.evaluate(() => document.activeElement?.localName === 'summary');
    while (presses < 10 && !(await isOut())) {
      await page.keyboard.press('Tab');
      presses += 1;
    }

    expect(presses).toBeGreaterThan(1);
    expect(presses).toBeLessThan(10);
  });

  test('where something else answers for the empty page, nothing is put into it, and the page says so', async () => {
    const { page } = await open(url);
    await page.route('**/frame-*.html', (route) => route.fulfill({ contentType: 'text/html', body: '<p>other</p>' }));
    await show(page, ['<p>text</p>']);
    await expect.poll(() => page.locator('.remark').innerText()).toMatch(/^This page cannot show how it looked/);
    expect(await page.locator('iframe').count()).toBe(0);

    await page.unroute('**/frame-*.html');
    await show(page, ['<p>text</p>']);
    await expect.poll(() => page.frameLocator('.framed iframe').locator('p').innerText()).toBe('text');

    await page.route('**/frame-*.html', (route) => route.fulfill({ contentType: 'text/html', body: '<p>other</p>' }));
    await show(page, []);
    await show(page, ['<p>another text</p>']);
    await expect.poll(() => page.locator('.remark').innerText()).toMatch(/^This page cannot show how it looked/);
    expect(await page.locator('.framed iframe').count()).toBe(0);
  });
});
