import { limits } from '../limits.ts';

/** A caller's name as an answer shows it. It may be of any length, and is cut. */
export const fieldName = (name: string): string =>
  name.length > limits.keyCharacters ? `${name.slice(0, limits.keyCharacters).toWellFormed()}…` : name;
