import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { limits } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { answerTooLarge } from '../problem.ts';
import type { ProblemKind } from '../problem-catalogue.ts';
import { problems } from '../problem-catalogue.ts';

export type Answer = APIGatewayProxyStructuredResultV2 & { readonly statusCode: number; readonly body: string };

/** On every answer: tokens and personal data are for no cache, and JSON is never to be taken for anything else. */
export const commonHeaders = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
} as const;

/** What Lambda measures: the result as JSON, in which the quotes and backslashes of the body are escaped once more. */
const resultBytes = (answer: Answer): number => Buffer.byteLength(JSON.stringify(answer));

/** No body grows to more than twice its size when it is escaped; the rest of a result is its headers. */
const fitsEscaped = (body: string): boolean => 2 * Buffer.byteLength(body) + 1024 <= limits.resultBytes;

const toBase64 = (answer: Answer): Answer => ({
  ...answer,
  body: Buffer.from(answer.body).toString('base64'),
  isBase64Encoded: true,
});

/** What an answer takes from its request. */
interface Circumstances {
  /** The parameter that decides how large the answer becomes. */
  readonly sizedBy?: string | undefined;
  /** What its caller can do where it is too large; asks for less without it. */
  readonly remedy?: string | undefined;
  /** Whether it is the answer that an earlier request with the same Idempotency-Key got. */
  readonly replayed?: boolean;
}

/**
 * Every success is 200 (docs/contract.md, Answers). A large body goes to the gateway in base64 where escaping would make it
 * larger still; callers get the same bytes.
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

/** The problem as `application/problem+json` (RFC 9457). */
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
    body: JSON.stringify({
      type: `/problems/${problem.code}`,
      title,
      status,
      detail: problem.detail,
      code: problem.code,
      requestId,
      ...(problem.errors.length > 0 && { errors: problem.errors }),
    }),
  };
};
