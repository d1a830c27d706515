import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonSchema } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import { attempt, CommandError } from '../cli/errors.ts';
import { writeAlarms, writeOptions, writeProps } from '../infra/option-files.ts';
import { writeArguments } from '../pages/i18n/arguments-file.ts';
import english from '../pages/i18n/en.json' with { type: 'json' };
import { contract } from '../shared/api/contract.ts';
import { DocumentLog, EvidenceDocument, Facts } from '../shared/evidence/schema.ts';
import { ErasedLeaf, GivenLeaf, ObservedLeaf, PublishedLeaf, RevokedLeaf } from '../shared/log/leaf-schema.ts';
import { languages, texts } from '../shared/schema/vocabulary.ts';
import { descriptions } from './openapi/descriptions/descriptions.ts';
import { describeInterface } from './openapi/document.ts';
import { operationNames } from './openapi/operations.ts';
import type { Schema } from './openapi/schemas.ts';

/**
 * Writes generated files whose content has changed. With `--check` among the words it writes nothing.
 *
 * @param files path from the root -> content
 * @param script the script that generates them, for the message
 * @throws CommandError finding, with `--check`, when one is stale
 */
const writeGenerated = async (
  files: ReadonlyMap<string, string>,
  script: string,
  words: readonly string[],
): Promise<void> => {
  for (const [name, content] of files) {
    const file = join(import.meta.dirname, '..', name);
    const current = await readFile(file, 'utf8').catch(() => '');
    if (current === content) continue;
    if (words.includes('--check')) throw new CommandError(`${name} is out of date. Run \`${script}\`.`, 'finding');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
};

const toJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The generated files: file -> content. */
export const generateInterface = async (): Promise<ReadonlyMap<string, string>> => {
  return new Map([
    ['docs/openapi.json', toJson(describeInterface())],
    ['docs/evidence.schema.json', toJson(describeEvidence())],
    ['client/typescript/definitions.ts', defineForClient()],
  ]);
};

const definitionsHeading = `// Made of the contract by \`npm run generate\`; not to be edited.

import type { OperationName } from './operations.ts';

/** How the client calls an operation. */
interface Definition {
  readonly path: string;
  /** Every answer of the operation has one of these members, or none at all if there are none. An answer without them did not come from the service. */
  readonly answers: readonly string[];
  /** Whether the operation accepts an Idempotency-Key, which makes it safe to repeat. */
  readonly takesKey: boolean;
}

`;

/** The operations in the form of the client. */
const defineForClient = (): string => {
  const lines = operationNames.map((name) => {
    const answers = descriptions[name].marks.map((member) => `'${member}'`).join(', ');
    const takesKey = 'idempotent' in contract[name];
    return `  ${name}: { path: '${contract[name].path}', answers: [${answers}], takesKey: ${takesKey} },\n`;
  });
  return `${definitionsHeading}export const definitions: Readonly<Record<OperationName, Definition>> = {\n${lines.join('')}};\n`;
};

/** Names that every JavaScript object inherits. No member of the format has one (docs/evidence-format.md, Document). */
const inherited = ['__proto__', 'constructor', 'prototype'];

const ofEachLanguage: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(languages.map((language) => [language, { type: 'string' }])),
  additionalProperties: false,
};

/**
 * An evidence document as JSON Schema 2020-12. docs/evidence-format.md has what a schema cannot express:
 * the canonical form, the signature, the hashes, and how the members agree.
 */
const describeEvidence = (): Schema => ({
  title: 'Consent evidence',
  description: 'A signed document of one consent. docs/evidence-format.md describes what a schema cannot express.',
  ...toJsonSchema(EvidenceDocument, {
    target: 'draft-2020-12',
    definitions: {
      Log: DocumentLog,
      Statement: Facts,
      Given: GivenLeaf,
      Revoked: RevokedLeaf,
      Erased: ErasedLeaf,
      Version: PublishedLeaf,
      Observed: ObservedLeaf,
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

if (import.meta.main) {
  process.exitCode = await attempt(async () => {
    const readPage = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../docs', name), 'utf8');
    const files = new Map([
      ...(await generateInterface()),
      ['docs/deploy.md', writeOptions(await readPage('deploy.md'))],
      ['docs/operate.md', writeAlarms(await readPage('operate.md'))],
      ['infra/consent-register-props.ts', writeProps()],
      ['pages/i18n/arguments.ts', writeArguments(english)],
    ]);
    await writeGenerated(files, 'npm run generate', process.argv);
  });
}
