import { newLambdaContext } from '../../../cli/local/gateway.ts';
import { loadFunctions } from '../../../cli/local/service.ts';
import type { OperationName } from '../../../shared/contract.ts';
import { contract } from '../../../shared/contract.ts';
import type { AnswerBody } from '../../../test/support/answer-body.ts';
import type { Encoded, Parameters } from '../../../test/support/encode.ts';
import { encoders } from '../../../test/support/encode.ts';
import type { RequestParts } from '../../../test/support/event.ts';
import { toEvent } from '../../../test/support/event.ts';
import { toRouteKey } from '../../../test/support/route-key.ts';

const functions = await loadFunctions();

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Sends a body to the real function, from a usual browser. */
export const send = (operation: OperationName, encoded: Partial<Encoded>, parts: RequestParts) => {
  const run = functions.get(toRouteKey(contract[operation]));
  if (run === undefined) throw new Error(`No function for ${operation}.`);
  const event = toEvent(operation, encoded, parts);
  event.requestContext.http.userAgent = userAgent;
  return run(event, newLambdaContext(operation));
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
