import type { DefaultTreeAdapterTypes } from 'parse5';
import { largestSpan } from './allowed-markup.ts';

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
export const findOverlap = (table: Element): Element | undefined => {
  for (const group of childrenOf(table, 'tbody', 'thead', 'tfoot')) {
    const cell = findOverlapInGroup(childrenOf(group, 'tr'));
    if (cell !== undefined) return cell;
  }
  return undefined;
};
