import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import document from '../../../docs/openapi.json' with { type: 'json' };
import type { OperationName } from '../../../shared/api/contract.ts';
import { contract } from '../../../shared/api/contract.ts';
import type { ParameterError } from '../../../shared/api/problem.ts';
import type { ConsentRecord } from '../../../shared/consents/record.ts';
import type { ConsentInformation } from '../../../shared/notices/notice-answer.ts';

/** Every member that some consent or notice in an answer has. */
type Entry = ConsentRecord & ConsentInformation & { readonly consentId: string; readonly time: string };

/**
 * Every member that some answer has. A test reads those of the answer that it expects; whether the answer is of that
 * kind has been checked against its schema.
 */
export interface AnswerBody extends Entry {
  readonly token_type: string;
  readonly expires_in: number;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly name: string;
  readonly email: string;
  readonly consentInformationId: string;
  readonly page: string;
  readonly totalPages: number;
  readonly results: number;
  readonly resultsPerPage: number;
  readonly totalResults: number;
  /** A list of consents, the latest consent, or notices by PID. */
  readonly data: readonly Entry[] & Entry;
  readonly type: string;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
  readonly errors: readonly ParameterError[];
}

/**
 * The document as strict as the service is: it has no member and no value that is not there. What callers get is open, so
 * that their clients bear what is added.
 */
const close = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { 'x-extensible-enum': values, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, close(value)]),
  );
  const isOpen = rest.type === 'object' && !('additionalProperties' in rest);
  return { ...rest, ...(isOpen && { additionalProperties: false }), ...(values !== undefined && { enum: values }) };
};

const readSchemas = (): Ajv2020 => {
  const read = new Ajv2020({ strict: false, validateFormats: false });
  read.addSchema(document, 'document');
  read.addSchema(Object(close(document)), 'closed');
  return read;
};

/** Kept for all files of the worker: compiling takes longer than all answers of a file. */
const worker = globalThis as { answers?: { ajv: Ajv2020; compiled: Map<string, ValidateFunction> } };
worker.answers ??= { ajv: readSchemas(), compiled: new Map() };
const { ajv, compiled } = worker.answers;

const mediaTypes = { success: 'application/json', problem: 'application/problem+json' } as const;

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const compile = (pointer: string): ValidateFunction => {
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: pointer });
  compiled.set(pointer, known);
  return known;
};

/** With the name of a member that the document does not have. */
const tellError = ({ instancePath, message, params }: ErrorObject): string =>
  [instancePath, message, params.additionalProperty].filter(Boolean).join(' ');

const check = (pointer: string, content: unknown, what: string): void => {
  const validate = compile(pointer);
  if (validate(content)) return;
  const errors = validate.errors?.map(tellError).join(', ');
  throw new Error(`${what} is not as the document says, which \`npm run generate\` writes: ${errors}`);
};

const pathOf = (operation: OperationName): string => `/paths/${escapePointer(contract[operation].path)}/post`;

const referenceOf = (response: object): string | undefined => ('$ref' in response ? String(response.$ref) : undefined);

/** Throws when an answer is none that docs/openapi.json gives the operation, or has more than that. */
export const checkAnswer = (operation: OperationName, status: number, content: unknown): void => {
  const type = escapePointer(status === 200 ? mediaTypes.success : mediaTypes.problem);
  const responses: Readonly<Record<string, object>> = document.paths[contract[operation].path].post.responses;
  const pointer = referenceOf(responses[status] ?? {}) ?? `#${pathOf(operation)}/responses/${status}`;
  for (const copy of ['document', 'closed']) {
    check(`${copy}${pointer}/content/${type}/schema`, content, `The answer ${status} of ${operation}`);
  }
};

/** Throws when parameters, as JSON, are none that docs/openapi.json gives the operation. */
export const checkRequest = (operation: OperationName, parameters: unknown): void => {
  if (!('requestBody' in document.paths[contract[operation].path].post)) {
    if (Object.keys(Object(parameters)).length > 0) throw new Error(`${operation} has no parameters.`);
    return;
  }
  check(
    `document#${pathOf(operation)}/requestBody/content/${escapePointer(mediaTypes.success)}/schema`,
    parameters,
    `The request of ${operation}`,
  );
};
