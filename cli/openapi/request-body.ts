import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { descriptions } from '../../shared/descriptions/descriptions.ts';
import { describeRequest } from './json-schema.ts';
import type { Schema } from './schema.ts';
import { isObject } from './schema.ts';

/** How OpenAPI says bracket notation: for named members and for arrays. */
const byMember = { style: 'deepObject', explode: true } as const;
const repeated = { style: 'form', explode: true } as const;

const encodingOf = (property: unknown): typeof byMember | typeof repeated | undefined => {
  if (!isObject(property)) return undefined;
  if (property.type === 'object') return byMember;
  return 'anyOf' in property ? repeated : undefined;
};

const describeEncoding = ({ properties }: Schema): Schema => {
  const encoding = new Map(
    Object.entries(isObject(properties) ? properties : {})
      .map(([name, property]) => [name, encodingOf(property)] as const)
      .filter(([, found]) => found !== undefined),
  );
  return encoding.size === 0 ? {} : { encoding: Object.fromEntries(encoding) };
};

/** The body of a request in the three encodings. An operation without parameters needs none. */
export const describeRequestBody = (operation: OperationName): Schema => {
  const schema = describeRequest(contract[operation].request);
  const isNeeded = Array.isArray(schema.required) && schema.required.length > 0;
  const shown = Object.fromEntries(
    Object.entries(descriptions[operation].examples).map(([name, { summary, yours, request }]) => [
      name,
      { summary: yours === undefined ? summary : `${summary}: put ${yours}`, value: request },
    ]),
  );
  const form = { schema, ...describeEncoding(schema), examples: shown };
  return {
    required: isNeeded,
    content: {
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': form,
      'application/json': { schema, examples: shown },
    },
  };
};
