import type { Schema } from './schema.ts';
import { isObject, toName, toReference } from './schema.ts';

/** Schemas of one shape, by the name of the schema that each replaces. */
const oneOfThem: Readonly<Record<string, string>> = {
  AddedConsents: 'AddedConsentList',
  FoundConsents: 'ConsentPage',
  GivenProof: 'Proof',
  GivenUserData: 'UserData',
  SearchedUserData: 'UserData',
};

/** Parameters that give the answer another shape. */
const otherShapes: ReadonlySet<string> = new Set(['first']);

const isOf = (schema: unknown, type: string): schema is Schema => isObject(schema) && schema.type === type;

/** The array, of what may be one value or an array: an array can hold one value too. */
const chooseList = (list: Schema, { description, ...rest }: Schema): Schema => ({
  ...list,
  ...rest,
  ...(description !== undefined && { description: String(description).replace(', one or an array', '') }),
});

/** Generated clients send a default, as if their caller had said it: the service puts it in by itself. */
const sayDefault = ({ default: standard, ...schema }: Schema): Schema =>
  standard === undefined ? schema : { ...schema, description: `${schema.description} Default: \`${standard}\`.` };

/**
 * Reduces schemas that take or give several shapes to one. Generators write types of their own for alternatives, which some
 * of them can then neither send nor read. A text is written out in the place of a reference to it. In an answer it may have
 * any value, since generated clients refuse one that is not in an `enum`.
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

  /** Puts a schema in the place of a reference to it where null is allowed too: OpenAPI 3.0 cannot say that beside a reference. */
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
