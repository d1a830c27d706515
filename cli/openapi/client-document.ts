import { describeInterface } from './document.ts';
import { clientSummary } from './introduction.ts';
import type { Schema } from './schema.ts';
import { isObject, toName, toReference } from './schema.ts';

const mapValues = (object: unknown, map: (value: Schema, name: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(Object(object)).map(([name, value]) => [name, map(Object(value), name)]));

const { info, tags, paths, components } = describeInterface();

/**
 * A Java client sends an unset array as an empty one, unless it may be null. Null counts as absent (docs/contract.md,
 * Scalars).
 */
const allowNoList = ({ required, properties, ...schema }: Schema): Schema => ({
  ...schema,
  ...(required !== undefined && { required }),
  ...(properties !== undefined && {
    properties: mapValues(properties, (member, name) =>
      member.type === 'array' && ![required].flat().includes(name) ? { ...member, nullable: true } : member,
    ),
  }),
});

const toRequestSchema = (schema: unknown): Schema =>
  allowNoList(Object(toOpenApi30(shapeBy(components.schemas, 'request')(schema))));
const toAnswerSchema = (schema: unknown): unknown => toOpenApi30(shapeBy(components.schemas, 'answer')(schema));

/** Only the schema of each content. Examples are in the full document. */
const onlySchemas = (content: unknown): Schema =>
  mapValues(content, ({ schema }) => ({ schema: toAnswerSchema(schema) }));

const toAnswer = ({ links: _links, content, ...answer }: Schema): Schema => ({
  ...answer,
  ...(content !== undefined && { content: onlySchemas(content) }),
});

const toBody = ({ content, ...body }: Schema): Schema => ({
  ...body,
  content: onlySchemas({ 'application/json': Object(content)['application/json'] }),
});

const toOperation = ({ requestBody, responses, ...operation }: Schema): Schema => ({
  ...operation,
  ...(requestBody !== undefined && { requestBody: toBody(Object(requestBody)) }),
  responses: mapValues(responses, toAnswer),
});

const findNames = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => (member === '$ref' ? [toName(inner)] : findNames(inner)));
};

/** The schemas with these names and all that they refer to, directly or indirectly. */
const keepUsed = (schemas: Schema, names: ReadonlySet<string>): Schema => {
  const used = Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
  const found = new Set([...names, ...findNames(used)]);
  return found.size === names.size ? used : keepUsed(schemas, found);
};

/**
 * The interface for generators of clients, as OpenAPI 3.0: only JSON, and one shape for each request and each answer.
 * Its clients can do everything that the operations do.
 *
 * It is converted here: @apiture/openapi-down-convert leaves `null` among the alternatives of our document, which 3.0
 * does not have as a type, gives numbers no size, and keeps forms and shapes that some generators can neither send nor read.
 */
export const describeForGenerators = (): Schema => {
  const { title, version } = info;
  const operations = mapValues(paths, ({ post }) => ({ post: toOperation(Object(post)) }));
  const responses = mapValues(components.responses, toAnswer);
  const schemas = mapValues(components.schemas, (schema, name) =>
    name.endsWith('Request') ? toRequestSchema(schema) : toAnswerSchema(schema),
  );
  return {
    openapi: '3.0.3',
    info: {
      title,
      version,
      description: clientSummary,
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:3000', description: 'The local service; a stage has the output ApiUrl' }],
    tags,
    paths: operations,
    components: {
      securitySchemes: components.securitySchemes,
      parameters: mapValues(components.parameters, ({ schema, ...parameter }) => ({
        ...parameter,
        schema: toRequestSchema(schema),
      })),
      schemas: keepUsed(schemas, new Set(findNames([operations, responses]))),
      responses,
    },
  };
};

/** For schemas with several shapes: the schema with one shape that replaces each, by name. */
const oneOfThem: Readonly<Record<string, string>> = {
  AddedConsents: 'AddedConsentList',
  FoundConsents: 'ConsentPage',
  GivenPerson: 'UserData',
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
const shapeBy = (named: Schema, use: 'request' | 'answer') => {
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

/**
 * Keywords that OpenAPI 3.0 lacks, and those that generators turn into checks with poorer errors than the service's.
 */
const leftOut: ReadonlySet<string> = new Set([
  'propertyNames',
  'patternProperties',
  'not',
  'if',
  'then',
  'else',
  'pattern',
  'uniqueItems',
  'examples',
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
