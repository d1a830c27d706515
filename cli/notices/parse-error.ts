import type { ErrorCodes } from 'parse5';

const [lessThan, ampersand, leftOpen] = [
  'a < that begins no tag; write &lt;',
  'an & that does not begin a character with ; at its end, such as &amp; or &nbsp;; write &amp;',
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
  ['duplicate-attribute', 'an attribute that is there twice; keep one'],
]);

/** What to say about an error of HTML's tokenizer, by its name in the HTML standard. */
export const describeParseError = (code: ErrorCodes): string =>
  words.get(code) ?? `not correct HTML (${code}), which browsers repair in ways of their own`;
