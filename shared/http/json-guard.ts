import { isName, placeOfFault, scanJson } from '../json-scan.ts';
import { limits } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { isMap } from '../schema/scalar.ts';
import type { ParameterMap, ParameterValue } from './parameters.ts';
import { checkCount, checkDepth, checkName, checkText, parameterMap, unreadable } from './parameters.ts';

const describeFault = (text: string): string => {
  try {
    JSON.parse(text);
  } catch (error) {
    const [line, column] = placeOfFault(error);
    if (line !== undefined) return `: look at line ${line}, column ${column}`;
  }
  return '';
};

/** The 400 for invalid JSON. */
export const notJson = (text: string): Problem => unreadable(`The body is not valid JSON${describeFault(text)}.`);

const readName = (text: string, start: number, end: number): string => {
  try {
    return JSON.parse(text.slice(start, end));
  } catch {
    throw notJson(text);
  }
};

/**
 * A number at the end of a value. Replacing a number anywhere else, such as before a colon, could turn invalid JSON
 * into valid JSON.
 */
const numberLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?=\s*(?:[,\]}]|$))/y;

const readNumber = (text: string, start: number): string => {
  numberLiteral.lastIndex = start;
  const [literal] = numberLiteral.exec(text) ?? [];
  if (literal === undefined) throw notJson(text);
  return literal;
};

/** A form that a client sent as JSON. */
const startOfForm = /^[\w.%[\]-]{1,200}=/;

/** The most brackets and names that can open one value. Text with more of them is not JSON for the service. */
const partsOfValue = 2 * limits.depth;

/** The only member of an object in place of a number. No caller can send the name: it has U+0000. */
const digitsOf = '\u0000';

/**
 * The text with its numbers as such objects, so that a parser keeps their digits. It refuses what a parser would
 * accept: any depth, duplicate members, names that reach a prototype, and any number of values, including null and
 * empty ones, which would take the parser most of a second. Invalid JSON stays invalid, and its parser refuses it.
 *
 * @throws Problem body.unreadable
 */
export const guardJson = (text: string): string => {
  if (startOfForm.test(text))
    throw unreadable('The body looks like a form. Send it with Content-Type: application/x-www-form-urlencoded.');
  const names: Set<string>[] = [];
  const kept: string[] = [];
  let values = 1;
  let parts = 0;
  let copied = 0;
  scanJson(text, (start, end) => {
    if (parts > values * partsOfValue) throw notJson(text);
    const character = text.charAt(start);
    if (character === '{' || character === '[') {
      parts += 1;
      checkDepth(names.push(new Set()));
    } else if (character === '}' || character === ']') names.pop();
    else if (character === ',') {
      values += 1;
      checkCount(values);
    } else if (character !== '"') {
      const number = JSON.stringify({ [digitsOf]: readNumber(text, start) });
      if (kept.push(`${text.slice(copied, start)}${number}`) > values) throw notJson(text);
      copied = end;
    } else if (isName(text, end)) {
      const siblings = names.at(-1);
      if (siblings === undefined) throw notJson(text);
      parts += 1;
      const name = checkName(readName(text, start, end));
      if (siblings.has(name)) throw unreadable('The JSON has a member twice. Send each member once.');
      siblings.add(name);
    }
    return false;
  });
  return kept.join('') + text.slice(copied);
};

/** The digits of a number, or undefined for anything else. */
const findDigits = (part: unknown): string | undefined =>
  isMap(part) && Object.hasOwn(part, digitsOf) ? String(part[digitsOf]) : undefined;

/** Whether JSON prints the number that was meant. A larger whole number loses digits. */
const isKept = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

const toMember = (part: unknown): ParameterValue => {
  const digits = findDigits(part);
  if (digits === undefined) return toValue(part);
  const number = Number(digits);
  return isKept(number) ? JSON.stringify(number) : number;
};

const toValue = (part: unknown): ParameterValue => {
  const digits = findDigits(part);
  if (digits !== undefined) return digits;
  if (Array.isArray(part)) return part.map(toValue);
  if (isMap(part)) return toMembers(part);
  return part === null ? null : checkText(String(part));
};

/** A null member counts as absent, as in the form that clients make of the same data. */
const toMembers = (members: Readonly<Record<string, unknown>>): ParameterMap =>
  parameterMap(
    Object.entries(members)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, toMember(member)]),
  );

/**
 * The parameters of parsed JSON, an object. Numbers and booleans become text (docs/contract.md, Scalars): a whole
 * parameter and an item of an array as it was sent, a member as JSON prints it. A member that would lose digits stays a
 * number, which no schema of a text takes.
 *
 * @param arrays names of the parameters that may be arrays
 * @throws Problem body.unreadable
 */
export const toJsonParameters = (value: unknown, arrays: ReadonlySet<string>): ParameterMap => {
  if (!isMap(value) || findDigits(value) !== undefined)
    throw unreadable('The JSON must be an object whose members are the parameters.');
  return parameterMap(
    Object.entries(value)
      .filter(([, parameter]) => parameter !== null)
      .map(([name, parameter]) => [
        name,
        Array.isArray(parameter) && !arrays.has(name) ? parameter.map(toMember) : toValue(parameter),
      ]),
  );
};
