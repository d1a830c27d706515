import * as v from 'valibot';
import { expect, test } from 'vitest';
import { descriptions } from '../../cli/openapi/descriptions/descriptions.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';

/** The member of an answer that a pointer names (RFC 6901), undefined where there is none. */
const follow = (answer: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], answer);

/** The request of a link after an answer, with what is taken of the answer. A number arrives in schemas as its text. */
const resolve = (request: unknown, answer: unknown): unknown => {
  if (typeof request === 'string' && request.startsWith('$')) {
    const taken = follow(answer, request.replace('$response.body#', ''));
    return typeof taken === 'number' ? String(taken) : taken;
  }
  if (typeof request !== 'object' || request === null) return request;
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, resolve(value, answer)]));
};

const links = (Object.keys(contract) as OperationName[]).flatMap((operation) =>
  Object.entries(descriptions[operation].links).map(([name, link]) => ({ operation, name, link })),
);

test('some answers lead to other calls', () => {
  expect(links.length).toBeGreaterThan(0);
});

test.each(links)('$operation, $name: an answer that is shown has what the call takes', ({ operation, link }) => {
  const answers = Object.values(descriptions[operation].examples).map(({ answer }) => answer);
  const requests = answers.map((answer) => resolve(link.request, answer));

  expect(requests.some((request) => v.is(contract[link.to].request, request))).toBe(true);
});
