import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { vi } from 'vitest';
import { newLambdaContext, toHttpAnswer } from '../../../cli/local/gateway.ts';
import { loadFunctions } from '../../../cli/local/service.ts';
import type { OperationName } from '../../../shared/api/contract.ts';
import { contract } from '../../../shared/api/contract.ts';
import type { AnswerBody } from './document.ts';
import type { Parameters } from './event.ts';
import { encoders, toEvent } from './event.ts';
import { actAs } from './rights.ts';

/** Has all modules load anew, as in a new container, which knows nothing of the calls before. */
export const startCold = async (): Promise<void> => {
  vi.resetModules();
  const { passwordHashing } = await import('../../../shared/identity/passwords.ts');
  passwordHashing.cost = '04';
};

type HttpAnswer = NonNullable<ReturnType<typeof toHttpAnswer>>;

/** Has a function take an event, with so many milliseconds left. Throws where a client gets no answer at all. */
export type CallFunction = (
  operation: OperationName,
  event: APIGatewayProxyEventV2,
  remaining?: number,
) => Promise<HttpAnswer>;

/** The real functions in this process. They are loaded now, so the environment must be set before. */
export const openFunctions = async (): Promise<CallFunction> => {
  const functions = await loadFunctions();
  return async (operation, event, remaining = 28_000) => {
    const run = functions.get(event.routeKey);
    if (run === undefined) throw new Error(`No function for ${event.routeKey}.`);
    const context = { ...newLambdaContext(operation), getRemainingTimeInMillis: () => remaining };
    const answer = toHttpAnswer(await actAs(operation, () => run(event, context)));
    if (answer === undefined) throw new Error(`The result of ${operation} is larger than Lambda can return.`);
    return answer;
  };
};

/** What a client gets; `text` is the body as it came. */
export interface Called {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: AnswerBody;
}

export interface Sender {
  readonly token?: string;
  readonly idempotencyKey?: string;
}

/** Calls an operation as a client does. Throws where a client gets no answer at all. */
export type Caller = (operation: OperationName, parameters: Parameters, sender?: Sender) => Promise<Called>;

/** Calls the real functions in this process. They are loaded now, so the environment must be set before. */
export const callInProcess = async (): Promise<Caller> => {
  const callFunction = await openFunctions();
  return async (operation, parameters, { token, idempotencyKey } = {}) => {
    const headers = { ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }) };
    const answer = await callFunction(operation, toEvent(operation, encoders.json(parameters), { token, headers }));
    const text = answer.body.toString();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
  };
};

/** Calls a service over HTTP. */
export const callOverHttp =
  (baseUrl: string): Caller =>
  async (operation, parameters, { token, idempotencyKey } = {}) => {
    const { contentType, body } = encoders.json(parameters);
    const answer = await fetch(`${baseUrl}${contract[operation].path}`, {
      method: 'POST',
      headers: {
        'content-type': contentType,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: new Uint8Array(body),
    });
    const text = await answer.text();
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text, body: JSON.parse(text) };
  };
