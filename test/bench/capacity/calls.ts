import { loadFunctions, toRouteKey } from '../../../cli/local/functions.ts';
import { newLambdaContext } from '../../../cli/local/lambda-context.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { AnswerBody } from '../../support/answer-body.ts';
import type { Encoded, Parameters } from '../../support/encode.ts';
import { encoders } from '../../support/encode.ts';
import type { RequestParts } from '../../support/event.ts';
import { toEvent } from '../../support/event.ts';

const functions = await loadFunctions();

/** Sends a body to the real function. */
export const send = (operation: OperationName, encoded: Partial<Encoded>, parts: RequestParts) => {
  const run = functions.get(toRouteKey(contract[operation]));
  if (run === undefined) throw new Error(`No function for ${operation}.`);
  return run(toEvent(operation, encoded, parts), newLambdaContext(operation));
};

/** Calls an operation as a client would, with JSON. @throws Error for any answer but 200 and, if it is to be repeated, 503 */
export const call = async (
  operation: OperationName,
  parameters: Parameters,
  { token, headers = {} }: { readonly token?: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<{ readonly body: AnswerBody; readonly bytes: number; readonly isUnfinished: boolean }> => {
  const { statusCode, body = '' } = await send(operation, encoders.json(parameters), { token, headers });
  if (statusCode !== 200 && statusCode !== 503) throw new Error(`${operation} was refused: ${body}`);
  return { body: JSON.parse(body), bytes: Buffer.byteLength(body), isUnfinished: statusCode === 503 };
};
