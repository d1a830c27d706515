import type { Answer } from '../../shared/http/answer.ts';
import { limits } from '../../shared/limits.ts';

/** An answer to a caller. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * The answer that an HTTP API makes of a function's result. Undefined if Lambda would have failed the call because the result is too
 * large as JSON; the gateway then answers 500.
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
