import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { newLambdaContext, toHttpAnswer } from '../../cli/local/gateway.ts';
import { loadFunctions } from '../../cli/local/service.ts';
import type { OperationName } from '../../shared/contract.ts';
import { actAs } from './actor.ts';

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
