import type { OperationName } from '../../shared/contract.ts';
import type { Schema } from './schema.ts';

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

/** The rules on several parameters of a request, which the converter cannot read (`shared/schema/rule.ts`). */
export const conditions: Readonly<Partial<Record<OperationName, Schema>>> = {
  addConsent: {
    if: has('consentInformationPid'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: has('consentInformationVersionId') },
    else: has('consentInformationVersionId'),
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
