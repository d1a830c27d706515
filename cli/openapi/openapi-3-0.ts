import type { Schema } from './schema.ts';
import { isObject } from './schema.ts';

/**
 * Keywords that OpenAPI 3.0 lacks, and those that generators turn into checks with poorer errors than the service's.
 */
const leftOut: ReadonlySet<string> = new Set([
  ...['propertyNames', 'patternProperties', 'not', 'if', 'then', 'else', 'pattern', 'uniqueItems', 'examples'],
]);

const isKept = ([keyword]: readonly [string, unknown]): boolean => !leftOut.has(keyword);

/** Without a format, generators use 32 bits, even for larger numbers, whose limit they then cannot write. */
const sizeNumber = ({ maximum = Number.MAX_SAFE_INTEGER, ...schema }: Schema): Schema =>
  schema.type === 'integer' && Number(maximum) >= 2 ** 31
    ? { ...schema, format: 'int64' }
    : { ...schema, ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }) };

const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === 'null';

/** The type of a single value. */
const typeOfOnly = (schema: Schema): Schema =>
  schema.const === undefined ? schema : { type: typeof schema.const, ...schema, const: undefined };

/** ogen takes a nullable object without members for one that is never null, unless it may have any. */
const allowMembers = (schema: Schema): Schema =>
  schema.type === 'object' && schema.properties === undefined && schema.additionalProperties === undefined
    ? { ...schema, additionalProperties: true }
    : schema;

/** In 3.0 a reference stands alone. If it has a description, the reference becomes the only member of `allOf`. */
const refer = ({ $ref, ...rest }: Schema): Schema => {
  if ($ref === undefined) return rest;
  return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] };
};

/** The one schema besides null, marked as nullable. */
const allowNull = ({ anyOf, ...rest }: Schema): Schema => {
  const schemas: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const [only, ...others] = schemas.filter((schema) => !isNull(schema));
  if (others.length > 0 || !isObject(only)) return anyOf === undefined ? rest : { ...rest, oneOf: anyOf };
  return { ...only, ...rest, nullable: true };
};

/**
 * Converts a schema of OpenAPI 3.1 to the form of 3.0 that all generators read: null becomes `nullable`, and a single
 * value its type.
 *
 * @throws Error for several types at once, which 3.0 does not have
 */
export const toOpenApi30 = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(toOpenApi30);
  if (!isObject(schema)) return schema;
  if (Array.isArray(schema.type)) throw new Error(`OpenAPI 3.0 has one type for ${JSON.stringify(schema)}.`);
  const members = Object.entries(refer(allowMembers(allowNull(sizeNumber(typeOfOnly(schema))))))
    .filter(([, value]) => value !== undefined)
    .filter(isKept);
  return Object.fromEntries(members.map(([keyword, value]) => [keyword, inner(keyword, value)]));
};

const inner = (keyword: string, value: unknown): unknown =>
  keyword === 'properties'
    ? Object.fromEntries(Object.entries(Object(value)).map(([name, member]) => [name, toOpenApi30(member)]))
    : toOpenApi30(value);
