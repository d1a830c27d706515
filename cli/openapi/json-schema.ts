import type { JsonSchema } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { AddedConsent, AddedConsentList, RevokedConsent } from '../../shared/consents/answer.ts';
import { GivenProof, GivenUserData, Proof, UserData } from '../../shared/consents/evidence.ts';
import { ConsentRecord } from '../../shared/consents/record.ts';
import { ProjectUid, SomeUserData } from '../../shared/consents/request.ts';
import { TokenSet, UserDetails } from '../../shared/identity/answer.ts';
import { limits } from '../../shared/limits.ts';
import { ConsentInformation, Notices } from '../../shared/notices/answer.ts';
import { Pid, Pids, VersionIds } from '../../shared/notices/request.ts';
import { boolean, identifier, positiveInteger } from '../../shared/schema/scalar.ts';
import { Channel, Lang, texts } from '../../shared/schema/vocabulary.ts';
import { ConsentPage, LatestConsent } from '../../shared/search/answer.ts';
import { PerPage } from '../../shared/search/request.ts';
import type { Schema } from './schema.ts';
import { largestWholeNumber } from './schema.ts';

const refer = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const wholeNumber: JsonSchema = { type: 'integer', minimum: 1, maximum: largestWholeNumber };
const pid: JsonSchema = { ...wholeNumber, type: ['integer', 'string'], pattern: String.raw`^[0-9]{1,15}(\.0{1,15})?$` };
const key: JsonSchema = { type: 'string', minLength: 1, maxLength: limits.keyCharacters };
const value: JsonSchema = { type: 'string', maxLength: limits.valueCharacters };

const oneOrSeveral = (reference: JsonSchema): JsonSchema => ({
  anyOf: [reference, { type: 'array', items: reference, minItems: 1, maxItems: limits.notices, uniqueItems: true }],
});

const labelled: JsonSchema = {
  type: 'object',
  properties: { label: value, value },
  required: ['label', 'value'],
  additionalProperties: false,
};

/** Schemas that the document has once, by the name it gives them. */
const named = {
  AddedConsent,
  AddedConsentList,
  Channel,
  ConsentInformation,
  ConsentPage,
  ConsentRecord,
  Identifier: identifier,
  Lang,
  LatestConsent,
  Notices,
  Proof,
  RevokedConsent,
  TokenSet,
  UserData,
  UserDetails,
} as const satisfies Record<string, GenericSchema>;

const userData: JsonSchema = {
  type: 'object',
  maxProperties: limits.userDataKeys,
  propertyNames: key,
  additionalProperties: { anyOf: [value, labelled] },
};

/** Schemas that read what requests have in more than one form, or that the converter does not know: what to write. */
const written = {
  PositiveInteger: { schema: positiveInteger, as: wholeNumber },
  Boolean: { schema: boolean, as: { type: 'boolean' } },
  Pid: { schema: Pid, as: pid },
  Pids: { schema: Pids, as: oneOrSeveral(pid) },
  VersionIds: { schema: VersionIds, as: oneOrSeveral(refer('Identifier')) },
  ProjectUid: { schema: ProjectUid, as: key },
  PerPage: { schema: PerPage, as: { type: 'integer', minimum: 1, maximum: limits.perPage } },
  GivenUserData: { schema: GivenUserData, as: userData },
  SomeUserData: { schema: SomeUserData, as: { ...userData, minProperties: 1 } },
  GivenProof: {
    schema: GivenProof,
    as: {
      type: 'object',
      minProperties: 1,
      maxProperties: limits.proofMembers,
      propertyNames: key,
      additionalProperties: { type: 'string' },
    },
  },
  Texts: {
    schema: texts,
    as: { type: 'object', propertyNames: refer('Lang'), additionalProperties: { type: 'string' } },
  },
} as const satisfies Record<string, { readonly schema: GenericSchema; readonly as: JsonSchema }>;

const definitions: Readonly<Record<string, GenericSchema>> = {
  ...named,
  ...Object.fromEntries(Object.entries(written).map(([name, { schema }]) => [name, schema])),
};

const isWritten = (name: string): name is keyof typeof written => name in written;

/** Puts what is written in the place of references to it. */
const fill = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(fill);
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = '$ref' in schema ? String(schema.$ref).replace('#/components/schemas/', '') : '';
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
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideSchema: ({ valibotSchema }) => (valibotSchema === texts ? written.Texts.as : undefined),
  });

const strip = ({ $schema: _schema, $defs: _definitions, ...schema }: JsonSchema): Schema => ({
  ...fillMembers(schema),
});

const fillMembers = (schema: object): Schema =>
  Object.fromEntries(Object.entries(schema).map(([member, inner]) => [member, fill(inner)]));

/** What a request may have, before it is read. */
export const describeRequest = (schema: GenericSchema): Schema => strip(convert(schema, 'input'));

/** What an answer has. */
export const describeAnswer = (schema: GenericSchema): Schema => strip(convert(schema, 'output'));

/** The schemas that others refer to, by name. */
export const describeNamed = (): Readonly<Record<string, Schema>> => {
  const { $defs = {} } = convert(TokenSet, 'output');
  return Object.fromEntries(Object.keys(named).map((name) => [name, fillMembers(Object($defs[name]))]));
};
