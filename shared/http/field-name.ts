import { limits } from '../limits.ts';

/** A name from the caller as an answer shows it. It may have any length, so it is cut. */
export const fieldName = (name: string): string =>
  name.length > limits.keyCharacters ? `${name.slice(0, limits.keyCharacters).toWellFormed()}…` : name;
