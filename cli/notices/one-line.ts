import { limits } from '../../shared/limits.ts';
import { isVisible } from '../../shared/schema/visible-text.ts';

const { nameCharacters } = limits;

/** What is wrong with a title, a name or similar, which people read in one line; undefined if it is right. */
export const findLineProblem = (value: unknown, what: string): string | undefined => {
  if (typeof value !== 'string') return `${what} must be a text.`;
  if (!isVisible(value)) return `${what} is empty. Write one.`;
  if (/[\p{Cc}\u2028\u2029]/u.test(value)) {
    return `${what} has a line break or another control character. Write it on one line.`;
  }
  const { length } = [...value];
  return length <= nameCharacters
    ? undefined
    : `${what} has ${length} characters. Shorten it to at most ${nameCharacters}.`;
};
