import * as v from 'valibot';
import { expect } from 'vitest';
import type { OperationName } from '../../../shared/api/contract.ts';
import { contract } from '../../../shared/api/contract.ts';
import { problemsOf } from '../../../shared/api/operations.ts';
import { problems } from '../../../shared/api/problem.ts';
import type { AnswerBody } from './document.ts';
import { checkAnswer } from './document.ts';
import type { Encoded, Encoding, Parameters, RequestParts } from './event.ts';
import { encoders, toEvent } from './event.ts';
import { openFunctions } from './functions.ts';

const callFunction = await openFunctions();

/** Everything a caller sees. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: AnswerBody;
}

export interface Sending extends RequestParts {
  readonly encoding?: Encoding;
  /** What Lambda says is left of the function's time, in milliseconds. */
  readonly remaining?: number;
}

/** What a problem says to people. */
const Sentence = v.pipe(v.string(), v.regex(/^[A-Z].+[.?]$/));

const Problem = v.looseObject({
  type: v.string(),
  detail: Sentence,
  code: v.picklist(Object.keys(problems)),
  requestId: v.string(),
  errors: v.optional(v.array(v.object({ detail: Sentence }))),
});

/** The bytes of the body that a caller gets, as text. */
export const fetchText = async (
  operation: OperationName,
  parameters: Parameters,
  sending: Sending = {},
): Promise<string> => {
  const event = toEvent(operation, encoders[sending.encoding ?? 'form'](parameters), sending);
  return (await callFunction(operation, event, sending.remaining)).body.toString();
};

/** Sends a body as it is to the real handler; every answer is held against docs/openapi.json. */
export const send = async (
  operation: OperationName,
  encoded: Partial<Encoded>,
  sending: Sending = {},
): Promise<Reply> => {
  const event = toEvent(operation, encoded, sending);
  const { status: statusCode, headers, body } = await callFunction(operation, event, sending.remaining);
  const content: unknown = JSON.parse(body.toString());
  expect(headers['cache-control']).toBe('no-store');
  checkAnswer(operation, statusCode, content);
  if (statusCode === 200) {
    expect(headers['content-type']).toBe('application/json');
  } else {
    expect(headers['content-type']).toBe('application/problem+json');
    const problem = v.parse(Problem, content);
    expect(problemsOf(contract[operation])).toContain(problem.code);
    expect(problem).toMatchObject({ status: statusCode, type: `/problems/${problem.code}` });
    expect(problem.requestId).toBe(event.requestContext.requestId);
  }
  return { status: statusCode, headers, body: content as AnswerBody };
};

/** Calls an operation with parameters, as a form in base64 unless told otherwise. */
export const invoke = (operation: OperationName, parameters: Parameters = {}, sending: Sending = {}): Promise<Reply> =>
  send(operation, encoders[sending.encoding ?? 'form'](parameters), sending);
