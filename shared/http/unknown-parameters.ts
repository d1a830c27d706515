import { closestMatch } from 'leven';
import type { ParameterError } from '../problem.ts';
import { fieldName } from './field-name.ts';

const isBeginning = (known: string, name: string): boolean =>
  known.length >= 4 && name.length <= 2 * known.length && name.toLowerCase().startsWith(known.toLowerCase());

/**
 * The known name that a wrong name probably stands for, in any case: less than half of it differs, or it begins with
 * the known one, as `language` begins with `lang`. Names more than twice as long as the longest known name are not
 * compared, since a caller may send many long ones.
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

/** A parameter that the operation does not have, and the known one that it probably stands for. */
export interface UnknownParameter {
  readonly error: ParameterError;
  readonly meant: string | undefined;
}

/** The errors of the names that are not known. */
export const findUnknown = (names: readonly string[], known: readonly string[]): UnknownParameter[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = findNear(name, known);
      const help = meant === undefined ? `The known ones are: ${known.join(', ')}.` : `Did you mean ${meant}?`;
      const detail = `There is no such parameter. ${help}`;
      return { meant, error: { field: fieldName(name), code: 'unknown-parameter', detail } };
    });

/** The errors of parameters in the query string, where none are read. */
export const findMisplaced = (query: string): ParameterError[] =>
  [...new URLSearchParams(query).keys()].map((name) => ({
    field: fieldName(name),
    code: 'unknown-parameter',
    detail: 'Parameters in the query string are not read. Send them in the body.',
  }));
