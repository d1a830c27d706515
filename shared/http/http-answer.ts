import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { limits } from '../api/limits.ts';
import type { Problem, ProblemKind } from '../api/problem.ts';
import { answerTooLarge, problems } from '../api/problem.ts';
import { maskKeys } from '../schema/key-mask.ts';

export type Answer = APIGatewayProxyStructuredResultV2 & { readonly statusCode: number; readonly body: string };

/** Headers of every answer. Tokens and personal data must not be cached, and JSON must not be read as another type. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * The size that Lambda counts: the result as JSON, in which the quotes and backslashes of the body are escaped again.
 */
const resultBytes = (answer: Answer): number => Buffer.byteLength(JSON.stringify(answer));

const escapedBytes = (json: string): number => Buffer.byteLength(JSON.stringify(json)) - 2;

const base64Bytes = (json: string): number => 4 * Math.ceil(Buffer.byteLength(json) / 3);

/** Bytes that a piece of JSON in a body takes in the result: escaped again or, if that is shorter, in base64. */
export const bytesInResult = (json: string): number => Math.min(escapedBytes(json), base64Bytes(json));

/** Escaping at most doubles a body. The rest of the result is its headers. */
const fitsEscaped = (body: string): boolean => 2 * Buffer.byteLength(body) + 1024 <= limits.resultBytes;

const toBase64 = (answer: Answer): Answer => ({
  ...answer,
  body: Buffer.from(answer.body).toString('base64'),
  isBase64Encoded: true,
});

/** What an answer depends on, besides its body. */
interface Circumstances {
  /** The parameter that decides how large the answer becomes. */
  readonly sizedBy?: string | undefined;
  /** What the caller can do if the answer is too large. Default: ask for less. */
  readonly remedy?: string | undefined;
  /** Whether an earlier request with the same Idempotency-Key got this answer. */
  readonly replayed?: boolean;
}

/**
 * The answer of a success, which is always 200 (docs/api.md, Answers). A large body is sent in base64 if escaping
 * would make it larger still. Callers get the same bytes.
 *
 * @param body JSON, which is sent as it is
 * @throws Problem parameters.invalid when Lambda could not return the answer
 */
export const toSuccess = (body: string, { sizedBy = '', remedy, replayed = false }: Circumstances = {}): Answer => {
  const headers = {
    ...commonHeaders,
    'content-type': 'application/json',
    ...(replayed && { 'idempotent-replayed': 'true' }),
  };
  const plain = { statusCode: 200, headers, body };
  if (fitsEscaped(body)) return plain;
  const base64 = toBase64(plain);
  const [answer, bytes] = [plain, base64]
    .map((result): [Answer, number] => [result, resultBytes(result)])
    .reduce((one, other) => (other[1] < one[1] ? other : one));
  if (bytes > limits.resultBytes) throw answerTooLarge(sizedBy, { remedy });
  return answer;
};

/** The problem as `application/problem+json` (RFC 9457). It may name what the caller sent, but no key for machines. */
export const toProblemAnswer = (problem: Problem, requestId: string): Answer => {
  const { status, title, challenge, ...kind }: ProblemKind = problems[problem.code];
  const retryAfter = problem.retryAfter ?? kind.retryAfter;
  return {
    statusCode: status,
    headers: {
      ...commonHeaders,
      'content-type': 'application/problem+json',
      ...(challenge !== undefined && { 'www-authenticate': challenge }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body: maskKeys(
      JSON.stringify({
        type: `/problems/${problem.code}`,
        title,
        status,
        detail: problem.detail,
        code: problem.code,
        requestId,
        ...(problem.errors.length > 0 && { errors: problem.errors }),
      }),
    ),
  };
};
