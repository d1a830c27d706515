import type { JsonSchema } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import { EvidenceDocument } from '../../shared/evidence/document.ts';
import { DocumentLog } from '../../shared/evidence/log-schema.ts';
import { VersionStatement } from '../../shared/evidence/notice-schema.ts';
import { StateStatement } from '../../shared/evidence/state-schema.ts';
import { ObservedStatement, Statement } from '../../shared/evidence/statement-schema.ts';
import { languages, texts } from '../../shared/schema/vocabulary.ts';
import type { Schema } from './schema.ts';

/** Names that every JavaScript object inherits. No member of the format has one (docs/evidence.md, Form). */
const inherited = ['__proto__', 'constructor', 'prototype'];

const ofEachLanguage: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(languages.map((language) => [language, { type: 'string' }])),
  additionalProperties: false,
};

/**
 * An evidence document as JSON Schema 2020-12. docs/evidence.md has what a schema cannot express: the canonical form,
 * the signature, the hashes, and how the parts agree.
 */
export const describeEvidence = (): Schema => ({
  title: 'Consent evidence',
  description: 'A signed document of one consent. docs/evidence.md describes what a schema cannot express.',
  ...toJsonSchema(EvidenceDocument, {
    target: 'draft-2020-12',
    definitions: {
      Log: DocumentLog,
      Statement,
      State: StateStatement,
      Version: VersionStatement,
      Observed: ObservedStatement,
    },
    ignoreActions: ['check'],
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if (valibotSchema === texts) return ofEachLanguage;
      return valibotSchema.type === 'record'
        ? { ...jsonSchema, propertyNames: { not: { enum: inherited } } }
        : undefined;
    },
  }),
});
