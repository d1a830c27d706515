import { expect, vi } from 'vitest';
import type { ProblemCode, ProblemKind } from '../../../shared/problem.ts';
import { problems } from '../../../shared/problem.ts';
import type { RawAnswer } from '../../support/gateway.ts';

/** The whole answer is that of the problem. */
export const expectProblem = ({ status, headers, text }: RawAnswer, code: ProblemCode): void => {
  const { challenge, ...kind }: ProblemKind = problems[code];
  expect({ status, challenge: headers['www-authenticate'], body: JSON.parse(text) }).toEqual({
    status: kind.status,
    challenge,
    body: { type: `/problems/${code}`, ...kind, detail: expect.any(String), code, requestId: expect.any(String) },
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
