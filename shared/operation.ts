import type { MiddlewareObj } from '@middy/core';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import { blameCallUnderWay } from './aws-call.ts';
import type { Call, CallOf } from './call.ts';
import { newCall } from './call.ts';
import { config } from './config.ts';
import { toProblem } from './fault.ts';
import type { Answer } from './http/answer.ts';
import { toProblemAnswer, toSuccess } from './http/answer.ts';
import type { BodyEvent } from './http/body-guard.ts';
import { bodyParsers } from './http/body-parsers.ts';
import { isHttpEvent } from './http/event.ts';
import type { Presented, UserAccess } from './identity/bearer.ts';
import { readBearer } from './identity/bearer.ts';
import { lifetimes } from './lifetimes.ts';
import { log } from './log.ts';
import type { OperationDefinition } from './operation-definition.ts';
import type { Preparation } from './reception.ts';
import { readParameters, receive } from './reception.ts';
import { openTable, stopAt } from './store/client.ts';
import type { Given } from './store/idempotency.ts';
import { nameReason, unavailable } from './store/unavailable.ts';

/** An event after the stack: with the call, the caller's token if one is needed, and the body. */
interface Received extends BodyEvent {
  call: Call;
  presented: Presented;
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

/** First in the stack, so that it runs last. */
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

/** Before the body is parsed, so that nobody without a good token causes work. @throws Problem of the token */
const presentToken = (): Part => ({
  before: async ({ event }) => {
    event.presented = await readBearer(event.headers.authorization, event.call.now);
  },
});

/** Ends a call that has no time left, while there is time for the answer. The signal of the stack stops its work. */
const timeLimit = {
  timeoutEarlyInMillis: lifetimes.answerSeconds * 1_000,
  timeoutEarlyResponse: (): never => {
    const cause = nameReason('TimeLimit');
    blameCallUnderWay(cause);
    throw unavailable(cause);
  },
};

const refuseForeignEvent = async ({ awsRequestId }: Context): Promise<Answer> =>
  toProblemAnswer(toProblem(nameReason('ForeignEvent')), awsRequestId);

const isForUsers = (definition: OperationDefinition): definition is OperationDefinition & { access: UserAccess } =>
  definition.access !== 'anyone';

/**
 * The result of the steps: the answer, or its text if it is sent byte for byte. If an Idempotency-Key makes the
 * operation safe to repeat, also whether the answer is replayed.
 */
type Result<Definition extends OperationDefinition> = Definition extends { readonly idempotent: true }
  ? Given<InferOutput<Definition['response']>>
  : Definition extends { readonly verbatim: true }
    ? string
    : InferOutput<Definition['response']>;

/**
 * The Lambda function of an operation: the stack that is the same for all operations, around the few steps of this one.
 * The casts are safe because the stack gives the steps what the definition says.
 */
export const operation = <const Definition extends OperationDefinition, Begun>(
  definition: Definition,
  steps: (
    request: InferOutput<Definition['request']>,
    call: CallOf<Definition['access']>,
    begun: Begun,
  ) => Promise<Result<Definition>>,
  preparation: Preparation<InferOutput<Definition['request']>, Begun> = {},
): HttpFunction => {
  type Request = InferOutput<Definition['request']>;
  const handler = async (event: Received, _context: Context, { signal }: { signal: AbortSignal }): Promise<Answer> => {
    const opened = { ...event.call, table: stopAt(signal, table) };
    const { request, call, begun } = isForUsers(definition)
      ? await receive<Request, Begun>(definition, preparation, event, opened)
      : { request: readParameters(definition, event) as Request, call: opened, begun: undefined };
    const result = await steps(request, call as CallOf<Definition['access']>, begun as Begun);
    const { answer, replayed } = definition.idempotent
      ? (result as Given<unknown>)
      : { answer: result, replayed: false };
    const body = definition.verbatim ? (answer as string) : JSON.stringify(answer);
    return toSuccess(body, { sizedBy: definition.sizedBy, remedy: definition.remedy, replayed });
  };
  const run = middy<Received, Answer>(timeLimit)
    .use([openCall(), logAnswer(definition), answerProblem()])
    .use(isForUsers(definition) ? [presentToken()] : [])
    .use(bodyParsers())
    .handler(handler) as unknown as HttpFunction;
  return (event, context) => (isHttpEvent(event) ? run(event, context) : refuseForeignEvent(context));
};
