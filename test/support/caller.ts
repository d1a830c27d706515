import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { AnswerBody } from './answer-body.ts';
import { openFunctions } from './call-function.ts';
import type { Parameters } from './encode.ts';
import { encoders } from './encode.ts';
import { toEvent } from './event.ts';

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
