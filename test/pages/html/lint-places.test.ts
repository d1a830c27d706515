import type { DefaultTreeAdapterTypes } from 'parse5';
import { parse, parseFragment, serialize } from 'parse5';
import { expect, test } from 'vitest';
import { allowedElements } from '../../../pages/html/allowed.ts';
import { checkMarkup } from '../../../pages/html/lint.ts';
import { runs } from '../../support/make/chance.ts';
import { fc } from '../../support/make/properties.ts';
import { someMarkup } from './notice-markup.ts';

type Node = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

/** All elements below a node. */
const elementsIn = (node: Node): readonly Element[] =>
  node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []));

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

/** The page without what is in the text, and the text as it is in the page. */
const split = (html: string): { readonly around: string; readonly text: string } => {
  const page = parse(html);
  const element = elementsIn(page).find(({ attrs }) =>
    attrs.some(({ name, value }) => name === 'id' && value === 'text'),
  );
  const text = element === undefined ? '' : serialize(element);
  element?.childNodes.splice(0);
  return { around: serialize(page), text };
};

/** The text as a page has it that sets it as `innerHTML`, which is what its own markup is when it is parsed again. */
const parseAgain = (html: string): string => serialize(parseFragment(html));

/** Whether a text is the same wherever it is shown, and leaves the page around it as it is. */
const staysInPlace = (html: string): boolean => {
  const text = parseAgain(html);
  return (
    parseAgain(text) === text &&
    places.every(([before, after]) => {
      const shown = split(`${before}${html}${after}`);
      return shown.text === text && shown.around === split(`${before}${after}`).around;
    })
  );
};

test('the judge sees what does not stay in its place', () => {
  const moving = ['</div>a', '<b>a', '<li>a</li>', '<dt>a</dt>', '<body lang=it>a', '<!--', '<pre>\n\na</pre>'];

  expect(moving.filter(staysInPlace)).toEqual([]);
});

/** Attributes that no text may have. */
const forbidden = ['onclick', 'class', 'hidden', 'name', 'src', 'is', 'data-a'];

test('what is allowed is the same wherever it is shown, and nothing but what the list has', {
  timeout: 120_000,
}, () => {
  let allowed = 0;
  fc.assert(
    fc.property(someMarkup, (html) => {
      if (checkMarkup(html).findings.length > 0) return;
      allowed += 1;
      expect(staysInPlace(html)).toBe(true);
      const found = elementsIn(parseFragment(html));
      expect(found.map(({ tagName }) => tagName).filter((name) => !allowedElements.includes(name))).toEqual([]);
      const attributes = found.flatMap(({ attrs }) => attrs.map(({ name }) => name));
      expect(attributes.filter((name) => forbidden.includes(name))).toEqual([]);
    }),
    { numRuns: runs(80) },
  );
  expect(allowed).toBeGreaterThan(runs(20));
});
