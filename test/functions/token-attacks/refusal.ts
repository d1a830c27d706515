import { expect, vi } from 'vitest';
import type { ProblemCode } from '../../../shared/api/problem.ts';
import type { RawAnswer } from '../../support/call/gateway.ts';

/** WWW-Authenticate names the error where an access token was presented, and only there (RFC 6750, section 3.1). */
const challengeOf = (code: ProblemCode): string =>
  code === 'token.missing' || code === 'refresh-token.invalid' ? 'Bearer' : 'Bearer error="invalid_token"';

/** The whole answer is a 401 of that code. */
export const expectProblem = ({ status, headers, text }: RawAnswer, code: ProblemCode): void => {
  const [title, detail, requestId] = [expect.any(String), expect.any(String), expect.any(String)];
  expect({ status, challenge: headers['www-authenticate'], body: JSON.parse(text) }).toEqual({
    status: 401,
    challenge: challengeOf(code),
    body: { type: `/problems/${code}`, title, status: 401, detail, code, requestId },
  });
};

/** No part of what was presented is in the answer or in the log. */
export const expectNoEcho = (presented: string, { headers, text }: RawAnswer): void => {
  const lines = [console.info, console.warn, console.error].map((method) => vi.mocked(method).mock.calls);
  const seen = JSON.stringify([headers, text, lines]);
  const parts = presented.split(/[\s.,="]+/).filter((part) => part.length >= 10);
  expect(lines.flat().length).toBeGreaterThan(0);
  expect(parts.filter((part) => seen.includes(part))).toEqual([]);
};
