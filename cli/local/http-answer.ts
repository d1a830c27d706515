import type { Answer } from '../../shared/http/answer.ts';
import { limits } from '../../shared/limits.ts';

/** What goes back to a caller. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * What an HTTP API makes of a function's result. Undefined where Lambda would have failed the call because the result is too
 * large as JSON; callers get a 500 of the gateway then.
 */
export const toHttpAnswer = (result: Answer): HttpAnswer | undefined => {
  if (Buffer.byteLength(JSON.stringify(result)) > limits.resultBytes) return undefined;
  const { statusCode: status, headers = {}, body, isBase64Encoded = false } = result;
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
};
