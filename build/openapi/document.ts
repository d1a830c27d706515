import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { lifetimes, limits } from '../../shared/api/limits.ts';
import type { OperationRules } from '../../shared/api/operations.ts';
import { readVersion } from '../../shared/runtime/installation.ts';
import { tags } from './descriptions/description.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { introduction, summary } from './introduction.ts';
import { describeInWords, isExtension, operationNames } from './operations.ts';
import { describeProblems, problemResponses, problemSchemas } from './problems.ts';
import type { Schema } from './schemas.ts';
import {
  describeAnswer,
  describeAnswers,
  describeRequest,
  describeRequests,
  isObject,
  requestName,
  toName,
  toReference,
  writtenByName,
} from './schemas.ts';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `Makes the request safe to repeat for ${lifetimes.idempotencySeconds / 3_600} hours: the same request with the same key gets the same answer. Use a new UUID for each new request.`,
  schema: {
    type: 'string',
    pattern: String.raw`^[\x21-\x7e]+$`,
    minLength: 1,
    maxLength: limits.idempotencyKeyCharacters,
  },
} as const;

const replayed = {
  'Idempotent-Replayed': {
    description: '`true` if an earlier request with this Idempotency-Key got this answer. Absent otherwise.',
    schema: { type: 'boolean' },
  },
} as const;

/**
 * The links of an answer. The request of each is an extension: OpenAPI allows any `requestBody` of a link, but openapi-generator
 * rejects a document in which it is not a string.
 */
const describeLinks = (operation: OperationName): Schema => {
  const links = Object.entries(descriptions[operation].links).map(([name, { to, description, request }]) => [
    name,
    { operationId: to, description, 'x-request': request },
  ]);
  return links.length === 0 ? {} : { links: Object.fromEntries(links) };
};

const describeSuccess = (operation: OperationName): Schema => ({
  description: 'Success.',
  ...('idempotent' in contract[operation] && { headers: replayed }),
  content: {
    'application/json': {
      schema: describeAnswer(contract[operation].response),
      examples: Object.fromEntries(
        Object.entries(descriptions[operation].examples).map(([name, { summary, answer }]) => [
          name,
          { summary, value: answer },
        ]),
      ),
    },
  },
  ...describeLinks(operation),
});

const referToProblems = (operation: OperationName): Schema =>
  Object.fromEntries(
    describeProblems(operation).map(({ name, status }) => [status, { $ref: `#/components/responses/${name}` }]),
  );

const describeOperation = (operation: OperationName): Schema => {
  const definition = contract[operation];
  const { tag, summary } = descriptions[operation];
  return {
    operationId: operation,
    tags: [tags[tag].name],
    summary,
    description: describeInWords(operation),
    ...(isExtension(operation) && { 'x-extension': true }),
    security: securityOf(definition),
    ...('idempotent' in definition && { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] }),
    ...describeRequestBody(operation),
    responses: { 200: describeSuccess(operation), ...referToProblems(operation) },
  };
};

const largestInt32 = 2 ** 31 - 1;

/** Says of each whole number that may exceed 32 bits that it takes 64, which decides the type in a client of Java, Go or C#. */
const sizeIntegers = <Described>(schema: Described): Described => {
  if (Array.isArray(schema)) return Object(schema.map(sizeIntegers));
  if (!isObject(schema)) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, sizeIntegers(inner)]));
  const isLong = schema.type === 'integer' && !(Number(schema.maximum) <= largestInt32);
  return Object(isLong ? { ...members, format: 'int64' } : members);
};

/** A login will do for all; a key for machines where a call needs neither a session nor a password. */
const securityOf = ({ access }: OperationRules): readonly Schema[] => {
  if (access === 'anyone') return [];
  return access === 'bearer' || access === 'session'
    ? [{ accessToken: [] }]
    : [{ accessToken: [] }, { machineKey: [] }];
};

/** The interface as an OpenAPI 3.1 document, made from the contract. */
export const describeInterface = () => sizeIntegers(describeByContract());

const describeByContract = () => ({
  openapi: '3.1.1',
  info: {
    title: 'Consent Register',
    version: readVersion(),
    summary: 'Record, find and revoke consents with their proof, and read the notices',
    description: summary,
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  },
  servers: [
    {
      url: '{url}',
      description: 'Your stage, or the local service',
      variables: { url: { default: 'http://127.0.0.1:3000', description: 'The output ApiUrl of the deployment' } },
    },
  ],
  tags: Object.values(tags),
  paths: Object.fromEntries(operationNames.map((name) => [contract[name].path, { post: describeOperation(name) }])),
  components: {
    securitySchemes: {
      accessToken: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The `access_token` from `/login`. The reference page fills it in when you send Log in there.',
      },
      machineKey: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'crk_ and 80 letters and digits',
        description: 'A key that an operator made with `user key create`, in place of an access token.',
      },
    },
    parameters: { IdempotencyKey: idempotencyKey },
    schemas: {
      ...describeRequests(),
      ...describeAnswers(),
      ...problemSchemas,
    },
    responses: problemResponses,
  },
});

/** The same document for the reference page, with the rules for all operations. */
export const describeReference = (): Schema => {
  const document = describeInterface();
  return { ...document, info: { ...document.info, description: introduction } };
};

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
const describeRequestBody = (operation: OperationName): Schema => {
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
