import type { Problem } from '../api/problem.ts';
import { placeOfFault, scanJson } from '../schema/json-scan.ts';
import { isMap } from '../schema/scalar.ts';
import type { ParameterMap, ParameterValue } from './validation.ts';
import { checkCount, checkDepth, checkName, checkText, forbiddenName, parameterMap, unreadable } from './validation.ts';

/** A form that a client sent as JSON. */
const startOfForm = /^[\w.%[\]-]{1,200}=/;

/**
 * Returns the text if a parser may read it: with few values and levels, counted outside strings. A parser takes half a
 * second for a mebibyte of values.
 *
 * @throws Problem body.unreadable
 */
export const guardJson = (text: string): string => {
  if (startOfForm.test(text))
    throw unreadable('The body looks like a form. Send it with Content-Type: application/x-www-form-urlencoded.');
  let values = 1;
  scanJson(text, (start, _end, depth) => {
    checkDepth(depth);
    if (text[start] === ',') values += 1;
    checkCount(values);
    return false;
  });
  return text;
};

/** The 400 for text that the parser refuses: for no JSON, or for a name that reaches a prototype. */
export const refusedJson = (text: string): Problem => {
  try {
    JSON.parse(text);
  } catch (error) {
    const [line, column] = placeOfFault(error);
    const place = line === undefined ? '' : `: look at line ${line}, column ${column}`;
    return unreadable(`The body is not valid JSON${place}.`);
  }
  return forbiddenName();
};

/** Whether JSON prints the number that was meant: not a large whole one, nor one beyond all numbers. */
const keepsDigits = (value: number): boolean =>
  Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);

const toValue = (part: unknown): ParameterValue => {
  if (Array.isArray(part)) return part.map(toValue);
  if (isMap(part)) return toMembers(part);
  if (typeof part === 'number') return keepsDigits(part) ? JSON.stringify(part) : part;
  return part === null ? null : checkText(String(part));
};

/** A null member counts as absent, as in the form that clients make of the same data. */
const toMembers = (members: Readonly<Record<string, unknown>>): ParameterMap =>
  parameterMap(
    Object.entries(members)
      .map(([name, member]) => [checkName(name), toValue(member)] as const)
      .filter(([, member]) => member !== null),
  );

/**
 * The parameters of parsed JSON, an object. Numbers and booleans become the text that JSON prints for them
 * (docs/contract.md, Scalars). A number that would lose digits stays a number, which no schema takes.
 *
 * @throws Problem body.unreadable
 */
export const toJsonParameters = (value: unknown): ParameterMap => {
  if (!isMap(value)) throw unreadable('The JSON must be an object whose members are the parameters.');
  return toMembers(value);
};
