import { noKeyFile } from '../../functions/key-file.ts';
import { operationOff, unknownPath } from '../../functions/no-operation.ts';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import { problemsOf } from '../../shared/api/operations.ts';
import type { PlainProblemCode, ProblemCode, ProblemKind } from '../../shared/api/problem.ts';
import { Problem, parameterErrorCodes, problems } from '../../shared/api/problem.ts';
import { mailedLately } from '../../shared/confirmations/mail-counts.ts';
import { oversizedRecord } from '../../shared/consents/recording.ts';
import { historyIncomplete } from '../../shared/evidence/lacking-leaf.ts';
import { refusedJson, toJsonParameters } from '../../shared/http/body.ts';
import { validateParameters } from '../../shared/http/validation.ts';
import { unknownNotices } from '../../shared/notices/notice.ts';
import { descriptions } from './descriptions/descriptions.ts';
import { operationNames } from './operations.ts';
import type { Schema } from './schemas.ts';
import { toReference } from './schemas.ts';

const text = { type: 'string' } as const;

/** This is not an `enum`, because clients would then refuse codes that are added later. */
const describeCode = (description: string, codes: readonly string[]): Schema => ({
  ...text,
  description,
  examples: codes.slice(0, 1),
  'x-extensible-enum': codes,
});

/** RFC 9457 with the additions of the contract (docs/api.md, Problems). */
export const problemSchemas: Readonly<Record<string, Schema>> = {
  Problem: {
    type: 'object',
    description: 'A problem (RFC 9457).',
    properties: {
      type: {
        ...text,
        format: 'uri-reference',
        description: 'Path of a page about the problem. The same for all problems of a code.',
      },
      title: { ...text, description: 'What went wrong. The same for all problems of a code.' },
      status: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status of the answer.' },
      detail: { ...text, description: 'What to do, for people. The wording may change.' },
      code: describeCode(
        'Kind of problem, for programs. It never changes. New codes may be added.',
        Object.keys(problems),
      ),
      requestId: { ...text, description: 'Lets the operator find the request in the log.' },
      errors: {
        type: 'array',
        minItems: 1,
        items: toReference('ParameterError'),
        description: 'The wrong parameters (422), or the unknown PIDs or ids (404).',
      },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  },
  ParameterError: {
    type: 'object',
    description: 'What is wrong with one parameter.',
    properties: {
      field: { ...text, description: 'Name of the parameter in bracket notation, such as `userData[email]`.' },
      code: describeCode('What is wrong, for programs. It never changes. New codes may be added.', parameterErrorCodes),
      detail: { ...text, description: 'What to do, for people.' },
    },
    required: ['field', 'code', 'detail'],
  },
};

const requestId = 'JKJaXmPLvHcESHA=';

/** A problem in the form of the service's answer. */
const toExample = (operation: OperationName, code: ProblemCode) => {
  const { status, title } = problems[code];
  const { detail, errors } = problemExample(code, operation);
  const problem = { type: `/problems/${code}`, title, status, detail, code, requestId };
  return { summary: title, value: errors.length === 0 ? problem : { ...problem, errors } };
};

/** A problem of 429 has its own waiting time. For other codes it is fixed. */
const describeHeaders = (kinds: readonly ProblemKind[]) => ({
  ...(kinds.some(({ challenge }) => challenge !== undefined) && {
    'WWW-Authenticate': { description: 'RFC 6750, section 3.', schema: text },
  }),
  ...(kinds.some(({ status, retryAfter }) => status === 429 || retryAfter !== undefined) && {
    'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer', minimum: 1 } },
  }),
});

/** Names of answers with several possible codes. */
const namesOfSeveral: Readonly<Record<string, string>> = {
  'token.missing token.invalid token.expired session.ended': 'AccessTokenRefused',
  'token.missing token.invalid token.expired': 'ExpiredTokenRefused',
  'address.not-allowed account.consent-register-disabled': 'AccessRefused',
  'address.not-allowed account.consent-register-disabled user.sender-only': 'ReadingRefused',
  'address.not-allowed account.consent-register-disabled user.sender-only user.read-only': 'WritingRefused',
  'address.not-allowed account.consent-register-disabled user.read-only user.sender-only': 'LinksRefused',
  'address.not-allowed user.sender-only': 'UserRefused',
  'body.too-large consent.too-large': 'TooLarge',
};

const toPascalCase = (words: string): string =>
  words.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Parameters, and so the example of wrong ones, belong to one operation. */
const toName = (operation: OperationName, codes: readonly ProblemCode[]): string => {
  const [code = '', ...others] = codes;
  if (code === 'parameters.invalid') return toPascalCase(`${operation}.${code}`);
  return others.length === 0 ? toPascalCase(code) : (namesOfSeveral[codes.join(' ')] ?? toPascalCase(codes.join('.')));
};

const describeStatus = (operation: OperationName, status: number): Answer => {
  const codes = problemsOf(contract[operation]).filter((code) => problems[code].status === status);
  const kinds: readonly ProblemKind[] = codes.map((code) => problems[code]);
  const headers = describeHeaders(kinds);
  return {
    name: toName(operation, codes),
    status: String(status),
    answer: {
      description: kinds.map(({ title }, i) => `\`${codes[i]}\`: ${title}`).join('. '),
      ...(Object.keys(headers).length > 0 && { headers }),
      content: {
        'application/problem+json': {
          schema: toReference('Problem'),
          examples: Object.fromEntries(codes.map((code) => [code, toExample(operation, code)])),
        },
      },
    },
  };
};

/** An answer with a problem, with its name in the document. */
interface Answer {
  readonly name: string;
  readonly status: string;
  readonly answer: Schema;
}

/** Every problem that an operation can answer with, by status. */
export const describeProblems = (operation: OperationName): readonly Answer[] => {
  const statuses = new Set(problemsOf(contract[operation]).map((code) => problems[code].status));
  return [...statuses].sort().map((status) => describeStatus(operation, status));
};

/** Examples of problems whose `detail` depends on the request. */
const ofFacts: Readonly<Record<Exclude<ProblemCode, PlainProblemCode>, Problem>> = {
  'body.unreadable': refusedJson('{"a":1,}'),
  'confirmation.throttled': mailedLately(0, new Date(0)),
  'consent.too-large': oversizedRecord(),
  'evidence.history-incomplete': historyIncomplete({ event: 'consent.revoked', id: '', index: 1_234 }),
  'key-file.not-found': noKeyFile(),
  'notice.not-found': unknownNotices(
    { pids: [999], unknown: [999], isList: false },
    { revision: 1, projectUids: [], pids: [1, 2, 3] },
  ),
  'operation.off': operationOff(contract.makeLinks),
  'path.unknown': unknownPath(),
};

const isOfFacts = (code: ProblemCode): code is keyof typeof ofFacts => code in ofFacts;

/** The 422 for the example request that an operation refuses. */
const refuse = (operation: OperationName): Problem => {
  try {
    const { request } = contract[operation];
    validateParameters(request, toJsonParameters(descriptions[operation].refused));
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error(`The refused request of ${operation} is none.`);
};

/** An example of a problem in the answer of an operation. */
export const problemExample = (code: ProblemCode, operation?: OperationName): Problem => {
  if (code === 'parameters.invalid' && operation !== undefined) return refuse(operation);
  return isOfFacts(code) ? ofFacts[code] : new Problem(code);
};

const byName = Map.groupBy(operationNames.flatMap(describeProblems), ({ name }) => name);

/** @throws Error where two answers have one name */
const only = (name: string, answers: readonly Answer[]): Schema => {
  const [first, ...others] = answers.map(({ answer }) => answer);
  if (first === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    throw new Error(`Two answers with problems are called ${name}.`);
  return first;
};

/** The answers with problems to which operations refer, by name. */
export const problemResponses: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...byName].map(([name, answers]) => [name, only(name, answers)]),
);
