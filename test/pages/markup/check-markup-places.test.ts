import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { checkMarkup } from '../../../pages/markup/check-markup.ts';
import { allowedElements } from '../../../pages/markup/notice-schema.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';
import { someMarkup } from './notice-markup.ts';

const { window } = new JSDOM('');

/** Where pages show texts: the markup of a page around one. */
const places: readonly (readonly [before: string, after: string])[] = [
  ['<!doctype html><p>b</p><div id="text">', '</div><p>c</p>'],
  ['<!doctype html><p>b<div id="text">', '</div>'],
  ['<p>b</p><main><div id="text">', '</div></main>'],
  ['<!doctype html><ul><li><div id="text">', '</div><li>c</ul>'],
  ['<!doctype html><dl><dd><div id="text">', '</div><dt>c</dl>'],
  ['<!doctype html><table><tr><td><div id="text">', '</div><td>c</table>'],
  ['<!doctype html><form><label><div id="text">', '</div></label></form>'],
  ['<!doctype html><b><i>b<div id="text">', '</div>c</b>'],
];

const parsePage = (html: string): Document => new window.DOMParser().parseFromString(html, 'text/html');

/** The page without what is in the text, and the text as it is in the page. */
const split = (page: Document): { readonly around: string; readonly text: string } => {
  const element = page.querySelector('#text');
  const text = element?.innerHTML ?? '';
  element?.replaceChildren();
  return { around: page.documentElement.outerHTML, text };
};

/** The text as a page has it that sets it as `innerHTML`, which is what its own markup is when it is parsed again. */
const parseAgain = (html: string): string => {
  const element = window.document.createElement('div');
  element.innerHTML = html;
  return element.innerHTML;
};

/** Whether a text is the same wherever it is shown, and leaves the page around it as it is. */
const staysInPlace = (html: string): boolean => {
  const text = parseAgain(html);
  return (
    parseAgain(text) === text &&
    places.every(([before, after]) => {
      const shown = split(parsePage(`${before}${html}${after}`));
      return shown.text === text && shown.around === split(parsePage(`${before}${after}`)).around;
    })
  );
};

test('the judge sees what does not stay in its place', () => {
  const moving = ['</div>a', '<b>a', '<li>a</li>', '<dt>a</dt>', '<body lang=it>a', '<!--', '<pre>\n\na</pre>'];

  expect(moving.filter(staysInPlace)).toEqual([]);
});

test('what is allowed is the same wherever it is shown, and nothing but what the list has', {
  timeout: 120_000,
}, () => {
  let allowed = 0;
  fc.assert(
    fc.property(someMarkup, (html) => {
      if (checkMarkup(html).findings.length > 0) return;
      allowed += 1;
      expect(staysInPlace(html)).toBe(true);
      const root = window.document.createElement('div');
      root.innerHTML = html;
      const found = new Set([...root.querySelectorAll('*')].map(({ localName }) => localName));
      expect([...found].filter((name) => !allowedElements.includes(name))).toEqual([]);
      expect(root.querySelectorAll('[onclick], [class], [hidden], [name], [src], [is], [data-a]')).toHaveLength(0);
    }),
    { numRuns: runs(80) },
  );
  expect(allowed).toBeGreaterThan(runs(20));
});
