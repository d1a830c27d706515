import type { JsonSchema } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { getDescription, getMetadata, object } from 'valibot';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { dueBounds, limits, listBounds } from '../../shared/api/limits.ts';
import { ReceivedBy } from '../../shared/consents/arrival.ts';
import { GivenPeople, GivenPerson } from '../../shared/consents/check-schemas.ts';
import { SomeUserData } from '../../shared/consents/consent-request.ts';
import { dueDays } from '../../shared/consents/due-reasons.ts';
import { DueDays, DuePerPage } from '../../shared/consents/due-request.ts';
import { ErasedIds, ErasureRequestsPerPage } from '../../shared/consents/erasure/request-schemas.ts';
import { ListPerPage } from '../../shared/consents/list-request.ts';
import {
  GivenProof,
  GivenUserData,
  LabelledValue,
  linkKeys,
  Proof,
  UserData,
} from '../../shared/consents/person-data.ts';
import { PerPage } from '../../shared/consents/search-request.ts';
import { forbiddenNames } from '../../shared/http/validation.ts';
import { listedProjects, ProjectsPerPage, ProjectUid } from '../../shared/identity/project-request.ts';
import { LinkDays, LinkedPeople, LinkedPerson } from '../../shared/links/link-schemas.ts';
import { OverviewMonths, overviewMonths } from '../../shared/log/overview-schemas.ts';
import { Pid, Pids, VersionIds } from '../../shared/notices/notice-request.ts';
import { boolean, identifier, positiveInteger } from '../../shared/schema/scalar.ts';
import { Channel, Lang, texts } from '../../shared/schema/vocabulary.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { operationNames } from './operations.ts';

/** A JSON Schema in the form of the document. */
export type Schema = Readonly<Record<string, unknown>>;

export const isObject = (schema: unknown): schema is Schema => typeof schema === 'object' && schema !== null;

/** The largest whole number, which may have fifteen digits. */
export const largestWholeNumber = 999_999_999_999_999;

const place = '#/components/schemas/';

/** A reference to a schema of the document by name. */
export const toReference = (name: string) => ({ $ref: `${place}${name}` });

/** The name of a referenced schema. */
export const toName = (reference: unknown): string => String(reference).replace(place, '');

const wholeNumber: JsonSchema = { type: 'integer', minimum: 1, maximum: largestWholeNumber };
const value: JsonSchema = { type: 'string', maxLength: limits.valueCharacters };
const key: JsonSchema = { type: 'string', minLength: 1, maxLength: limits.keyCharacters };
/** Only JSON can send a name with brackets. */
const memberName: JsonSchema = { ...key, pattern: String.raw`^[^\u0000\[\]]*$`, not: { enum: [...forbiddenNames] } };

const oneOrSeveral = (reference: JsonSchema, maxItems: number = limits.notices): JsonSchema => ({
  oneOf: [reference, { type: 'array', items: reference, minItems: 1, maxItems, uniqueItems: true }],
});

const people = (person: string): JsonSchema => ({
  type: 'array',
  items: toReference(person),
  minItems: 1,
  maxItems: limits.people,
});

const givenLabelled: JsonSchema = {
  type: 'object',
  properties: { label: value, value },
  required: ['label', 'value'],
  additionalProperties: false,
};

const common = { Channel, Identifier: identifier, LabelledValue, Lang, Proof, ReceivedBy, UserData };

/** Schemas that appear in the document once, by name. */
export const named: Readonly<Record<string, GenericSchema>> = Object.fromEntries(
  [common, ...Object.values(descriptions).map(({ schemas }) => schemas)]
    .flatMap((schemas): [string, GenericSchema][] => Object.entries(schemas))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

const userData: JsonSchema = {
  type: 'object',
  maxProperties: limits.userDataKeys,
  propertyNames: memberName,
  additionalProperties: { oneOf: [value, givenLabelled] },
};

const proof: JsonSchema = {
  type: 'object',
  minProperties: 1,
  maxProperties: limits.proofMembers,
  propertyNames: memberName,
  additionalProperties: { type: 'string' },
  not: { additionalProperties: { const: '' } },
};

interface Written {
  readonly schema: GenericSchema;
  readonly as: JsonSchema;
}

/** Replacements for schemas that accept several forms, or that the converter does not know. */
export const written = {
  PositiveInteger: { schema: positiveInteger, as: wholeNumber },
  Boolean: { schema: boolean, as: { type: 'boolean' } },
  Pid: { schema: Pid, as: wholeNumber },
  Pids: { schema: Pids, as: oneOrSeveral(wholeNumber) },
  VersionIds: { schema: VersionIds, as: oneOrSeveral(toReference('Identifier')) },
  ErasedIds: { schema: ErasedIds, as: oneOrSeveral(toReference('Identifier'), limits.erasureRequestConsents) },
  ErasureRequestsPerPage: {
    schema: ErasureRequestsPerPage,
    as: { type: 'integer', minimum: 1, maximum: limits.perPage },
  },
  LinkDays: { schema: LinkDays, as: { type: 'integer', minimum: 1, maximum: limits.linkDaysMost } },
  ProjectUid: { schema: ProjectUid, as: key },
  PerPage: { schema: PerPage, as: { type: 'integer', minimum: 1, maximum: limits.perPage } },
  ListPerPage: { schema: ListPerPage, as: { type: 'integer', minimum: 1, maximum: listBounds.perPage } },
  DuePerPage: { schema: DuePerPage, as: { type: 'integer', minimum: 1, maximum: dueBounds.perPage } },
  DueDays: { schema: DueDays, as: { type: 'integer', minimum: 1, maximum: dueDays.most } },
  ProjectsPerPage: { schema: ProjectsPerPage, as: { type: 'integer', minimum: 1, maximum: listedProjects } },
  OverviewMonths: { schema: OverviewMonths, as: { type: 'integer', minimum: 1, maximum: overviewMonths.most } },
  GivenPeople: { schema: GivenPeople, as: people('GivenPerson') },
  LinkedPeople: { schema: LinkedPeople, as: people('LinkedPerson') },
  Texts: {
    schema: texts,
    as: { type: 'object', propertyNames: toReference('Lang'), additionalProperties: { type: 'string' } },
  },
} as const satisfies Record<string, Written>;

/** Somebody by one value. */
const linkedPerson: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(
    linkKeys.map((key) => [key, { ...value, description: `The \`${key}\` of the person. Send one value alone.` }]),
  ),
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
};

/** Replacements that have a name in the document. */
export const writtenByName: Readonly<Record<string, Written>> = {
  GivenProof: { schema: GivenProof, as: proof },
  GivenUserData: { schema: SomeUserData, as: { ...userData, minProperties: 1 } },
  GivenPerson: { schema: GivenPerson, as: { ...userData, minProperties: 1 } },
  LinkedPerson: { schema: LinkedPerson, as: linkedPerson },
  SearchedUserData: { schema: GivenUserData, as: userData },
};

const known: readonly (readonly [name: string, schema: GenericSchema])[] = [
  ...Object.entries(named),
  ...Object.entries({ ...written, ...writtenByName }).map(([name, { schema }]) => [name, schema] as const),
];

const nameOf = new Map(known.map(([name, schema]) => [schema, name]));

const isSchema = (value: unknown): value is GenericSchema => isObject(value) && value.kind === 'schema';

/** The schema of a member without `optional` or `exactOptional`. */
const requiredOf = (member: GenericSchema): GenericSchema =>
  'wrapped' in member && /^(?:exact_)?optional$/.test(member.type) && isSchema(member.wrapped)
    ? member.wrapped
    : member;

/** The schemas of an object's members, by name. */
const findMembers = (schema: GenericSchema): Readonly<Record<string, GenericSchema>> =>
  'entries' in schema && isObject(schema.entries)
    ? Object.fromEntries(
        Object.entries(schema.entries).flatMap(([name, member]) =>
          isSchema(member) ? [[name, requiredOf(member)]] : [],
        ),
      )
    : {};

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

/** The schema of a request. No text in it may have U+0000 (docs/api.md, Requests and encodings). */
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
      requireExactlyOne(Object(open(explain(fillMembers(Object($defs[name])), schema)))),
    ]),
  );
};

/**
 * Opens the schema of an answer, so that members added later break no client generated from the document. An object
 * without members only says that it is an object.
 */
const open = (schema: unknown): unknown => {
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
const requireExactlyOne = ({ anyOf, ...schema }: Schema): Schema =>
  anyOf === undefined ? schema : { oneOf: anyOf, ...schema };

const has = (...names: readonly string[]): Schema => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  required: names,
});

const latestBeside = (name: string): Schema => ({
  properties: { first: { const: true }, [name]: {} },
  required: ['first', name],
});

const searchesAll: Schema = {
  properties: { userData: { maxProperties: 0 } },
  not: { anyOf: [has('id'), has('projectUid')] },
};

const blank: Schema = { type: 'string', pattern: String.raw`^\s*$` };

const searchesBlank: Schema = {
  properties: {
    userData: {
      minProperties: 1,
      additionalProperties: { anyOf: [blank, { type: 'object', properties: { value: blank }, required: ['value'] }] },
    },
  },
  not: has('id'),
};

/** The rules on several parameters of a request, which the converter cannot read (`shared/schema/scalar.ts`). */
const namesNotices: Schema = {
  if: has('consentInformationPid'),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: has('consentInformationVersionId') },
  else: has('consentInformationVersionId'),
};

const conditions: Readonly<Partial<Record<OperationName, Schema>>> = {
  addConsent: namesNotices,
  requestConfirmation: namesNotices,
  requestErasure: {
    not: {
      anyOf: [
        ...['ids', 'extent', 'reason', 'reference', 'receivedOn'].map((name) => has('withdraw', name)),
        ...['ids', 'reason', 'receivedOn'].map((name) => ({ not: { anyOf: [has('withdraw'), has(name)] } })),
      ],
    },
  },
  searchConsents: {
    not: {
      anyOf: [
        has('consentInformationPid', 'consentInformationVersionId'),
        latestBeside('page'),
        latestBeside('perPage'),
        searchesAll,
        searchesBlank,
      ],
    },
  },
};

/** The description and the metadata of a schema, such as a default that other code sets. */
const readWords = (schema: GenericSchema) => {
  const description = getDescription(schema);
  return { ...getMetadata(schema), ...(description !== undefined && { description }) };
};
