import type { MiddlewareObj } from '@middy/core';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { InferOutput } from 'valibot';
import { bodyParsers } from '../http/body.ts';
import { isHttpEvent, readAllowedAddresses } from '../http/event.ts';
import type { Answer } from '../http/http-answer.ts';
import { toProblemAnswer, toSuccess } from '../http/http-answer.ts';
import { logger } from '../runtime/logger.ts';
import type { Given } from '../store/idempotency.ts';
import type { NamedKeys } from '../store/read.ts';
import { nameReason, openTable, stopAt } from '../store/table.ts';
import { openMeter } from './budget.ts';
import type { CallEvent, CallOf, Preparation, UserOperation } from './caller.ts';
import { identifyAndRead, newCall, presentToken, readRequest, verifyToken, withinTimeLimit } from './caller.ts';
import type { OperationDefinition } from './operations.ts';
import { Problem } from './problem.ts';
import { toProblem } from './problem-of-error.ts';

type Part = MiddlewareObj<CallEvent, unknown>;

/** A Lambda function behind an HTTP API, payload format 2.0. */
export type HttpFunction = (event: APIGatewayProxyEventV2, context: Context) => Promise<Answer>;

/** What the stack of every operation needs. A container has one. */
export interface OperationConfig {
  /** Name of the DynamoDB table. */
  readonly TABLE_NAME: string;
  /** Ranges of addresses that may call, with commas. Without it everybody may. */
  readonly ALLOWED_ADDRESSES?: string | undefined;
}

const open = ({ TABLE_NAME: name, ALLOWED_ADDRESSES: ranges }: OperationConfig) => ({
  table: openTable(name),
  allowsAddress: ranges === undefined ? () => true : readAllowedAddresses(ranges),
});

type Opened = () => ReturnType<typeof open>;

/** The result of the steps. If an Idempotency-Key makes the operation safe to repeat, also whether the answer is replayed. */
type Result<Definition extends OperationDefinition, Verbatim> = Definition extends { readonly idempotent: true }
  ? Given<InferOutput<Definition['response']>>
  : Verbatim extends true
    ? string
    : InferOutput<Definition['response']>;

/** How a result becomes an answer. */
interface Answering<Parameter, Verbatim> {
  /** Whether the steps return the answer as a JSON text, which is sent byte for byte. */
  readonly verbatim?: Verbatim;
  /** The parameter that decides how large an answer becomes. */
  readonly sizedBy?: Parameter;
  /** What the caller can do if the answer is too large. Default: ask for less. */
  readonly remedy?: string;
}

/** What is of one operation alone. */
interface OwnParts<Definition extends OperationDefinition, Keys extends NamedKeys, Begun, Verbatim>
  extends Preparation<InferOutput<Definition['request']>, Keys, Begun>,
    Answering<string & keyof InferOutput<Definition['request']>, Verbatim> {
  readonly steps: (
    request: InferOutput<Definition['request']>,
    call: CallOf<Definition['access'], Keys>,
    begun: Begun,
  ) => Promise<Result<Definition, Verbatim>>;
}

/**
 * The Lambda function of an operation: the stack that is the same for all operations, around what is of this one. A
 * call goes down the list and back up, so `openCall` and `logAnswer` also end it. `bodyParsers` keeps the problem of a
 * body until the caller has the right to learn of it. The casts are safe because the stack gives the steps what the
 * definition says.
 *
 * @param readConfig is called with the first event. If it throws, the function fails, and the next event tries again
 */
export const operation = <
  const Definition extends OperationDefinition,
  Begun,
  Keys extends NamedKeys = Record<never, never>,
  Verbatim extends boolean = false,
>(
  definition: Definition,
  readConfig: () => OperationConfig,
  own: OwnParts<Definition, Keys, Begun, Verbatim>,
): HttpFunction => {
  let known: ReturnType<Opened> | undefined;
  const opened: Opened = () => {
    known ??= open(readConfig());
    return known;
  };
  const steps = own.steps as (...prepared: readonly unknown[]) => Promise<unknown>;
  const run = middy<CallEvent, unknown>({ timeoutEarlyInMillis: 0 })
    .use(logAnswer(definition))
    .use(openCall(opened))
    .use(allowAddress(opened))
    .use(definition.access === 'anyone' ? [] : presentToken(definition))
    .use(bodyParsers())
    .use(definition.access === 'bearer' ? verifyToken() : [])
    .use(isForUsers(definition) ? identifyAndRead(definition, own) : readRequest(definition))
    .handler((event, context) =>
      withinTimeLimit(context, event.stop, () => steps(event.request, event.call, event.begun)),
    )
    .use(answerResult(definition, own))
    .use(answerProblem()) as unknown as HttpFunction;
  return async (event, context) => {
    opened();
    return isHttpEvent(event) ? run(event, context) : refuseForeignEvent(context);
  };
};

const logAnswer = ({ path }: OperationDefinition): Part => {
  const end: Part['after'] = ({ event, response }) =>
    logger.info('request.end', {
      path,
      status: (response as Answer | undefined)?.statusCode,
      milliseconds: Date.now() - event.call.now.getTime(),
      requestId: event.requestContext.requestId,
    });
  return { after: end, onError: end };
};

/**
 * Opens the table for the call, and counts what it has read for its account, also when it is refused
 * (docs/decisions.md, Budgets). It also waits for what is noted of a key.
 */
const openCall = (opened: Opened): Part => {
  const end: Part['after'] = async ({ event }) => {
    await Promise.all([event.meter.settle(), event.noted]);
  };
  return {
    before: ({ event }) => {
      const { table } = opened();
      event.stop = new AbortController();
      event.meter = openMeter(table);
      event.call = newCall((each) => event.meter.through(stopAt(event.stop.signal, each)), table, event);
    },
    after: end,
    onError: end,
  };
};

/** Refuses who calls from elsewhere than the stage allows, before anything is read. @throws Problem address.not-allowed */
const allowAddress = (opened: Opened): Part => ({
  before: ({ event }) => {
    if (!opened().allowsAddress(event.call.sourceIp)) throw new Problem('address.not-allowed');
  },
});

const isForUsers = (definition: OperationDefinition): definition is UserOperation =>
  definition.access !== 'anyone' && definition.access !== 'bearer';

const answerResult = (
  { idempotent }: OperationDefinition,
  { verbatim, sizedBy, remedy }: Answering<string, boolean>,
): Part => ({
  after: (request) => {
    const { answer, replayed } = idempotent
      ? (request.response as Given<unknown>)
      : { answer: request.response, replayed: false };
    const body = verbatim ? (answer as string) : JSON.stringify(answer);
    request.response = toSuccess(body, { sizedBy, remedy, replayed });
  },
});

const answerProblem = (): Part => ({
  onError: (request) => {
    request.response = toProblemAnswer(toProblem(request.error), request.event.requestContext.requestId);
  },
});

const refuseForeignEvent = async ({ awsRequestId }: Context): Promise<Answer> =>
  toProblemAnswer(toProblem(nameReason('ForeignEvent')), awsRequestId);
