/** Whether a person sees anything of a text: white space, control and format characters and blank letters alone are nothing. */
export const isVisible = (text: string): boolean => /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

const escapeCharacter = (character: string): string =>
  character === '\\' ? '\\\\' : `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * Shows what a terminal or a reader would obey, not see: control characters, line breaks and what turns text around. Joiners, which are
 * part of words, stay, and so do backslashes: of a text that may hold anything `makeVisible` tells more.
 */
export const tame = (text: string): string => text.replace(/(?![\u200c\u200d])\p{C}|[\u2028\u2029]/gu, escapeCharacter);

/** Shows what nobody sees in a line: control and format characters, other spaces, and spaces at the end. */
export const makeVisible = (line: string): string => {
  const kept = line.trimEnd();
  const end = [...line.slice(kept.length)].map(escapeCharacter);
  return [kept.replace(/\\|(?!\t)\p{C}|(?! )\p{Z}/gu, escapeCharacter), ...end].join('');
};

/** Lines in which a person sees all that is in them. Tabs, which HTML is often indented with, stay. */
export const tameLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map(tame).join('\t'))
    .join('\n');
