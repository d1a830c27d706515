import type { JsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { GivenProof, GivenUserData, Proof, UserData } from '../../shared/consents/evidence.ts';
import { ProjectUid, SomeUserData } from '../../shared/consents/request.ts';
import { descriptions } from '../../shared/descriptions/descriptions.ts';
import { limits } from '../../shared/limits.ts';
import { Pid, Pids, VersionIds } from '../../shared/notices/request.ts';
import { boolean, identifier, positiveInteger } from '../../shared/schema/scalar.ts';
import { Channel, Lang, texts } from '../../shared/schema/vocabulary.ts';
import { PerPage } from '../../shared/search/request.ts';
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

const common = { Channel, Identifier: identifier, Lang, Proof, UserData };

/** Schemas that the document has once, by the name it gives them. */
export const named: Readonly<Record<string, GenericSchema>> = Object.fromEntries(
  [common, ...Object.values(descriptions).map(({ schemas }) => schemas)]
    .flatMap((schemas): [string, GenericSchema][] => Object.entries(schemas))
    .sort(([one], [other]) => (one < other ? -1 : 1)),
);

const userData: JsonSchema = {
  type: 'object',
  maxProperties: limits.userDataKeys,
  propertyNames: key,
  additionalProperties: { anyOf: [value, labelled] },
};

/** Schemas that read what requests have in more than one form, or that the converter does not know: what to write. */
export const written = {
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
