import type { DefaultTreeAdapterTypes } from 'parse5';
import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { sanitise } from '../../../pages/html/sanitise-in-node.ts';
import { hostileProof } from '../../support/make/hostile.ts';
import { activeAttributes, activeElements, fields } from './active.ts';
import { allHostileMarkup, breakouts } from './hostile-markup.ts';

const bodyOf = (markup: string): string | undefined => sanitise(markup)?.body;

test.each([
  ['<p class="a" onclick="hit()">a</p>', '<p class="a">a</p>'],
  ['<a href="https://shop.example" ping="x" target="_top">terms</a>', '<a>terms</a>'],
  ['<input type="checkbox" checked autofocus>', '<input type="checkbox" checked disabled>'],
  ['<form action="/x"><button formaction="/y">Send</button></form>', '<button disabled>Send</button>'],
  ['<img src="x" alt=" Our shop ">', '[picture: Our shop]'],
  ['<img src="x">', '[picture]'],
  ['<x-card><b>a</b></x-card>', '<b>a</b>'],
  ['<p>a<!-- hidden --></p>', '<p>a</p>'],
  ['<p>1 &lt; 2</p>', '<p>1 &lt; 2</p>'],
  ['<p style="color: red; background: url(x)">a</p>', '<p style="color: red; background: none(x)">a</p>'],
])('%s becomes %s', (markup, body) => {
  expect(bodyOf(markup)).toBe(body);
});

test('keeps the rules of style elements, wherever they are, without what they load', () => {
  const markup = '<head><style>p { color: red }</style></head><p>a</p><style>@import "x"; b { color: blue }</style>';

  expect(sanitise(markup)).toEqual({
    body: '<p>a</p>',
    style: 'p { color: red }\n@none "x"; b { color: blue }',
    leftOut: new Map([['address in a style', 1]]),
  });
});

test.each(['p { background: \\75 rl(x) }', '@\\69mport "x";', 'p { background: \\u\\r\\l(x) }'])(
  'a style that hides what it loads is left out: %s',
  (css) => {
    expect(sanitise(`<style>${css}</style>`)).toMatchObject({
      style: '',
      leftOut: new Map([['address in a style', 1]]),
    });
  },
);

test('a style with other escapes stays as it is', () => {
  expect(sanitise(String.raw`<style>b::before { content: "\2713" }</style>`)?.style).toBe(
    String.raw`b::before { content: "\2713" }`,
  );
});

type Element = DefaultTreeAdapterTypes.Element;

const elementsIn = (node: DefaultTreeAdapterTypes.ParentNode): readonly Element[] =>
  node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []));

const isActive = ({ tagName, attrs }: Element): boolean =>
  activeElements.includes(tagName) ||
  attrs.some(({ name }) => name.startsWith('on') || activeAttributes.includes(name)) ||
  (fields.includes(tagName) && !attrs.some(({ name }) => name === 'disabled'));

test('no hostile text can do anything, load anything or lead elsewhere', () => {
  let shown = 0;
  for (const markup of [...breakouts('http://evil.example'), ...allHostileMarkup]) {
    const inert = sanitise(markup);
    if (inert === undefined) continue;
    shown += 1;
    const elements = elementsIn(parse(`<!doctype html><style>${inert.style}</style><body>${inert.body}`));
    expect(elements.filter(isActive), markup).toEqual([]);
    expect(
      elements.filter(({ tagName }) => tagName === 'style'),
      markup,
    ).toHaveLength(1);
    expect(`${inert.body}${inert.style}`.match(/(?:url|image-set)\(|@import/g), markup).toBeNull();
  }
  expect(shown).toBeGreaterThan(allHostileMarkup.length);
});

test('counts what it leaves out, and takes out of a hostile proof all addresses', () => {
  const inert = sanitise(hostileProof('https://evil.example'));

  expect(inert?.body).toContain('The text that was shown');
  expect(`${inert?.body}${inert?.style}`).not.toMatch(
    /href|src=|srcset|action|onerror|onload|<script|<svg|url\(|<iframe|<link/,
  );
  expect(Object.fromEntries(inert?.leftOut ?? [])).toMatchObject({
    script: 2,
    link: 9,
    meta: 2,
    base: 1,
    iframe: 2,
    svg: 1,
    math: 1,
  });
});

test.each([
  ['deep', '<div>'.repeat(200_000)],
  ['long', '<b>x</b>'.repeat(60_000)],
  ['made to explode', `${Array.from({ length: 5_000 }, (_, i) => `<b id=${i}>`).join('')}${'<p>'.repeat(50_000)}`],
])('gives up markup that is too %s', (_how, markup) => {
  expect(sanitise(markup)).toBeUndefined();
});
