import type { JsonSchema } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { object } from 'valibot';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { texts } from '../../shared/schema/vocabulary.ts';
import { conditions } from './conditions.ts';
import { operationNames } from './flow.ts';
import { findMembers, readWords } from './members.ts';
import { named, written, writtenByName } from './named-schemas.ts';
import { open, tellApart } from './open-schema.ts';
import type { Schema } from './schema.ts';
import { isObject, toName, toReference } from './schema.ts';

const known: readonly (readonly [name: string, schema: GenericSchema])[] = [
  ...Object.entries(named),
  ...Object.entries({ ...written, ...writtenByName }).map(([name, { schema }]) => [name, schema] as const),
];

const nameOf = new Map(known.map(([name, schema]) => [schema, name]));

/**
 * Members that are a named schema with a description of their own. They refer to the named schema, and the description
 * stands beside the reference.
 */
const retold = [...Object.values(contract).map(({ request }) => request), ...Object.values(named)]
  .flatMap((schema: GenericSchema) => Object.values(findMembers(schema)))
  .flatMap((member) => {
    const name = nameOf.has(member) || !('pipe' in member) ? undefined : nameOf.get(Object(member.pipe)[0]);
    return name === undefined ? [] : [[name, member] as const];
  });

const definitions: Readonly<Record<string, GenericSchema>> = Object.fromEntries([
  ...known,
  ...retold.map(([name, schema], i) => [`${name} ${i}`, schema] as const),
]);

const isWritten = (name: string): name is keyof typeof written => name in written;

/** Replaces references to written schemas by these schemas. */
const fill = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(fill);
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = '$ref' in schema ? toName(schema.$ref) : '';
  if (!isWritten(name)) return fillMembers(schema);
  const { $ref: _reference, ...rest } = fillMembers(schema);
  return { ...written[name].as, ...rest };
};

const convert = (schema: GenericSchema, typeMode: 'input' | 'output') =>
  toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode,
    definitions,
    ignoreActions: ['check', 'raw_check', 'transform'],
    overrideAction: ({ valibotAction, jsonSchema }) =>
      jsonSchema.type === 'string' && /^(?:min|max)_value$/.test(valibotAction.type) ? jsonSchema : undefined,
    overrideRef: ({ referenceId }) => toReference(referenceId.replace(/ .*/, '')).$ref,
    overrideSchema: ({ valibotSchema }) => (valibotSchema === texts ? written.Texts.as : undefined),
  });

/** OpenAPI 3.0 does not allow an empty list of required members. */
const strip = ({ $schema: _schema, $defs: _definitions, required, ...schema }: JsonSchema): Schema => ({
  ...fillMembers(schema),
  ...(required?.length && { required }),
});

const fillMembers = (schema: object): Schema =>
  Object.fromEntries(Object.entries(schema).map(([member, inner]) => [member, fill(inner)]));

/** Adds to each member the description of its schema. */
const explain = (described: Schema, schema: GenericSchema): Schema => {
  const { properties } = described;
  if (!isObject(properties)) return described;
  const members = findMembers(schema);
  const explained = Object.entries(properties).map(([name, property]) => [
    name,
    { ...Object(property), ...(members[name] && readWords(members[name])) },
  ]);
  return { ...described, properties: Object.fromEntries(explained) };
};

/** Parameters that an operation ignores. They are strings like its own, so that all three formats can send them. */
const ignored: Schema = {
  propertyNames: { pattern: '^[A-Za-z0-9_-]+$' },
  patternProperties: { '^': { type: 'string' } },
};

/** The schema of a request. No text in it may have U+0000 (docs/contract.md, Requests and encodings). */
const refuseNull = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(refuseNull);
  if (!isObject(schema)) return schema;
  const checked = Object.fromEntries(Object.entries(schema).map(([member, inner]) => [member, refuseNull(inner)]));
  return checked.type === 'string' && checked.pattern === undefined
    ? { ...checked, pattern: String.raw`^[^\u0000]*$` }
    : checked;
};

/** The schema of a request before it is parsed. */
export const describeRequest = (operation: OperationName): Schema => {
  const { request } = contract[operation];
  const described = { ...explain(strip(convert(request, 'input')), request), ...conditions[operation] };
  return Object(refuseNull(described.additionalProperties === false ? described : { ...described, ...ignored }));
};

/** The schema of an answer. */
export const describeAnswer = (schema: GenericSchema): Schema => strip(convert(schema, 'output'));

/** The name of the schema of an operation's request. */
export const requestName = (operation: OperationName): string =>
  `${operation[0]?.toUpperCase()}${operation.slice(1)}Request`;

/** The schemas of requests and of their own parts, by name. */
export const describeRequests = (): Readonly<Record<string, Schema>> =>
  Object.fromEntries([
    ...operationNames
      .map((name) => [requestName(name), describeRequest(name)] as const)
      .filter(([, { properties }]) => Object.keys(Object(properties)).length > 0),
    ...Object.entries(writtenByName).map(
      ([name, { schema, as }]) => [name, Object(refuseNull({ ...as, ...readWords(schema) }))] as const,
    ),
  ]);

/** The schemas of answers, including those that requests share with them, by name. */
export const describeAnswers = (): Readonly<Record<string, Schema>> => {
  const { $defs = {} } = convert(object({}), 'output');
  return Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [
      name,
      tellApart(Object(open(explain(fillMembers(Object($defs[name])), schema)))),
    ]),
  );
};
