import type { Element, Root } from 'hast';
import { defaultTreeAdapter, parse } from 'parse5';
import { find, html } from 'property-information';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { controls, droppedElements, shownAttributes, shownElements } from './allowed.ts';
import type { InertMarkup, Notes } from './sanitise.ts';
import { describePicture, mostMarkup, newNotes } from './sanitise.ts';

const processor = unified()
  .use(rehypeParse)
  .use(rehypeSanitize, {
    allowComments: false,
    allowDoctypes: false,
    ancestors: {},
    attributes: { '*': shownAttributes.map((name) => find(html, name).property) },
    clobber: [],
    clobberPrefix: '',
    protocols: {},
    required: {},
    strip: [...droppedElements],
    tagNames: [...shownElements],
  })
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
  .freeze();

/** Makes markup inert in a program without a browser; undefined if it is too deep or too long to show. */
export const sanitise = (markup: string): InertMarkup | undefined => {
  if (!isBounded(markup)) return undefined;
  const notes = newNotes();
  const page = processor.parse(markup);
  readUnsafe(page, notes);
  const clean = processor.runSync({ type: 'root', children: bodyOf(page) });
  visit(clean, 'element', ({ tagName, properties }) => {
    if (controls.includes(tagName)) properties.disabled = true;
  });
  return notes.finish(processor.stringify(clean));
};

/** Thrown for markup that is too deep or too long to show. */
class TooMuchMarkup extends Error {}

/** Parses with a tree that stops the parser as soon as it grows too large. */
const isBounded = (markup: string): boolean => {
  let [depth, count] = [0, 0];
  const treeAdapter = {
    ...defaultTreeAdapter,
    onItemPush: () => {
      depth += 1;
      count += 1;
      if (depth > mostMarkup.depth || count > mostMarkup.elements) throw new TooMuchMarkup();
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
  try {
    parse(markup, { treeAdapter, scriptingEnabled: false });
    return true;
  } catch (error) {
    if (error instanceof TooMuchMarkup) return false;
    throw error;
  }
};

const textOf = ({ children }: Element): string =>
  children.map((child) => (child.type === 'text' ? child.value : '')).join('');

/** Takes out what the schema cannot replace, and notes what it will remove. */
const readUnsafe = (page: Root, { leaveOut, keepRules, sanitiseStyle }: Notes): void =>
  visit(page, 'element', (element, index, parent) => {
    const { tagName, properties } = element;
    if (tagName === 'style') keepRules(textOf(element));
    else if (tagName === 'img' || tagName === 'form' || droppedElements.includes(tagName)) leaveOut(tagName);
    if (droppedElements.includes(tagName)) return SKIP;
    if (tagName === 'img' && parent && index !== undefined) {
      parent.children[index] = { type: 'text', value: describePicture(String(properties.alt ?? '')) };
    }
    if (tagName === 'a' && properties.href !== undefined) leaveOut('address of a link');
    if (typeof properties.style === 'string') properties.style = sanitiseStyle(properties.style);
    return undefined;
  });

const isElement = (node: { readonly type: string }): node is Element => node.type === 'element';

/** The content of a page; nothing if it has frames in the place of a body. */
const bodyOf = ({ children }: Root): Element['children'] =>
  children
    .filter(isElement)
    .flatMap((page) => page.children.filter(isElement))
    .find(({ tagName }) => tagName === 'body')?.children ?? [];
