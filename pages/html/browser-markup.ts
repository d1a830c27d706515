import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { allowedAttributes, allowedElements } from './allowed.ts';
import { droppedElements } from './allowed-markup.ts';
import type { MakeInert, MarkupTree } from './inert-markup.ts';
import { mostMarkup, siftMarkup } from './inert-markup.ts';

/** More tags than this make too many elements, or are meant to keep the browser busy. */
const mostTags = 4 * mostMarkup.elements;

/**
 * How many tags to parse between checks of the tree: few enough that explosive markup stays bearable, and enough that long trees are not checked
 * too often.
 */
const portionAt = (elementCount: number): number => Math.max(200, Math.floor(elementCount / 20));

const contentOf = (element: Element): ParentNode =>
  element.localName === 'template' && 'content' in element ? (element as HTMLTemplateElement).content : element;

/** How many elements there are; infinite if they are too deep. */
const countElements = (parent: ParentNode, depth = 0): number => {
  if (depth > mostMarkup.depth) return Number.POSITIVE_INFINITY;
  let count = 0;
  for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
    count += 1 + countElements(contentOf(child), depth + 1);
  }
  return count;
};

/**
 * Parses markup into an invisible document, where nothing runs or loads. It writes in portions, because a browser's parser cannot be stopped:
 * fifty thousand open elements keep it busy for minutes.
 *
 * @param owner the document whose Content-Security-Policy and Trusted Types apply to the parsing
 * @returns undefined if the markup is too deep or too long
 */
const parseBounded = (owner: Document, markup: string): Document | undefined => {
  const tags = Array.from(markup.matchAll(/</g), ({ index }) => index);
  if (tags.length > mostTags) return undefined;
  const page = owner.implementation.createHTMLDocument('');
  page.open();
  page.write(markup.slice(0, tags[0]));
  for (let done = 0, count = 0; done < tags.length; ) {
    const next = done + portionAt(count);
    page.write(markup.slice(tags[done], tags[next]));
    done = next;
    count = countElements(page);
    if (count > mostMarkup.elements) return undefined;
  }
  page.close();
  return page;
};

const html = 'http://www.w3.org/1999/xhtml';

const nameOf = ({ namespaceURI, localName }: Element): string => {
  if (namespaceURI === html) return localName;
  return namespaceURI?.endsWith('/svg') ? 'svg' : 'math';
};

/** By node type, not by class: a frame has other classes. */
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

const tree: MarkupTree<Node> = {
  nameOf: (node) => (isElement(node) ? nameOf(node) : undefined),
  textOf: (node) => (node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : undefined),
  attributesOf: (node) => (isElement(node) ? Array.from(node.attributes) : []),
  childrenOf: (node) => Array.from(node.childNodes),
};

const nodesOf = ({ documentElement }: Document, name: string): readonly Node[] => {
  const element = Array.from(documentElement.children).find(({ localName }) => localName === name);
  return Array.from(element?.childNodes ?? []);
};

const isAllowed = (element: Element): boolean => {
  const name = nameOf(element);
  const attributes = { ...allowedAttributes['*'], ...allowedAttributes[name] };
  const isFit = ({ name, value }: Attr): boolean =>
    Object.hasOwn(attributes, name) &&
    (name === 'rel' ? value.split(' ') : [value]).every((word) => attributes[name]?.test(word));
  return allowedElements.includes(name) && Array.from(element.attributes).every(isFit);
};

/** How a browser reads third-party markup. */
export interface BrowserMarkup {
  /** Makes markup inert, as the browser itself reads it. */
  readonly makeInert: MakeInert;
  /** The text of a notice without working links, for an isolated place in a page; undefined if it has anything that notices may not have. */
  readonly readPlainText: (markup: string) => string | undefined;
  /** The text that a person reads in markup, line by line; undefined if it is too deep or too long. */
  readonly readLines: (markup: string) => readonly string[] | undefined;
}

/** @param owner the document whose Content-Security-Policy and Trusted Types apply to the reading */
export const newBrowserMarkup = (owner: Document): BrowserMarkup => ({
  makeInert: (markup) => {
    const page = parseBounded(owner, markup);
    return page && siftMarkup(tree, { head: nodesOf(page, 'head'), body: nodesOf(page, 'body') });
  },
  readPlainText: (markup) => {
    const page = parseBounded(owner, markup);
    const isPlain = page?.head.childElementCount === 0 && Array.from(page.body.querySelectorAll('*')).every(isAllowed);
    return isPlain ? siftMarkup(tree, { head: [], body: nodesOf(page, 'body') }).body : undefined;
  },
  readLines: (markup) => {
    const page = parseBounded(owner, markup);
    return page && linesOf(tree, nodesOf(page, 'body'));
  },
});

const blocks: ReadonlySet<string> = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'br',
  'caption',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'option',
  'p',
  'pre',
  'section',
  'select',
  'summary',
  'table',
  'tbody',
  'tfoot',
  'thead',
  'tr',
  'ul',
]);

const cells: readonly string[] = ['td', 'th'];

/** The address of a link whose text differs from it, which plain text would hide. */
const addressOf = (text: string, href: string | undefined): string =>
  href === undefined || href.trim() === '' || text.trim() === href.trim() ? '' : ` (${href.trim()})`;

/** A text as people read it, without tags: a line for each paragraph, heading, item and row, with link addresses in brackets. */
export const linesOf = <Node>(tree: MarkupTree<Node>, body: readonly Node[]): string[] => {
  const lines: string[] = [];
  let line = '';
  const endLine = (): void => {
    const text = line.replaceAll(/\s+/g, ' ').trim();
    if (text !== '') lines.push(escapeInvisible(text));
    line = '';
  };
  const readAll = (nodes: readonly Node[]): void => {
    for (const node of nodes) read(node);
  };
  const read = (node: Node): void => {
    const name = tree.nameOf(node);
    if (name === undefined) line += tree.textOf(node) ?? '';
    if (name === undefined || droppedElements.has(name)) return;
    const start = line.length;
    if (blocks.has(name)) endLine();
    if (cells.includes(name) && line.trim() !== '') line += ' | ';
    readAll(tree.childrenOf(node));
    if (blocks.has(name)) endLine();
    if (name === 'a') {
      const href = tree.attributesOf(node).find((attribute) => attribute.name === 'href')?.value;
      line += addressOf(line.slice(start), href);
    }
  };
  readAll(body);
  endLine();
  return lines;
};
