/**
 * Whether a person sees anything of a text. White space, control characters, format characters and blank letters are
 * invisible.
 */
export const isVisible = (text: string): boolean => /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

const escapeCharacter = (character: string): string =>
  character === '\\' ? '\\\\' : `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * Makes visible what a terminal or a reader would obey instead of showing: control characters, line breaks, and
 * characters that reverse the text. Joiners, which are part of words, and backslashes stay. For text that may hold
 * anything, `makeVisible` shows more.
 */
export const escapeInvisible = (text: string): string =>
  text.replace(/(?![\u200c\u200d])\p{C}|[\u2028\u2029]/gu, escapeCharacter);

/** Makes visible what nobody sees in a line: control and format characters, unusual spaces, and spaces at the end. */
export const makeVisible = (line: string): string => {
  const trimmed = line.trimEnd();
  const end = [...line.slice(trimmed.length)].map(escapeCharacter);
  return [trimmed.replace(/\\|(?!\t)\p{C}|(?! )\p{Z}/gu, escapeCharacter), ...end].join('');
};

/** The same for several lines. Tabs stay, since HTML is often indented with them. */
export const escapeInvisibleLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(escapeInvisible).join('\t'))
    .join('\n');

/** Why no request may have this text, or undefined if it may (docs/api.md, Requests and encodings). */
export const findUnreadable = (text: string): string | undefined => {
  if (text.includes('\0')) return 'Text must not contain the character U+0000.';
  return text.isWellFormed() ? undefined : 'Text must be well-formed Unicode; a lone surrogate is not.';
};

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON with escapes for every character that a terminal would obey instead of showing. Parsed, it is the same. */
export const toJson = (data: unknown): string =>
  JSON.stringify(data, undefined, 2).replace(/[\u007f-\u009f\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu, (character) =>
    character.split('').map(escapeUnit).join(''),
  );

/** The same inside other JSON: lines after the first are indented by this many spaces. */
export const indentJson = (data: unknown, by: number): string => toJson(data).replaceAll('\n', `\n${' '.repeat(by)}`);
