import { tame } from '../../shared/schema/visible-text.ts';
import { droppedElements } from './inert-elements.ts';
import type { MarkupTree } from './inert-markup.ts';

const blocks: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'br', 'caption', 'dd', 'details', 'div', 'dl', 'dt', 'figcaption'],
  ...[
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
  ],
  ...['option', 'p', 'pre', 'section', 'select', 'summary', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul'],
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
    if (text !== '') lines.push(tame(text));
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
