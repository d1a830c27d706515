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
import { readIdempotencyKey } from './http/idempotency-key.ts';
import { validateParameters } from './http/validation.ts';
import { log } from './log.ts';
import { openTable } from './store/client.ts';
import { fingerprint } from './store/idempotency.ts';

/** An event with what the stack has made of it by the time the handler gets it. */
interface Received extends APIGatewayProxyEventV2 {
  call: Call | UserCall;
  input: unknown;
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

const authenticateUser = ({ access }: OperationDefinition): Part => ({
  before: async ({ event }) => {
    if (access === 'anyone') return;
    const identity = await authenticate(table, event.headers.authorization, access, event.call.now);
    event.call = { ...event.call, identity, observed: observe(event, identity), idempotency: undefined };
  },
});

const readInput = ({ path, request: schema, idempotent }: OperationDefinition): Part => ({
  before: async ({ event }) => {
    event.input = validateParameters(schema, await decodeBody(event));
    const key = idempotent && readIdempotencyKey(event.headers['idempotency-key']);
    if (key === undefined || !('identity' in event.call)) return;
    const { id: accountId } = event.call.identity.account;
    event.call = { ...event.call, idempotency: { accountId, key, fingerprint: fingerprint(path, event.input) } };
  },
});

/**
 * The Lambda function of an operation: the stack of everything that is the same for all operations around the few
 * steps of this one. The stack makes what the steps get fit the definition, which is why it may say so.
 */
export const operation = <const Definition extends OperationDefinition>(
  definition: Definition,
  steps: (
    request: InferOutput<Definition['request']>,
    call: CallOf<Definition['access']>,
  ) => Promise<InferOutput<Definition['response']>>,
): HttpFunction => {
  const handler = async ({ input, call }: Received): Promise<Answer> =>
    toSuccess(
      await steps(input as InferOutput<Definition['request']>, call as CallOf<Definition['access']>),
      definition.sizedBy,
    );
  return middy<Received, Answer>()
    .use([openCall(), logAnswer(definition), answerProblem(), authenticateUser(definition), readInput(definition)])
    .handler(handler) as unknown as HttpFunction;
};
