import { Ajv2020 } from 'ajv/dist/2020.js';
import document from '../../docs/openapi.json' with { type: 'json' };
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document, 'document');

const mediaTypes = { success: 'application/json', problem: 'application/problem+json' } as const;

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

const compile = (pointer: string): ReturnType<typeof ajv.compile> => {
  const known = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
  compiled.set(pointer, known);
  return known;
};

const check = (pointer: string, content: unknown, what: string): void => {
  const validate = compile(pointer);
  if (!validate(content)) throw new Error(`${what} is not as the document says: ${ajv.errorsText(validate.errors)}`);
};

const pathOf = (operation: OperationName): string => `/paths/${escapePointer(contract[operation].path)}/post`;

/** Throws when an answer is none that docs/openapi.json gives the operation. */
export const checkAnswer = (operation: OperationName, status: number, content: unknown): void => {
  const type = escapePointer(status === 200 ? mediaTypes.success : mediaTypes.problem);
  const pointer = `${pathOf(operation)}/responses/${status}/content/${type}/schema`;
  check(pointer, content, `The answer ${status} of ${operation}`);
};

/** Throws when parameters, as JSON, are none that docs/openapi.json gives the operation. */
export const checkRequest = (operation: OperationName, parameters: unknown): void =>
  check(
    `${pathOf(operation)}/requestBody/content/${escapePointer(mediaTypes.success)}/schema`,
    parameters,
    `The request of ${operation}`,
  );
