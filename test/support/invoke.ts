import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { expect } from 'vitest';
import { loadFunctions, toRouteKey } from '../../cli/local/functions.ts';
import { newLambdaContext } from '../../cli/local/lambda-context.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract, problemsOf } from '../../shared/contract.ts';
import { problems } from '../../shared/problem.ts';
import type { AnswerBody } from './answer-body.ts';
import type { Encoded, Encoding, Parameters } from './encode.ts';
import { encoders } from './encode.ts';

const functions = await loadFunctions();

/** Everything a caller sees. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: AnswerBody;
}

export interface Sending {
  readonly token?: string | undefined;
  readonly encoding?: Encoding;
  /** Plain, or base64 as an HTTP API hands on form bodies; `as-is` only says that it is base64. */
  readonly base64?: boolean | 'as-is';
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
}

const Problem = v.strictObject({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  detail: v.string(),
  code: v.picklist(Object.keys(problems)),
  requestId: v.string(),
  errors: v.optional(v.array(v.strictObject({ field: v.string(), code: v.string(), detail: v.string() }))),
});

/** The event that an HTTP API makes of such a request. */
export const toEvent = (
  operation: OperationName,
  { contentType, body }: Partial<Encoded>,
  { token, base64 = true, headers = {}, sourceIp = '203.0.113.7' }: Sending,
): APIGatewayProxyEventV2 => {
  const routeKey = toRouteKey(contract[operation]);
  const { path } = contract[operation];
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: '',
    headers: {
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    requestContext: {
      accountId: '123456789012',
      apiId: 'test',
      domainName: 'test.example',
      domainPrefix: 'test',
      http: { method: 'POST', path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test-agent/1.0' },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: '20/Nov/2026:12:00:00 +0000',
      timeEpoch: Date.now(),
    },
    ...(body !== undefined && { body: body.toString(base64 === true ? 'base64' : 'utf8') }),
    isBase64Encoded: body !== undefined && base64 !== false,
  };
};

/** Sends a body as it is to the real handler; every answer is held against its schema. */
export const send = async (
  operation: OperationName,
  encoded: Partial<Encoded>,
  sending: Sending = {},
): Promise<Reply> => {
  const event = toEvent(operation, encoded, sending);
  const run = functions.get(event.routeKey);
  if (run === undefined) throw new Error(`No function for ${event.routeKey}.`);
  const { statusCode, headers = {}, body = '' } = await run(event, newLambdaContext(operation));
  const content: unknown = JSON.parse(body);
  expect(headers['cache-control']).toBe('no-store');
  if (statusCode === 200) {
    expect(headers['content-type']).toBe('application/json');
    v.parse(contract[operation].response, content);
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
