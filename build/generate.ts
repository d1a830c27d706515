import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonSchema } from '@valibot/to-json-schema';
import { toJsonSchema } from '@valibot/to-json-schema';
import { attempt, CommandError } from '../cli/errors.ts';
import { writeAlarms, writeOptions, writeProps } from '../infra/option-files.ts';
import { generate as generatePolicies, policyFolder } from '../infra/policies.ts';
import { writeArguments } from '../pages/i18n/arguments-file.ts';
import english from '../pages/i18n/en.json' with { type: 'json' };
import { contract } from '../shared/api/contract.ts';
import { DocumentLog, EvidenceDocument, Facts } from '../shared/evidence/schema.ts';
import { SentEvent } from '../shared/log/event-schemas.ts';
import { ErasedLeaf, GivenLeaf, ObservedLeaf, PublishedLeaf, RevokedLeaf } from '../shared/log/leaf-schema.ts';
import { languages, texts } from '../shared/schema/vocabulary.ts';
import { descriptions } from './openapi/descriptions/descriptions.ts';
import { describeInterface } from './openapi/document.ts';
import type { Step } from './openapi/operations.ts';
import { mainSteps, operationNames } from './openapi/operations.ts';
import type { Schema } from './openapi/schemas.ts';
import { toRows } from './reference/browser/bodies.ts';

/** Deletes the policies of roles that are gone. */
const removeOthers = async (files: ReadonlyMap<string, string>): Promise<void> => {
  const root = join(import.meta.dirname, '..');
  for (const name of await readdir(join(root, policyFolder))) {
    if (!files.has(`${policyFolder}/${name}`)) await rm(join(root, policyFolder, name));
  }
};

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
    ['docs/events.schema.json', toJson(describeRegisterEvents())],
    ['client/typescript/definitions.ts', defineForClient()],
    ...describeEvents().map(([name, event]) => [`test/events/${name}.json`, toJson(event)] as const),
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

const address = '203.0.113.24';
const userAgent = 'curl/8.14.1';
const apiId = 'a1b2c3d4e5';
const host = `${apiId}.execute-api.eu-south-1.amazonaws.com`;

/** The placeholder of a member of an earlier answer: `CONSENT_ID` for `consentId`. */
const toPlaceholder = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

/** JSON if there are placeholders, otherwise a form in base64, as an HTTP API passes it on. */
const encode = ({ request, takes = {} }: Step) => {
  const taken = Object.entries(takes);
  if (taken.length > 0) {
    const placeholders = taken.map(([member, name]) => [member, toPlaceholder(name)]);
    const text = JSON.stringify({ ...request, ...Object.fromEntries(placeholders) });
    return { type: 'application/json', text, body: text, isBase64Encoded: false };
  }
  const text = String(new URLSearchParams(toRows(request).map(({ name, value }) => [name, value])));
  const body = Buffer.from(text).toString('base64');
  return { type: 'application/x-www-form-urlencoded', text, body, isBase64Encoded: true };
};

const toEvent = (step: Step) => {
  const { path, access } = contract[step.operation];
  const routeKey = `POST ${path}`;
  const { type, text, body, isBase64Encoded } = encode(step);
  const hasBody = text !== '';
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    headers: {
      accept: '*/*',
      ...(access !== 'anyone' && { authorization: `Bearer ${toPlaceholder('access_token')}` }),
      'content-length': String(Buffer.byteLength(text)),
      ...(hasBody && { 'content-type': type }),
      host,
      'user-agent': userAgent,
      'x-amzn-trace-id': 'Root=1-6b003641-428821350e9691491f616b75',
      'x-forwarded-for': address,
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    requestContext: {
      accountId: '123456789012',
      apiId,
      domainName: host,
      domainPrefix: apiId,
      http: { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp: address, userAgent },
      requestId: 'XkA1gKJRk28ESHA=',
      routeKey,
      stage: '$default',
      time: '20/Nov/2026:12:00:01 +0000',
      timeEpoch: 1_795_176_001_371,
    },
    ...(hasBody && { body }),
    isBase64Encoded: hasBody && isBase64Encoded,
  };
};

/**
 * Events for `sam local invoke`, in the form of API Gateway, from the first example of each operation: operation ->
 * event.
 */
const describeEvents = () => mainSteps.map((step) => [step.operation, toEvent(step)] as const);

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

/** The `detail` of an event on the bus as JSON Schema 2020-12 (docs/integrate.md, Events). */
export const describeRegisterEvents = (): Schema => ({
  title: 'Event of a consent register',
  description:
    'The `detail` of an event on the bus. Later versions may add members and types. See docs/integrate.md, Events.',
  ...toJsonSchema(SentEvent, { target: 'draft-2020-12' }),
});

if (import.meta.main) {
  process.exitCode = await attempt(async () => {
    const policies = generatePolicies();
    const readPage = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../docs', name), 'utf8');
    const files = new Map([
      ...(await generateInterface()),
      ...policies,
      ['docs/deploy.md', writeOptions(await readPage('deploy.md'))],
      ['docs/operate.md', writeAlarms(await readPage('operate.md'))],
      ['infra/consent-register-props.ts', writeProps()],
      ['pages/i18n/arguments.ts', writeArguments(english)],
    ]);
    await writeGenerated(files, 'npm run generate', process.argv);
    await removeOthers(policies);
  });
}
