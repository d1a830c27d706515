import type { Schema } from './schema.ts';
import { isObject } from './schema.ts';

/** What OpenAPI 3.0 does not have; and what generators turn into checks, whose errors say less than those of the service. */
const leftOut: ReadonlySet<string> = new Set([
  ...['propertyNames', 'patternProperties', 'not', 'if', 'then', 'else', 'pattern', 'uniqueItems', 'examples'],
]);

const isKept = ([keyword]: readonly [string, unknown]): boolean => !leftOut.has(keyword);

/** Without a format generators take a type of 32 bits, also for numbers that are larger, whose limit they cannot write then. */
const sizeNumber = ({ maximum = Number.MAX_SAFE_INTEGER, ...schema }: Schema): Schema =>
  schema.type === 'integer' && Number(maximum) >= 2 ** 31
    ? { ...schema, format: 'int64' }
    : { ...schema, ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }) };

const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === 'null';

/** The type of a single value. */
const typeOfOnly = (schema: Schema): Schema =>
  schema.const === undefined ? schema : { type: typeof schema.const, ...schema, const: undefined };

/** In 3.0 a reference stands alone. Where a description belongs to it, it is the one member of `allOf`. */
const refer = ({ $ref, ...rest }: Schema): Schema => {
  if ($ref === undefined) return rest;
  return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] };
};

/** The one schema beside null, marked as nullable. */
const allowNull = ({ anyOf, ...rest }: Schema): Schema => {
  const schemas: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const [only, ...others] = schemas.filter((schema) => !isNull(schema));
  if (others.length > 0 || !isObject(only)) return anyOf === undefined ? rest : { ...rest, oneOf: anyOf };
  return { ...only, ...rest, nullable: true };
};

/**
 * A schema of OpenAPI 3.1 as one of 3.0, in which all generators read it: null as `nullable`, a single value as its type.
 *
 * @throws Error for several types at once, which 3.0 does not have
 */
export const toOpenApi30 = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(toOpenApi30);
  if (!isObject(schema)) return schema;
  if (Array.isArray(schema.type)) throw new Error(`OpenAPI 3.0 has one type for ${JSON.stringify(schema)}.`);
  const members = Object.entries(refer(allowNull(sizeNumber(typeOfOnly(schema)))))
    .filter(([, value]) => value !== undefined)
    .filter(isKept);
  return Object.fromEntries(members.map(([keyword, value]) => [keyword, inner(keyword, value)]));
};

const inner = (keyword: string, value: unknown): unknown =>
  keyword === 'properties'
    ? Object.fromEntries(Object.entries(Object(value)).map(([name, member]) => [name, toOpenApi30(member)]))
    : toOpenApi30(value);
