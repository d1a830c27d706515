import type { Token } from 'parse5';
import { isVisible } from '../../shared/schema/visible-text.ts';
import type { Findings } from './finding.ts';

/** Characters that reverse text, invisible and blank letters, and stacked marks, which cover neighbouring lines. */
const deceptive =
  /[\u061c\u115f\u1160\u200e\u200f\u202a-\u202e\u2066-\u2069\u2800\u3164\uffa0\u{e0000}-\u{e007f}]|\p{M}{5}/u;

const mostBlanks = 20;
const mostGaps = 10;

const tooManyBlanks = new RegExp(`\\s{${mostBlanks + 1}}`);

/** What the text may continue with after a tag. */
const openEnd = /(?:\s+|\p{M}+)$/u;

/** Counts what separates two visible texts and moves the second one away: line breaks, rules and empty elements. */
const newGapCheck = (findings: Findings) => {
  const seenAtStart: number[] = [];
  let [seen, gaps] = [0, 0];
  const add = (offset: number): void => {
    gaps += 1;
    if (gaps === mostGaps + 1) {
      findings.addTag(
        offset,
        `write at most ${mostGaps} line breaks, rules and empty elements in a row, so that the text after them is seen`,
      );
    }
  };
  return {
    see: (): void => {
      seen += 1;
      gaps = 0;
    },
    start: (offset: number, isVoid: boolean): void => {
      if (isVoid) add(offset);
      else seenAtStart.push(seen);
    },
    end: (offset: number): void => {
      if (seenAtStart.pop() === seen) add(offset);
    },
  };
};

/** Counts the characters of a text, and finds deceptive ones and gaps that move text out of sight. */
export const newTextCheck = (html: string, findings: Findings) => {
  const gaps = newGapCheck(findings);
  let [length, preStart, isInPre, hasVisibleText, end] = [0, -1, false, false, ''];
  const checkCharacters = (chars: string, { startOffset, endOffset }: Token.Location): void => {
    const joined = end + chars;
    const shown = isInPre ? joined : joined.replace(/[ \t\r\n\f]+/g, ' ');
    end = '';
    if (deceptive.test(shown)) {
      const place = startOffset + Math.max(html.slice(startOffset, endOffset).search(deceptive), 0);
      findings.addPlace(place, 'remove the characters here that hide others or change their order');
    } else if (tooManyBlanks.test(shown)) {
      findings.addPlace(
        startOffset,
        `write at most ${mostBlanks} blanks in a row, so that the text after them is seen`,
      );
    } else {
      end = openEnd.exec(shown)?.[0] ?? '';
    }
  };
  return {
    length: (): number => length,
    hasVisibleText: (): boolean => hasVisibleText,
    start: (name: string, { startOffset, endOffset }: Token.Location, isVoid: boolean): void => {
      gaps.start(startOffset, isVoid);
      if (name !== 'pre') return;
      // Browsers drop the line break after it.
      preStart = endOffset;
      isInPre = true;
    },
    end: (name: string, offset: number): void => {
      gaps.end(offset);
      if (name === 'pre') isInPre = false;
    },
    add: ({ chars, location }: Token.CharacterToken): void => {
      const offset = location?.startOffset ?? 0;
      length += chars.length;
      if (isVisible(chars)) {
        hasVisibleText = true;
        gaps.see();
      }
      if (offset === preStart && chars.startsWith('\n')) {
        length -= 1;
        if (chars.startsWith('\n\n'))
          findings.addPlace(offset, 'remove the empty line at the start of <pre>, as browsers do');
      }
      if (location) checkCharacters(chars, location);
    },
  };
};
