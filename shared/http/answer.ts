import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { limits } from '../limits.ts';
import type { Problem, ProblemKind } from '../problem.ts';
import { invalidParameters, problems } from '../problem.ts';

export type Answer = APIGatewayProxyStructuredResultV2 & { readonly statusCode: number };

/** On every answer: tokens and personal data are for no cache, and JSON is never to be taken for anything else. */
const commonHeaders = {
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Every success is 200 (open point 6).
 *
 * @param sizedBy the parameter that decides how large the answer becomes
 * @throws Problem parameters.invalid when the answer is larger than Lambda can return
 */
export const toSuccess = (content: unknown, sizedBy = ''): Answer => {
  const body = JSON.stringify(content);
  if (Buffer.byteLength(body) > limits.answerBytes) {
    throw invalidParameters({
      field: sizedBy,
      code: 'answer-too-large',
      detail: `The answer would be larger than ${limits.answerBytes} bytes; ask for less at a time.`,
    });
  }
  return { statusCode: 200, headers: { ...commonHeaders, 'content-type': 'application/json' }, body };
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
