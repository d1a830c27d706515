import type { OperationName } from '../../shared/contract.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { describeRequest, requestName } from './json-schema.ts';
import { writtenByName } from './named-schemas.ts';
import type { Schema } from './schema.ts';
import { isObject, toName, toReference } from './schema.ts';

/** Bracket notation in the terms of OpenAPI: for named members and for arrays. */
const byMember = { style: 'deepObject', explode: true } as const;
const repeated = { style: 'form', explode: true } as const;

const encodingOf = (property: unknown): typeof byMember | typeof repeated | undefined => {
  if (!isObject(property)) return undefined;
  if (toName(property.$ref) in writtenByName) return byMember;
  return 'oneOf' in property ? repeated : undefined;
};

const describeEncoding = ({ properties }: Schema): Schema => {
  const encoding = new Map(
    Object.entries(isObject(properties) ? properties : {})
      .map(([name, property]) => [name, encodingOf(property)] as const)
      .filter(([, found]) => found !== undefined),
  );
  return encoding.size === 0 ? {} : { encoding: Object.fromEntries(encoding) };
};

/** The body of a request in the three formats, for an operation with parameters. */
export const describeRequestBody = (operation: OperationName): Schema => {
  const described = describeRequest(operation);
  if (Object.keys(Object(described.properties)).length === 0) return {};
  const schema = toReference(requestName(operation));
  const shown = Object.fromEntries(
    Object.entries(descriptions[operation].examples).map(([name, { summary, yours, request }]) => [
      name,
      { summary: yours === undefined ? summary : `${summary}: put ${yours}`, value: request },
    ]),
  );
  const form = { schema, ...describeEncoding(described), examples: shown };
  return {
    requestBody: {
      required: true,
      content: {
        'application/json': { schema, examples: shown },
        'application/x-www-form-urlencoded': form,
        'multipart/form-data': form,
      },
    },
  };
};
