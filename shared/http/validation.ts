import { closestMatch } from 'leven';
import type { BaseIssue, GenericSchema, InferOutput } from 'valibot';
import { safeParse } from 'valibot';
import { limits } from '../api/limits.ts';
import type { ParameterError } from '../api/problem.ts';
import { invalidParameters, Problem, parameterErrorCodes } from '../api/problem.ts';
import { memoize } from '../runtime/values.ts';
import { isMap } from '../schema/scalar.ts';
import { findUnreadable } from '../schema/visible-text.ts';

const toField = (issue: BaseIssue<unknown>): string => {
  const [root = '', ...members] = (issue.path ?? []).map(({ key }) => fieldName(String(key)));
  return root + members.map((member) => `[${member}]`).join('');
};

const toParameterError = (issue: BaseIssue<unknown>): ParameterError => {
  const field = toField(issue);
  const code = parameterErrorCodes.find((known) => issue.message.startsWith(`${known}: `));
  return code === undefined
    ? { field, code: 'missing', detail: 'This parameter is required.' }
    : { field, code, detail: issue.message.slice(code.length + 2) };
};

/** An empty text counts as absent if the parameter is optional (docs/api.md, Scalars). */
const isPresent = (schema: GenericSchema, name: string, value: unknown): boolean =>
  value !== '' || !isOptional(schema, name);

/** The errors of unknown names, and the known names that they stand for, which are then not reported as missing. */
const findStray = (schema: GenericSchema, parameters: ParameterMap, query: string) => {
  const known = closedNames(schema);
  if (known === undefined) return { strayErrors: [], meant: [], isKnown: () => true };
  const unknown = findUnknown(schema, Object.keys(parameters), known);
  return {
    strayErrors: [...unknown.map(({ error }) => error), ...findMisplaced(query)],
    meant: unknown.flatMap(({ meant }) => meant ?? []),
    isKnown: (name: string) => known.includes(name),
  };
};

/**
 * Validates parameters by a schema. A closed schema refuses unknown parameters and every parameter in the query string.
 * An open one ignores unknown parameters.
 *
 * @throws Problem parameters.invalid, with every wrong parameter once
 */
export const validateParameters = <Schema extends GenericSchema>(
  schema: Schema,
  parameters: ParameterMap,
  query = '',
): InferOutput<Schema> => {
  const { strayErrors, meant, isKnown } = findStray(schema, parameters, query);
  const given = Object.entries(parameters).filter(([name, value]) => isKnown(name) && isPresent(schema, name, value));
  const result = safeParse(schema, parameterMap(given));
  if (result.success && strayErrors.length === 0) return result.output;
  const found = (result.issues ?? []).map(toParameterError);
  const isMeant = ({ field, code, detail }: ParameterError): boolean =>
    code === 'missing' && meant.some((name) => field === name || detail.includes(` ${name} `));
  const errors = [...found.filter((error) => !isMeant(error)), ...strayErrors];
  throw invalidParameters(...new Map(errors.map((error) => [error.field, error])).values());
};

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
interface UnknownParameter {
  readonly error: ParameterError;
  readonly meant: string | undefined;
}

/**
 * What to write in place of dots, or of brackets in JSON: `proof.url` is meant as `proof[url]`. Undefined for other
 * names.
 */
const findNested = (schema: GenericSchema, name: string, known: readonly string[]) => {
  if (name.length > 2 * limits.keyCharacters) return undefined;
  if (!/^[\w-]+(?:[.[\]]+[\w-]+)+\]?$/.test(name)) return undefined;
  const [root = '', ...members] = name.split(/[.[\]]+/).filter((part) => part !== '');
  const meant = known.includes(root) ? root : findNear(root, known);
  if (meant === undefined || members.join('').length > limits.keyCharacters) return undefined;
  const form = `${meant}${members.map((member) => `[${member}]`).join('')}`;
  if (arrayNames(schema).has(meant)) return { meant, help: `Write ${form}, in JSON a list.` };
  if (!takesMembers(entriesOf(schema)[meant])) return undefined;
  const json = members.reduceRight((inner, member) => `{"${member}": ${inner}}`, '…');
  return { meant, help: `Write ${form}, in JSON {"${meant}": ${json}}.` };
};

const findMeant = (schema: GenericSchema, name: string, known: readonly string[]) => {
  const meant = findNear(name, known);
  const help = meant === undefined ? `The known ones are: ${known.join(', ')}.` : `Did you mean ${meant}?`;
  return findNested(schema, name, known) ?? { meant, help };
};

/** The errors of the names that are not known. */
const findUnknown = (schema: GenericSchema, names: readonly string[], known: readonly string[]): UnknownParameter[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const { meant, help } = findMeant(schema, name, known);
      const detail = `There is no such parameter. ${help}`;
      return { meant, error: { field: fieldName(name), code: 'unknown-parameter', detail } };
    });

/** The errors of parameters in the query string, where none are read. */
const findMisplaced = (query: string): ParameterError[] =>
  [...new URLSearchParams(query).keys()].map((name) => ({
    field: fieldName(name),
    code: 'unknown-parameter',
    detail: 'Parameters in the query string are not read. Send them in the body.',
  }));

/** A name from the caller as an answer shows it. It may have any length, so it is cut. */
const fieldName = (name: string): string =>
  name.length > limits.keyCharacters ? `${name.slice(0, limits.keyCharacters).toWellFormed()}…` : name;

const entriesOf = (schema: GenericSchema): Readonly<Record<string, unknown>> =>
  'entries' in schema && isMap(schema.entries) ? schema.entries : {};

/** Whether a request may leave the parameter out. */
const isOptional = (schema: GenericSchema, name: string): boolean => {
  const entry = entriesOf(schema)[name];
  return isMap(entry) && entry.type === 'optional';
};

/** The only parameters that a request may have, or undefined if it ignores others. */
export const closedNames = (schema: GenericSchema): readonly string[] | undefined =>
  schema.type === 'strict_object' ? Object.keys(entriesOf(schema)) : undefined;

const takesArray = (schema: unknown): boolean =>
  isMap(schema) &&
  (schema.type === 'array' ||
    takesArray(schema.wrapped) ||
    (Array.isArray(schema.options) && schema.options.some(takesArray)));

const takesMembers = (schema: unknown): boolean =>
  isMap(schema) &&
  (schema.type === 'record' ||
    takesMembers(schema.wrapped) ||
    (Array.isArray(schema.pipe) && schema.pipe.some((part) => part !== schema && takesMembers(part))));

/** The parameters that may be arrays. */
export const arrayNames = memoize(
  (schema: GenericSchema): ReadonlySet<string> =>
    new Set(
      Object.entries(entriesOf(schema))
        .filter(([, entry]) => takesArray(entry))
        .map(([name]) => name),
    ),
);

/**
 * The parameters of a request, the same for all encodings. Scalars are text. Only JSON has null, in arrays, and numbers
 * that would lose digits.
 */
export type ParameterValue = string | number | null | readonly ParameterValue[] | ParameterMap;
export interface ParameterMap {
  readonly [name: string]: ParameterValue;
}

/** Names that reach a prototype. No parameter or member may have them. */
export const forbiddenNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The 400 of a body that cannot be read. */
export const unreadable = (detail: string, cause?: unknown): Problem =>
  new Problem('body.unreadable', { detail, cause });

/** Returns the text, or throws the 400 of a body that cannot be read. */
export const checkText = (text: string): string => {
  const wrong = findUnreadable(text);
  if (wrong !== undefined) throw unreadable(wrong);
  return text;
};

/** The 400 for a name that reaches a prototype. */
export const forbiddenName = (): Problem =>
  unreadable('The names __proto__, constructor and prototype cannot be used for parameters or their members.');

/** Returns the name of a parameter or a member, or throws the 400 of a body that cannot be read. */
export const checkName = (name: string): string => {
  if (forbiddenNames.has(name)) throw forbiddenName();
  return checkText(name);
};

/** Refuses a request with too many scalar values. None is ever dropped silently. */
export const checkCount = (count: number): void => {
  if (count > limits.parameters) {
    throw unreadable(`A request may have at most ${limits.parameters} values. Send several requests.`);
  }
};

/** Refuses nesting that is deeper than any parameter needs. */
export const checkDepth = (depth: number): void => {
  if (depth > limits.depth) throw unreadable(`Parameters may be nested at most ${limits.depth} levels deep.`);
};

/** A map without a prototype, so that no name can reach one. */
export const parameterMap = (entries: Iterable<readonly [string, ParameterValue]>): ParameterMap => {
  const map: Record<string, ParameterValue> = Object.create(null);
  for (const [name, value] of entries) map[name] = value;
  return map;
};
