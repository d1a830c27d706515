import type { ParameterMap, ParameterValue } from './parameters.ts';
import { checkCount, checkDepth, checkName, checkText, parameterMap, unreadable } from './parameters.ts';

/** JSON.parse gives a reviver the source text of a number (ES2026); TypeScript's library does not know it yet. */
type Reviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;
const numberAsWritten: Reviver = (_name, value, { source }) => (typeof value === 'number' ? source : value);

const colon = /\s*:/y;

const closingQuote = (text: string, start: number): number => {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end;
};

/**
 * Refuses what JSON.parse lets pass: any depth, members named twice, where it keeps the last, and any number of values,
 * with those that are null or empty, for which it would take most of a second.
 */
const checkStructure = (text: string): void => {
  const names: Set<unknown>[] = [];
  let values = 1;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    if (character === '{' || character === '[') checkDepth(names.push(new Set()));
    if (character === '}' || character === ']') names.pop();
    if (character === ',') {
      values += 1;
      checkCount(values);
    }
    if (character !== '"') continue;
    const start = i;
    i = closingQuote(text, start);
    colon.lastIndex = i + 1;
    if (!colon.test(text)) continue;
    const name: unknown = JSON.parse(text.slice(start, i + 1));
    if (names.at(-1)?.has(name)) throw unreadable('The JSON names a member twice; each may be given once.');
    names.at(-1)?.add(name);
  }
};

/** Where V8 says that the text stops being JSON; the rest of what it says repeats the text. */
const placeOf = (text: string): string => {
  try {
    JSON.parse(text);
  } catch (error) {
    const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(String(error)) ?? [];
    if (line !== undefined) return `: look at line ${line}, column ${column}`;
  }
  return '';
};

/** A form that a client sent as JSON. */
const startOfForm = /^[\w.%[\]-]{1,200}=/;

const parse = (text: string): unknown => {
  if (startOfForm.test(text))
    throw unreadable('The body looks like a form; send it with Content-Type: application/x-www-form-urlencoded.');
  try {
    checkStructure(text);
    return JSON.parse(text, numberAsWritten as (name: string, value: unknown) => unknown);
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(`The body is not valid JSON${placeOf(text)}.`);
    throw error;
  }
};

const toParameters = (value: object): ParameterMap => {
  const convert = (part: unknown): ParameterValue => {
    if (Array.isArray(part)) return part.map(convert);
    if (part !== null && typeof part === 'object') return convertMembers(part);
    return part === null ? null : checkText(String(part));
  };
  const convertMembers = (object: object): ParameterMap =>
    parameterMap(
      Object.entries(object)
        .filter(([, member]) => member !== null)
        .map(([name, member]) => [checkName(name), convert(member)]),
    );
  return convertMembers(value);
};

/**
 * Reads `application/json`: an object whose numbers and booleans are taken as their text, as written (docs/contract.md, Scalars).
 * A member that is null counts as absent, as it does in the form that clients make of it.
 * Stricter than JSON.parse where that would drop or repair something in silence.
 *
 * @throws Problem body.unreadable
 */
export const parseJson = (text: string): ParameterMap => {
  const value = parse(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw unreadable('The JSON must be an object whose members are the parameters.');
  }
  return toParameters(value);
};
