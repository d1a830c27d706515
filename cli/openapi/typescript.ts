import type { Schema } from './schema.ts';
import { isObject, toName } from './schema.ts';

const indent = (lines: string): string => lines.replaceAll(/^(?=.)/gm, '  ');

/** Members of a type, each with its description above it. */
export const toMembers = (members: readonly string[]): string => `{\n${indent(members.join('\n'))}\n}`;

/** One member of a type. @param name in TypeScript, with a question mark if it is optional */
export const toMember = (name: string, type: string, comment = ''): string =>
  `${comment === '' ? '' : `/** ${comment.replaceAll('*/', '*\\/')} */\n`}${name}: ${type};`;

/** The comment for a schema: its description and its default. */
export const commentOn = (schema: unknown): string => {
  const { description = '', default: standard }: Schema = isObject(schema) ? schema : {};
  return [description, standard === undefined ? '' : `Default: \`${standard}\`.`].join(' ').trim();
};

/** The name of a member, which may be a path. */
export const quote = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

const toLiteral = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

const toUnion = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const toArray = ({ items }: Schema): string => {
  const type = toType(items);
  return type.includes(' | ') ? `(${type})[]` : `${type}[]`;
};

/** The type of unnamed members. The empty schema allows any. */
const toOther = (schema: Schema): string => (Object.keys(schema).length === 0 ? 'unknown' : toType(schema));

const toObject = ({ properties, required, additionalProperties }: Schema): string => {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(Object(properties)).map(([name, property]) =>
    toMember(`${quote(name)}${needed.includes(name) ? '' : '?'}`, toType(property), commentOn(property)),
  );
  if (isObject(additionalProperties)) members.push(toMember('[key: string]', toOther(additionalProperties)));
  if (members.length > 0) return toMembers(members);
  return `Record<string, ${additionalProperties === false ? 'never' : 'unknown'}>`;
};

const types: Readonly<Record<string, (schema: Schema) => string>> = {
  string: () => 'string',
  integer: () => 'number',
  number: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: toArray,
  object: toObject,
};

/**
 * Converts a JSON Schema with the keywords of the document to a TypeScript type.
 *
 * @throws Error for a schema with none of them
 */
export const toType = (schema: unknown): string => {
  const {
    $ref,
    anyOf,
    oneOf = anyOf,
    const: only,
    enum: values,
    type,
    ...rest
  }: Schema = isObject(schema) ? schema : {};
  const { 'x-extensible-enum': known } = rest;
  if (typeof $ref === 'string') return `components['schemas']['${toName($ref)}']`;
  if (Array.isArray(oneOf) && oneOf.length > 0) return toUnion(oneOf.map(toType));
  if (only !== undefined) return toLiteral(only);
  if (Array.isArray(values)) return toUnion(values.map(toLiteral));
  if (Array.isArray(known)) return toUnion([...known.map(toLiteral), '(string & {})']);
  const names = [type].flat().map(String);
  return toUnion(
    names.map((name) => {
      const write = types[name];
      if (write === undefined) throw new Error(`No type is known for ${JSON.stringify(schema)}.`);
      return write(rest);
    }),
  );
};
