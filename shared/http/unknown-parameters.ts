import { closestMatch } from 'leven';
import type { ParameterError } from '../problem.ts';
import { fieldName } from './field-name.ts';

const isBeginning = (known: string, name: string): boolean =>
  known.length >= 4 && name.length <= 2 * known.length && name.toLowerCase().startsWith(known.toLowerCase());

/**
 * The known name that a name is likely to stand for, whatever its case: less than half of it differs, or it begins with the
 * known one, as `language` does with `lang`. No name that is more than twice as long as all that are known is compared,
 * since a caller may send a long one, and many.
 */
const findNear = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > 2 * Math.max(...known.map(({ length }) => length))) return undefined;
  const near = closestMatch(
    name.toLowerCase(),
    known.map((one) => one.toLowerCase()),
    { maxDistance: Math.ceil(name.length / 2) - 1 },
  );
  return known.find((one) => one.toLowerCase() === near) ?? known.find((one) => isBeginning(one, name));
};

/** A parameter that the operation does not have, and the one that is meant in its place, if that can be told. */
export interface UnknownParameter {
  readonly error: ParameterError;
  readonly meant: string | undefined;
}

/** Those of the names that are not known. */
export const findUnknown = (names: readonly string[], known: readonly string[]): UnknownParameter[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = findNear(name, known);
      const help = meant === undefined ? `The known ones are: ${known.join(', ')}.` : `Did you mean ${meant}?`;
      const detail = `There is no such parameter. ${help}`;
      return { meant, error: { field: fieldName(name), code: 'unknown-parameter', detail } };
    });

/** The parameters of a query string: they stand where none are read. */
export const findMisplaced = (query: string): ParameterError[] =>
  [...new URLSearchParams(query).keys()].map((name) => ({
    field: fieldName(name),
    code: 'unknown-parameter',
    detail: 'Parameters in the query string are not read. Send them in the body.',
  }));
