import { ConsentRegisterError } from './consent-register-error.ts';
import type { ParameterError, Problem } from './operations.ts';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

const isParameterError = (value: unknown): value is ParameterError =>
  isObject(value) && [value.field, value.code, value.detail].every(isText);

const isProblem = (value: unknown): value is Problem =>
  isObject(value) &&
  [value.code, value.detail, value.requestId].every(isText) &&
  (value.errors === undefined || (Array.isArray(value.errors) && value.errors.every(isParameterError)));

const readRetryAfter = (headers: Headers): number | undefined => {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // A date of HTTP. The platform takes "-5" and "1.5" for dates too.
  const wait = /^[A-Z][a-z]+, .+ GMT$/.test(value) ? Date.parse(value) - Date.now() : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};

/** An answer of the service: its bytes and its parsed content. */
export interface Answered<Answer> {
  /** The unchanged bytes, for verifying a signed document. */
  readonly bytes: Uint8Array;
  readonly body: Answer;
}

/**
 * Reads an answer of 200 that has one of the operation's members, or none if it has none.
 *
 * @throws ConsentRegisterError the problem, or `answer.unexpected` if the answer did not come from the service
 */
export const readAnswer = async <Answer>(
  response: Response,
  path: string,
  members: readonly string[],
): Promise<Answered<Answer>> => {
  const { status, headers } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const body = parse(new TextDecoder().decode(bytes));
  const isAnswer = (value: unknown): value is Answer =>
    isObject(value) && (members.length === 0 ? Object.keys(value).length === 0 : members.some((name) => name in value));
  if (status === 200 && isAnswer(body)) return { bytes, body };
  const retryAfter = readRetryAfter(headers);
  if (status !== 200 && isProblem(body)) {
    const { code, detail, requestId, errors = [] } = body;
    throw new ConsentRegisterError({ code, detail, status, requestId, errors, retryAfter });
  }
  const kind = headers.get('content-type') ?? 'no media type';
  throw new ConsentRegisterError({
    code: 'answer.unexpected',
    detail: `The answer to ${path} is ${status || 'a redirection'} with ${kind} and not the service's: check baseUrl and what is in between.`,
    status,
    requestId: headers.get('apigw-requestid') ?? undefined,
    retryAfter,
  });
};
