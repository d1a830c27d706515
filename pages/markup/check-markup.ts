import type { DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter, html as names, parseFragment } from 'parse5';
import { largestSpan, voidElements } from './allowed-markup.ts';
import type { Finding, Findings } from './finding.ts';
import { newFindings } from './finding.ts';
import type { Format, WrittenMarkup } from './markup-tags.ts';
import { readTags } from './markup-tags.ts';

/** The result of checking the markup of a text. */
export interface MarkupCheck {
  /** Refused markup, in order. */
  readonly findings: readonly Finding[];
  /** How many there are. Only the first thousand are kept. */
  readonly count: number;
  readonly hasVisibleText: boolean;
}

/** Checks the text of a notice, as HTML if it was Markdown. Text that passes has one possible tree, and is fully visible wherever it is shown. */
export const checkMarkup = (html: string, format: Format = 'html'): MarkupCheck => {
  const findings = newFindings(html);
  const written = readTags(html, format, findings);
  if (written.isSound) compareTree(html, written, findings);
  return { findings: findings.list(), count: findings.count(), hasVisibleText: written.hasVisibleText };
};

type Element = DefaultTreeAdapterTypes.Element;

const childrenOf = (element: Element, ...names: readonly string[]): Element[] =>
  element.childNodes.filter((node): node is Element => 'tagName' in node && names.includes(node.tagName));

/** The limit of a text: higher spans are a separate finding. */
const spanOf = ({ attrs }: Element, name: 'colspan' | 'rowspan'): number => {
  const value = Number(attrs.find((attribute) => attribute.name === name)?.value);
  return value >= 1 ? Math.min(Math.floor(value), largestSpan) : 1;
};

/** Rows of a group as HTML lays them out: a cell takes the first columns that no cell from a row above covers. */
const findOverlapInGroup = (rows: readonly Element[]): Element | undefined => {
  /** The first free row of each column. */
  const freeFrom: number[] = [];
  for (const [row, element] of rows.entries()) {
    let column = 0;
    for (const cell of childrenOf(element, 'td', 'th')) {
      while ((freeFrom[column] ?? 0) > row) column += 1;
      const end = column + spanOf(cell, 'colspan');
      for (; column < end; column += 1) {
        if ((freeFrom[column] ?? 0) > row) return cell;
        freeFrom[column] = row + spanOf(cell, 'rowspan');
      }
    }
  }
  return undefined;
};

/** The first cell of a table that overlaps another one because of spans, which makes both unreadable. */
const findOverlap = (table: Element): Element | undefined => {
  for (const group of childrenOf(table, 'tbody', 'thead', 'tfoot')) {
    const cell = findOverlapInGroup(childrenOf(group, 'tr'));
    if (cell !== undefined) return cell;
  }
  return undefined;
};

/** A tag in the tree that a browser builds: its position in the source, and the characters of text before it. */
interface TreeTag {
  readonly offset: number | undefined;
  readonly textBefore: number;
}

interface Tree {
  readonly tags: readonly TreeTag[];
  readonly tables: readonly Element[];
  readonly textLength: number;
}

/** Parsed like the rest of a page's body, after other elements. */
const parse = (html: string): DefaultTreeAdapterTypes.DocumentFragment => {
  const context = defaultTreeAdapter.createElement('div', names.NS.HTML, []);
  return parseFragment(context, html, { sourceCodeLocationInfo: true });
};

/** Browsers add `<tbody>` around rows without one, and move nothing. */
const isImplied = ({ tagName, sourceCodeLocation }: Element): boolean => tagName === 'tbody' && !sourceCodeLocation;

/** The tree as a sequence of tags. It is no deeper than the checked markup. */
const flatten = (root: DefaultTreeAdapterTypes.ParentNode): Tree => {
  const tags: TreeTag[] = [];
  const tables: Element[] = [];
  let textLength = 0;
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if ('value' in node) textLength += node.value.length;
    if (!('tagName' in node)) return;
    const location = node.sourceCodeLocation;
    if (node.tagName === 'table') tables.push(node);
    if (!isImplied(node)) tags.push({ offset: location?.startTag?.startOffset, textBefore: textLength });
    for (const child of node.childNodes) visit(child);
    if (isImplied(node) || voidElements.has(node.tagName)) return;
    tags.push({ offset: location?.endTag?.startOffset, textBefore: textLength });
  };
  for (const child of root.childNodes) visit(child);
  return { tags, tables, textLength };
};

/**
 * Finds where a browser's tree differs from the written one: there, the place of a part depends on the page, or
 * on how often the text is parsed.
 */
const compareTree = (html: string, { tags, textLength }: WrittenMarkup, findings: Findings): void => {
  const tree = flatten(parse(html));
  const index = tags.findIndex(
    ({ offset, textBefore }, i) => tree.tags[i]?.offset !== offset || tree.tags[i].textBefore !== textBefore,
  );
  const moved = tags[index];
  if (moved !== undefined) {
    const { offset, name, parent } = moved;
    const place = parent === undefined ? 'outside of its container' : `directly in <${parent}>`;
    const isText = tree.tags[index]?.offset === offset;
    findings.addTag(
      offset,
      isText
        ? 'browsers move text out of a table; write it into a cell'
        : `browsers move <${name}>, because it may not be ${place}`,
    );
    return;
  }
  if (tree.tags.length !== tags.length || tree.textLength !== textLength) {
    findings.addPlace(html.length, 'browsers change the structure of the text from here on');
    return;
  }
  for (const table of tree.tables) {
    const cell = findOverlap(table);
    const offset = cell?.sourceCodeLocation?.startOffset;
    if (offset !== undefined) findings.addTag(offset, 'this cell overlaps another one; change colspan or rowspan');
  }
};
