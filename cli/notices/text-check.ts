import type { Token } from 'parse5';
import type { Findings } from './finding.ts';
import { isVisible } from './visible-text.ts';

/** Characters that turn text around, invisible letters, and marks in a stack, which covers the lines beside it. */
const deceptive = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\p{M}{5}/u;

/** Counts the characters of a text, and finds those that deceive. */
export const newTextCheck = (html: string, findings: Findings) => {
  let [length, preStart, hasVisibleText] = [0, -1, false];
  return {
    length: (): number => length,
    hasVisibleText: (): boolean => hasVisibleText,
    /** Tells that `<pre>` ends at an offset. Browsers drop the line break after it. */
    startPre: (offset: number): void => {
      preStart = offset;
    },
    add: ({ chars, location }: Token.CharacterToken): void => {
      const offset = location?.startOffset ?? 0;
      length += chars.length;
      hasVisibleText ||= isVisible(chars);
      if (offset === preStart && chars.startsWith('\n')) {
        length -= 1;
        if (chars.startsWith('\n\n'))
          findings.addPlace(offset, 'remove the empty line at the start of <pre>; browsers do');
      }
      if (!deceptive.test(chars)) return;
      const place = offset + Math.max(html.slice(offset, location?.endOffset).search(deceptive), 0);
      findings.addPlace(place, 'remove the characters here that hide others or change their order');
    },
  };
};
