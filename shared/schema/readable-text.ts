/** Why no request may have this text, or undefined if it may (docs/contract.md, Requests and encodings). */
export const findUnreadable = (text: string): string | undefined => {
  if (text.includes('\0')) return 'Text must not contain the character U+0000.';
  return text.isWellFormed() ? undefined : 'Text must be well-formed Unicode; a lone surrogate is not.';
};
