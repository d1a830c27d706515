import type { ErrorCodes } from 'parse5';
import type { Findings } from './finding.ts';

const unquoted = 'put the value in quotes';

const [lessThan, ampersand, leftOpen] = [
  'a < that begins no tag; write &lt;',
  'an & that does not begin a character reference such as &amp; or &nbsp;; write &amp;',
  'a tag or comment is left open at the end of the text',
];

const words: ReadonlyMap<string, string> = new Map([
  ['eof-before-tag-name', lessThan],
  ['invalid-first-character-of-tag-name', lessThan],
  ['missing-end-tag-name', lessThan],
  ['absence-of-digits-in-numeric-character-reference', ampersand],
  ['missing-semicolon-after-character-reference', ampersand],
  ['unknown-named-character-reference', ampersand],
  ['eof-in-comment', leftOpen],
  ['eof-in-tag', leftOpen],
  ['unexpected-character-in-unquoted-attribute-value', unquoted],
  ['duplicate-attribute', 'an attribute occurs twice; keep one'],
]);

/** The message for an error of HTML's tokenizer, by its name in the HTML standard. */
const describeParseError = (code: ErrorCodes): string =>
  words.get(code) ?? `not correct HTML (${code}); browsers repair it in different ways`;

/** Finds errors of HTML's tokenizer; once for a tag whose errors all come from missing quotes. */
export const newParseErrors = (findings: Findings) => {
  let isUnquoted = false;
  return {
    add: (code: ErrorCodes, offset: number): void => {
      const says = describeParseError(code);
      if (says === unquoted && isUnquoted) return;
      isUnquoted ||= says === unquoted;
      findings.addPlace(offset, says);
    },
    /** Reports the end of a tag. */
    endTag: (): void => {
      isUnquoted = false;
    },
  };
};
