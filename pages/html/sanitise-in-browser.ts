import type { Config, DOMPurify } from 'dompurify';
import createDOMPurify from 'dompurify';
import { controls, droppedElements, shownAttributes, shownElements } from './allowed.ts';
import { parseBounded } from './parse-bounded.ts';
import type { InertMarkup, Notes } from './sanitise.ts';
import { describePicture, newNotes } from './sanitise.ts';

const config = {
  ALLOWED_TAGS: ['#text', 'html', 'head', 'body', ...shownElements],
  ALLOWED_ATTR: [...shownAttributes],
  ADD_URI_SAFE_ATTR: [...shownAttributes],
  ALLOWED_NAMESPACES: ['http://www.w3.org/1999/xhtml'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  FORBID_CONTENTS: [...droppedElements],
  RETURN_DOM: true as const,
} satisfies Config;

/**
 * Makes markup inert, as the browser itself reads it.
 *
 * @param view the window whose Content-Security-Policy and Trusted Types apply to the reading
 * @returns undefined if the markup is too deep or too long to show
 * @throws Error in a browser that DOMPurify does not support
 */
export const sanitise = (view: Window & typeof globalThis, markup: string): InertMarkup | undefined => {
  const page = parseBounded(view.document, markup);
  if (page === undefined) return undefined;
  const purifier = createDOMPurify(view);
  if (!purifier.isSupported) throw new Error('DOMPurify does not support this browser.');
  const notes = newNotes();
  noteUnsafe(purifier, notes);
  const clean = purifier.sanitize(page.documentElement, config);
  const body = Array.from(clean.children).find(({ localName }) => localName === 'body');
  return notes.finish(body?.innerHTML ?? '');
};

/** By node type, not by class: a frame has other classes. */
const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE;

/** Takes out what a list cannot replace, and notes what will be removed. */
const noteUnsafe = (purifier: DOMPurify, { leaveOut, keepRules, sanitiseStyle }: Notes): void => {
  purifier.addHook('beforeSanitizeElements', (node) => {
    if (!isElement(node)) return;
    const { localName: name } = node;
    if (name === 'style') keepRules(node.textContent ?? '');
    else if (name === 'img' || name === 'form' || droppedElements.includes(name)) leaveOut(name);
    if (name === 'img') node.replaceWith(describePicture(node.getAttribute('alt') ?? ''));
    if (name === 'a' && node.hasAttribute('href')) leaveOut('address of a link');
  });
  purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
    if (attribute.attrName === 'style') attribute.attrValue = sanitiseStyle(attribute.attrValue);
  });
  purifier.addHook('afterSanitizeAttributes', (element) => {
    if (controls.includes(element.localName)) element.setAttribute('disabled', '');
  });
};
