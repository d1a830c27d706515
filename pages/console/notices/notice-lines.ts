import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { droppedElements } from '../../html/allowed.ts';
import { parseBounded } from '../../html/parse-bounded.ts';
import { openParserFrame } from './parser-frame.ts';

/**
 * The text that a person reads in a notice, line by line; undefined if it is too deep or too long.
 *
 * @throws Error if the empty page cannot be loaded
 */
export const readLines = async (markup: string): Promise<readonly string[] | undefined> => {
  const page = parseBounded(await openParserFrame(), markup);
  return page && linesOf(page.body);
};

/** Elements that begin a line and end one. */
const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote br caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol option p pre section select summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

const cells: readonly string[] = ['td', 'th'];

/** The address of a link whose text differs from it, which plain text would hide. */
const addressOf = (text: string, href: string | null): string =>
  href === null || href.trim() === '' || text.trim() === href.trim() ? '' : ` (${href.trim()})`;

/** A text as people read it, without tags: a line for each paragraph, heading, item and row, with link addresses in brackets. */
export const linesOf = (body: Element): string[] => {
  const lines: string[] = [];
  let line = '';
  const endLine = (): void => {
    const text = line.replaceAll(/\s+/g, ' ').trim();
    if (text !== '') lines.push(escapeInvisible(text));
    line = '';
  };
  const read = (node: Node): void => {
    if (node.nodeType === node.TEXT_NODE) line += node.nodeValue ?? '';
    if (node.nodeType === node.ELEMENT_NODE) readElement(node as Element);
  };
  const readElement = (element: Element): void => {
    const { localName: name } = element;
    if (droppedElements.includes(name)) return;
    const start = line.length;
    if (blocks.has(name)) endLine();
    if (cells.includes(name) && line.trim() !== '') line += ' | ';
    element.childNodes.forEach(read);
    if (blocks.has(name)) endLine();
    if (name === 'a') line += addressOf(line.slice(start), element.getAttribute('href'));
  };
  body.childNodes.forEach(read);
  endLine();
  return lines;
};
