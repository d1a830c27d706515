import type { UserData } from '../evidence.ts';
import { textOf } from '../evidence.ts';
import { limits } from '../../limits.ts';
import { normaliseValue } from '../../schema/matching.ts';

/**
 * Compares the values of a search with the userData of consents, one after the other. Equal texts are normalised once.
 *
 * @param values of the search, normalised
 * @param refuse makes the error to throw when normalising takes too many characters
 */
export const newComparison = (
  values: ReadonlyMap<string, string>,
  refuse: () => Error,
): ((userData: UserData) => boolean) => {
  const findables = new Map<string, Map<string, string>>([...values.keys()].map((key) => [key, new Map()]));
  let characters = 0;
  const normaliseOnce = (key: string, member: UserData[string]): string | undefined => {
    const text = textOf(member);
    const known = findables.get(key);
    if (known?.has(text)) return known.get(text);
    characters += text.length;
    if (characters > limits.comparedCharacters) throw refuse();
    const findable = normaliseValue(key, text);
    known?.set(text, findable);
    return findable;
  };
  return (userData) =>
    [...values].every(([key, value]) => {
      const member = Object.hasOwn(userData, key) ? userData[key] : undefined;
      return member !== undefined && normaliseOnce(key, member) === value;
    });
};
