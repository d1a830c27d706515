import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checkMarkup } from '../../pages/html/lint.ts';
import { useBrowser } from '../e2e/browser.ts';
import { hasBrowser } from '../e2e/chromium.ts';
import { serveFolder } from '../e2e/static-server.ts';
import { someMarkup } from '../pages/html/notice-markup.ts';
import { needs, newFolder } from '../support/make/machine.ts';
import { fc } from '../support/make/properties.ts';

/** What a page looks like with a text in it, judged by the browser that shows it. */
const judge = (): string[] => {
  const offences: string[] = [];
  const text = document.querySelector('#text');
  const around = [...document.body.children].map(({ id }) => id).join(' ');
  if (around !== 'title before text after') offences.push(`the page became ${around}`);
  if (text === null) return [...offences, 'the text is gone'];
  const again = document.createElement('div');
  again.innerHTML = text.innerHTML;
  if (again.innerHTML !== text.innerHTML) offences.push('parsed again it is another text');
  if (text.querySelector('[onclick], [onerror], script, style, svg, img, iframe, form')) offences.push('is active');
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !/[^\s\p{C}]/u.test(node.textContent ?? '')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { width, height, left, top } = range.getBoundingClientRect();
    const style = getComputedStyle(parent);
    if (width < 1 || height < 5 || Number.parseFloat(style.fontSize) < 6) offences.push('text is too small');
    if (left < 0 || top < text.getBoundingClientRect().top - 30) offences.push('text is elsewhere');
    if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) offences.push('text is hidden');
    if (style.position !== 'static' || style.transform !== 'none') offences.push('text is moved');
    if (!['rgb(0, 0, 0)', 'rgb(0, 0, 238)'].includes(style.color)) offences.push(`text is ${style.color}`);
  }
  const cells = [...text.querySelectorAll('td, th')].map((cell) => ({ cell, box: cell.getBoundingClientRect() }));
  for (const { cell, box } of cells) {
    const over = cells.some(
      (other) =>
        other.cell !== cell &&
        !cell.contains(other.cell) &&
        !other.cell.contains(cell) &&
        Math.min(other.box.right, box.right) - Math.max(other.box.left, box.left) > 1 &&
        Math.min(other.box.bottom, box.bottom) - Math.max(other.box.top, box.top) > 1,
    );
    if (over) offences.push('cells lie over each other');
  }
  return offences;
};

/** Shows a text in a page, as a server writes it. Returns what is wrong with what the browser makes of it. */
const show = async (page: Page, html: string): Promise<string[]> => {
  const ran: string[] = [];
  const requested = (request: { readonly url: () => string }) => ran.push(`asks for ${request.url()}`);
  const failed = ({ message }: Error) => ran.push(message);
  page.on('request', requested).on('pageerror', failed);
  await page.setContent(
    `<!doctype html><meta charset="utf-8"><script>window.hits = 0; window.hit = () => { window.hits += 1; };</script>
     <body><h2 id="title">Notice</h2><p id="before">b</p><div id="text">${html}</div><p id="after">a</p>`,
  );
  const offences = await page.evaluate(judge);
  const hits = await page.evaluate('window.hits');
  page.off('request', requested).off('pageerror', failed);
  return [...ran, ...offences, ...(hits === 0 ? [] : ['runs code'])];
};

describe('in a browser', needs('browser', hasBrowser), () => {
  const open = useBrowser();

  const openBlank = async (): Promise<Page> => {
    const folder = newFolder();
    await writeFile(join(folder, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><h2>Notice</h2>');
    const { page } = await open(await serveFolder(folder));
    return page;
  };

  test('the judge sees what a text must not do', { timeout: 120_000 }, async () => {
    const page = await openBlank();
    const bad: Readonly<Record<string, string>> = {
      '<p>a</p><script>hit()</script>': 'runs code',
      '<img src="data:a,b" onerror="hit()" alt="a">': 'is active',
      '</div><p>a</p>': 'the page became',
      '<p style="display: none">a</p>': 'text is hidden',
      '<details><summary>a</summary><p>b</p></details>': 'text is',
      '<p style="color: white">a</p>': 'text is rgb(255, 255, 255)',
      '<p style="font-size: 1px">a</p>': 'text is too small',
      '<p style="position: absolute">a</p>': 'text is moved',
      '<p style="text-indent: -999px">a</p>': 'text is elsewhere',
      '<p>a<img src="http://127.0.0.1:9/a.png">': 'asks for http://127.0.0.1:9/a.png',
      '<table><tr><td>a</td><td rowspan="2">b</td></tr><tr><td colspan="2">c</td></tr></table>': 'cells lie over',
    };
    for (const [html, offence] of Object.entries(bad)) {
      expect(await show(page, html), html).toContainEqual(expect.stringContaining(offence));
      expect(checkMarkup(html).findings, html).not.toEqual([]);
    }
  });

  test('what is allowed runs nothing, loads nothing, hides nothing and stays in its place', {
    timeout: 300_000,
  }, async () => {
    const page = await openBlank();
    const texts = fc.sample(someMarkup, 1_500).filter((html) => checkMarkup(html).findings.length === 0);
    const some = texts.toSorted((one, other) => other.length - one.length).slice(0, 150);

    expect(some.length).toBe(150);
    for (const html of some) expect(await show(page, html), html).toEqual([]);
  });
});
