const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON with escapes for every character that a terminal would obey instead of showing. Parsed, it is the same. */
export const toJson = (data: unknown): string =>
  JSON.stringify(data, undefined, 2).replace(/[\u007f-\u009f\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu, (character) =>
    character.split('').map(escapeUnit).join(''),
  );

/** The same inside other JSON: lines after the first are indented by this many spaces. */
export const indentJson = (data: unknown, by: number): string => toJson(data).replaceAll('\n', `\n${' '.repeat(by)}`);
