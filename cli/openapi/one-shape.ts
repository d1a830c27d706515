import type { Schema } from './schema.ts';
import { isObject, toName, toReference } from './schema.ts';

/** For schemas with several shapes: the schema with one shape that replaces each, by name. */
const oneOfThem: Readonly<Record<string, string>> = {
  AddedConsents: 'AddedConsentList',
  FoundConsents: 'ConsentPage',
  GivenProof: 'Proof',
  GivenUserData: 'UserData',
  SearchedUserData: 'UserData',
};

/** Parameters that change the shape of the answer. */
const otherShapes: ReadonlySet<string> = new Set(['first']);

const isOf = (schema: unknown, type: string): schema is Schema => isObject(schema) && schema.type === type;

/** Chooses the array when one value or an array is allowed, since an array can hold a single value. */
const chooseList = (list: Schema, { description, ...rest }: Schema): Schema => ({
  ...list,
  ...rest,
  ...(description !== undefined && { description: String(description).replace(', one or an array', '') }),
});

/** Generated clients would send a default as if the caller had set it, so it goes into the description. */
const sayDefault = ({ default: standard, ...schema }: Schema): Schema =>
  standard === undefined ? schema : { ...schema, description: `${schema.description} Default: \`${standard}\`.` };

/**
 * Reduces schemas with several shapes to one. Generators write special types for alternatives, which some of them then
 * cannot send or read. A string schema replaces references to it. In an answer a string may have any value, since
 * generated clients refuse values outside an `enum`.
 *
 * @param named the schemas of the document
 */
export const shapeBy = (named: Schema, use: 'request' | 'answer') => {
  const standIn = (name: string): Schema | undefined => {
    const { type, enum: values }: Schema = Object(named[name]);
    if (type !== 'string' || (values !== undefined && use === 'request')) return undefined;
    return { type, ...(values !== undefined && { 'x-extensible-enum': values }) };
  };

  const refer = ($ref: unknown): Schema =>
    standIn(toName($ref)) ?? toReference(oneOfThem[toName($ref)] ?? toName($ref));

  /**
   * Replaces a reference by its schema if null is allowed too, because OpenAPI 3.0 allows nothing beside a reference.
   */
  const resolve = (schema: unknown): Schema => {
    const { $ref, ...rest }: Schema = Object(schema);
    return $ref === undefined ? rest : { ...Object(standIn(toName($ref)) ?? named[toName($ref)]), ...rest };
  };

  const choose = ({ oneOf, anyOf = oneOf, ...rest }: Schema): Schema => {
    if (!Array.isArray(anyOf)) return rest;
    const list = anyOf.find((schema) => isOf(schema, 'array'));
    if (list !== undefined) return chooseList(list, rest);
    const isNullable = anyOf.some((schema) => isOf(schema, 'null'));
    return isNullable ? { ...rest, anyOf: anyOf.map(resolve) } : rest;
  };

  const shapeMembers = (members: unknown): Schema =>
    Object.fromEntries(
      Object.entries(Object(members))
        .filter(([name]) => !otherShapes.has(name))
        .map(([name, member]) => [name, shape(member)]),
    );

  const shape = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(shape);
    if (!isObject(schema)) return schema;
    const { $ref, properties, ...rest } = sayDefault(choose(schema));
    return {
      ...($ref !== undefined && refer($ref)),
      ...Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, shape(value)])),
      ...(properties !== undefined && { properties: shapeMembers(properties) }),
    };
  };

  return shape;
};
