import type { MiddlewareObj } from '@middy/core';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import type { Call, CallOf, UserCall } from './call.ts';
import { newCall, observe } from './call.ts';
import { config } from './config.ts';
import type { OperationDefinition } from './contract.ts';
import { toProblem } from './fault.ts';
import type { Answer } from './http/answer.ts';
import { toProblemAnswer, toSuccess } from './http/answer.ts';
import { authenticate } from './http/bearer.ts';
import { decodeBody } from './http/body.ts';
import { isHttpEvent } from './http/event.ts';
import { readIdempotencyKey } from './http/idempotency-key.ts';
import { arrayNames } from './http/request-schema.ts';
import { validateParameters } from './http/validation.ts';
import { limits } from './limits.ts';
import { log } from './log.ts';
import { openTable, stopAt } from './store/client.ts';
import { fingerprint } from './store/idempotency.ts';
import { nameReason, unavailable } from './store/unavailable.ts';
import { blameCallUnderWay } from './store-call.ts';

/** An event with the call that the stack has opened for it. */
interface Received extends APIGatewayProxyEventV2 {
  call: Call;
}

type Part = MiddlewareObj<Received, Answer>;

/** A Lambda function behind an HTTP API, payload format 2.0. */
export type HttpFunction = (event: APIGatewayProxyEventV2, context: Context) => Promise<Answer>;

const table = openTable(config.TABLE_NAME);

const openCall = (): Part => ({
  before: ({ event }) => {
    event.call = newCall(table, event);
  },
});

/** First in the stack, so that it speaks last. */
const logAnswer = ({ path }: OperationDefinition): Part => {
  const end: Part['after'] = ({ event, response }) =>
    log.info('request.end', {
      path,
      status: response?.statusCode,
      milliseconds: Date.now() - event.call.now.getTime(),
      requestId: event.requestContext.requestId,
    });
  return { after: end, onError: end };
};

const answerProblem = (): Part => ({
  onError: (request) => {
    request.response = toProblemAnswer(toProblem(request.error), request.event.requestContext.requestId);
  },
});

/** The call with who makes it; throws where the operation needs a user and the token is not one of theirs. */
const identify = async ({ access }: OperationDefinition, event: Received, call: Call): Promise<Call | UserCall> => {
  if (access === 'anyone') return call;
  const identity = await authenticate(call.table, event.headers.authorization, access, call.now);
  return { ...call, identity, observed: observe(event, identity), idempotency: undefined };
};

/** The call with the request's Idempotency-Key, where the operation takes one. */
const identifyRequest = (
  { path, idempotent }: OperationDefinition,
  { headers }: Received,
  call: Call | UserCall,
  input: unknown,
): Call | UserCall => {
  const key = idempotent && readIdempotencyKey(headers['idempotency-key']);
  if (key === undefined || !('identity' in call)) return call;
  const { id: accountId } = call.identity.account;
  return { ...call, idempotency: { accountId, key, fingerprint: fingerprint(path, input) } };
};

/** Ends a call that has no time left, while there is time for the answer. Its work is stopped by the signal of the stack. */
const timeLimit = {
  timeoutEarlyInMillis: limits.answerSeconds * 1_000,
  timeoutEarlyResponse: (): never => {
    const cause = nameReason('TimeLimit');
    blameCallUnderWay(cause);
    throw unavailable(cause);
  },
};

const refuseForeignEvent = async ({ awsRequestId }: Context): Promise<Answer> =>
  toProblemAnswer(toProblem(nameReason('ForeignEvent')), awsRequestId);

/**
 * The Lambda function of an operation: the stack of everything that is the same for all operations around the few
 * steps of this one. What the steps get fits the definition, which is why it may say so.
 */
export const operation = <const Definition extends OperationDefinition>(
  definition: Definition,
  steps: (
    request: InferOutput<Definition['request']>,
    call: CallOf<Definition['access']>,
  ) => Promise<InferOutput<Definition['response']>>,
): HttpFunction => {
  const handler = async (event: Received, _context: Context, { signal }: { signal: AbortSignal }): Promise<Answer> => {
    const caller = await identify(definition, event, { ...event.call, table: stopAt(signal, table) });
    const { request } = definition;
    const input = validateParameters(request, decodeBody(event, arrayNames(request)), event.rawQueryString);
    const call = identifyRequest(definition, event, caller, input);
    return toSuccess(
      await steps(input as InferOutput<Definition['request']>, call as CallOf<Definition['access']>),
      definition.sizedBy,
    );
  };
  const run = middy<Received, Answer>(timeLimit)
    .use([openCall(), logAnswer(definition), answerProblem()])
    .handler(handler) as unknown as HttpFunction;
  return (event, context) => (isHttpEvent(event) ? run(event, context) : refuseForeignEvent(context));
};
