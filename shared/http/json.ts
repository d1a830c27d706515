import { isMap } from '../schema/scalar.ts';
import type { ParameterMap, ParameterValue } from './parameters.ts';
import { checkText, parameterMap, unreadable } from './parameters.ts';

const toValue = (part: unknown): ParameterValue => {
  if (Array.isArray(part)) return part.map(toValue);
  if (isMap(part)) return toMap(part);
  return part === null ? null : checkText(String(part));
};

const toMap = (members: Readonly<Record<string, unknown>>): ParameterMap =>
  parameterMap(
    Object.entries(members)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, toValue(member)]),
  );

/**
 * The parameters of parsed JSON, an object. Numbers and booleans become their text as written (docs/contract.md,
 * Scalars). A null member counts as absent, as in the form that clients make of the same data.
 *
 * @throws Problem body.unreadable
 */
export const toJsonParameters = (value: unknown): ParameterMap => {
  if (!isMap(value)) throw unreadable('The JSON must be an object whose members are the parameters.');
  return toMap(value);
};
