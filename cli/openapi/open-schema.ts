import type { Schema } from './schema.ts';

/**
 * Opens the schema of an answer, so that members added later break no client generated from the document. An object
 * without members only says that it is an object.
 */
export const open = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(open);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !isClosing(keyword, value))
      .map(([keyword, value]) => [keyword, open(value)]),
  );
};

const isEmpty = (value: unknown): boolean => Object.keys(Object(value)).length === 0;

const isClosing = (keyword: string, value: unknown): boolean =>
  (keyword === 'additionalProperties' && value === false) ||
  ((keyword === 'properties' || keyword === 'required') && isEmpty(value));

/** An answer with alternatives. Exactly one fits, since each has required members that the others lack. */
export const tellApart = ({ anyOf, ...schema }: Schema): Schema =>
  anyOf === undefined ? schema : { oneOf: anyOf, ...schema };
