import type { Element, Root, Text } from 'hast';
import { isVisible } from '../../shared/schema/visible-text.ts';

/** Characters that reverse text, invisible and blank letters, and stacked marks, which cover neighbouring lines. */
const deceptive =
  /[\u061c\u115f\u1160\u200e\u200f\u202a-\u202e\u2066-\u2069\u2800\u3164\uffa0\u{e0000}-\u{e007f}]|\p{M}{5}/u;

const mostBlanks = 20;
const mostGaps = 10;

const tooManyBlanks = new RegExp(`\\s{${mostBlanks + 1}}`);

/** What the text may continue with after a tag. */
const openEnd = /(?:\s+|\p{M}+)$/u;

/** Finds deceptive characters, and gaps of blanks, line breaks, rules and empty elements that move text out of sight. */
export const findHiddenText = (tree: Root, html: string, add: (offset: number, says: string) => void): void => {
  let [seen, gaps, end] = [0, 0, ''];
  const addGap = ({ position }: Element): void => {
    gaps += 1;
    if (gaps !== mostGaps + 1) return;
    const says = `write at most ${mostGaps} line breaks, rules and empty elements in a row, so that the text after them is seen`;
    add(position?.start.offset ?? 0, says);
  };
  const readText = ({ value, position }: Text, isInPre: boolean): void => {
    const [from = 0, to = 0] = [position?.start.offset, position?.end.offset];
    if (isVisible(value)) {
      seen += 1;
      gaps = 0;
    }
    const joined = end + value;
    const shown = isInPre ? joined : joined.replace(/[ \t\r\n\f]+/g, ' ');
    end = '';
    if (deceptive.test(shown)) {
      const place = from + Math.max(html.slice(from, to).search(deceptive), 0);
      add(place, 'remove the characters here that hide others or change their order');
    } else if (tooManyBlanks.test(shown)) {
      add(from, `write at most ${mostBlanks} blanks in a row, so that the text after them is seen`);
    } else {
      end = openEnd.exec(shown)?.[0] ?? '';
    }
  };
  const read = (parent: Root | Element, isInPre: boolean): void => {
    for (const node of parent.children) {
      if (node.type === 'text') readText(node, isInPre);
      if (node.type !== 'element') continue;
      const before = seen;
      read(node, isInPre || node.tagName === 'pre');
      if (seen === before) addGap(node);
    }
  };
  read(tree, false);
};
