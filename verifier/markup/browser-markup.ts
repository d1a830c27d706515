import { elements, globalAttributes } from './allowed-markup.ts';
import type { MakeInert, MarkupTree } from './inert-markup.ts';
import { mostMarkup, siftMarkup } from './inert-markup.ts';

/** Tags that a browser parses before the tree is looked at: a tree that is made to explode grows by no more than it can bear. */
const portion = 200;

/** More tags than this make too many elements, or are written to keep the browser busy. */
const mostTags = 4 * mostMarkup.elements;

const cutIntoPortions = (markup: string): readonly string[] | undefined => {
  const starts = Array.from(markup.matchAll(/</g), ({ index }) => index);
  if (starts.length > mostTags) return undefined;
  const cuts = [0, ...starts.filter((_, i) => i > 0 && i % portion === 0)];
  return cuts.map((from, i) => markup.slice(from, cuts[i + 1]));
};

const childrenOf = (element: Element): readonly Element[] =>
  Array.from(element instanceof HTMLTemplateElement ? element.content.children : element.children);

const isTooMuch = (page: Document): boolean => {
  let count = 0;
  for (let level: readonly Element[] = Array.from(page.children), depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > mostMarkup.depth || count > mostMarkup.elements) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
};

/**
 * Parses markup into a document that no window shows, where nothing runs or loads. It is written in portions, since a parser of a browser
 * cannot be stopped: fifty thousand open elements keep one busy for minutes.
 *
 * @returns undefined where it is too deep or too long
 */
const parseBounded = (markup: string): Document | undefined => {
  const portions = cutIntoPortions(markup);
  if (portions === undefined) return undefined;
  const page = document.implementation.createHTMLDocument('');
  page.open();
  for (const text of portions) {
    page.write(text);
    if (isTooMuch(page)) return undefined;
  }
  page.close();
  return page;
};

const html = 'http://www.w3.org/1999/xhtml';

const nameOf = ({ namespaceURI, localName }: Element): string => {
  if (namespaceURI === html) return localName;
  return namespaceURI?.endsWith('/svg') ? 'svg' : 'math';
};

const tree: MarkupTree<Node> = {
  nameOf: (node) => (node instanceof Element ? nameOf(node) : undefined),
  textOf: (node) => (node instanceof Text ? node.data : undefined),
  attributesOf: (node) => (node instanceof Element ? Array.from(node.attributes) : []),
  childrenOf: (node) => Array.from(node.childNodes),
};

const nodesOf = ({ documentElement }: Document, name: string): readonly Node[] => {
  const element = Array.from(documentElement.children).find(({ localName }) => localName === name);
  return Array.from(element?.childNodes ?? []);
};

/** Makes markup inert as the browser itself reads it. */
export const makeInert: MakeInert = (markup) => {
  const page = parseBounded(markup);
  return page && siftMarkup(tree, { head: nodesOf(page, 'head'), body: nodesOf(page, 'body') });
};

const isAllowed = (element: Element): boolean => {
  const own = elements.get(nameOf(element));
  const checks = { ...globalAttributes, ...own };
  const isFit = ({ name, value }: Attr): boolean => Object.hasOwn(checks, name) && checks[name]?.(value) === undefined;
  return own !== undefined && Array.from(element.attributes).every(isFit);
};

/**
 * The text of a notice with nothing that leads elsewhere, fit to stand in a page apart from the rest; undefined where it has what the text of
 * no notice may have.
 */
export const readPlainText = (markup: string): string | undefined => {
  const page = parseBounded(markup);
  const isPlain = page?.head.childElementCount === 0 && Array.from(page.body.querySelectorAll('*')).every(isAllowed);
  return isPlain ? siftMarkup(tree, { head: [], body: nodesOf(page, 'body') }).body : undefined;
};
