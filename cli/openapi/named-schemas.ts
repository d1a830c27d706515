import type { JsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { dueBounds, limits, listBounds } from '../../shared/api/limits.ts';
import { ReceivedBy } from '../../shared/consents/arrival.ts';
import { GivenPerson } from '../../shared/consents/check-schemas.ts';
import { SomeUserData } from '../../shared/consents/consent-request.ts';
import { dueDays } from '../../shared/consents/due-reasons.ts';
import { DueDays, DuePerPage } from '../../shared/consents/due-request.ts';
import { ErasedIds, ErasureRequestsPerPage } from '../../shared/consents/erasure/request-schemas.ts';
import { ListPerPage } from '../../shared/consents/list-request.ts';
import { GivenProof, GivenUserData, LabelledValue, Proof, UserData } from '../../shared/consents/person-data.ts';
import { PerPage } from '../../shared/consents/search-request.ts';
import { forbiddenNames } from '../../shared/http/validation.ts';
import { listedProjects, ProjectsPerPage, ProjectUid } from '../../shared/identity/project-request.ts';
import { OverviewMonths, overviewMonths } from '../../shared/log/overview-schemas.ts';
import { Pid, Pids, VersionIds } from '../../shared/notices/notice-request.ts';
import { boolean, identifier, positiveInteger } from '../../shared/schema/scalar.ts';
import { Channel, Lang, texts } from '../../shared/schema/vocabulary.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { largestWholeNumber, toReference } from './schema.ts';

const wholeNumber: JsonSchema = { type: 'integer', minimum: 1, maximum: largestWholeNumber };
const value: JsonSchema = { type: 'string', maxLength: limits.valueCharacters };
const key: JsonSchema = { type: 'string', minLength: 1, maxLength: limits.keyCharacters };
/** Only JSON can send a name with brackets. */
const memberName: JsonSchema = { ...key, pattern: String.raw`^[^\u0000\[\]]*$`, not: { enum: [...forbiddenNames] } };

const oneOrSeveral = (reference: JsonSchema, maxItems: number = limits.notices): JsonSchema => ({
  oneOf: [reference, { type: 'array', items: reference, minItems: 1, maxItems, uniqueItems: true }],
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
  ProjectUid: { schema: ProjectUid, as: key },
  PerPage: { schema: PerPage, as: { type: 'integer', minimum: 1, maximum: limits.perPage } },
  ListPerPage: { schema: ListPerPage, as: { type: 'integer', minimum: 1, maximum: listBounds.perPage } },
  DuePerPage: { schema: DuePerPage, as: { type: 'integer', minimum: 1, maximum: dueBounds.perPage } },
  DueDays: { schema: DueDays, as: { type: 'integer', minimum: 1, maximum: dueDays.most } },
  ProjectsPerPage: { schema: ProjectsPerPage, as: { type: 'integer', minimum: 1, maximum: listedProjects } },
  OverviewMonths: { schema: OverviewMonths, as: { type: 'integer', minimum: 1, maximum: overviewMonths.most } },
  Texts: {
    schema: texts,
    as: { type: 'object', propertyNames: toReference('Lang'), additionalProperties: { type: 'string' } },
  },
} as const satisfies Record<string, Written>;

/** Replacements that have a name in the document. */
export const writtenByName: Readonly<Record<string, Written>> = {
  GivenProof: { schema: GivenProof, as: proof },
  GivenUserData: { schema: SomeUserData, as: { ...userData, minProperties: 1 } },
  GivenPerson: { schema: GivenPerson, as: { ...userData, minProperties: 1 } },
  SearchedUserData: { schema: GivenUserData, as: userData },
};
