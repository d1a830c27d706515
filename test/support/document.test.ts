import { describe, expect, test } from 'vitest';
import { descriptions } from '../../cli/openapi/descriptions/descriptions.ts';
import { problemExample } from '../../cli/openapi/problems.ts';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { problemsOf } from '../../shared/operation-definition.ts';
import { problems } from '../../shared/problem-catalogue.ts';
import { checkAnswer } from './document.ts';

const names = Object.keys(contract) as OperationName[];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Of a statement the document says what it is for; its members are those of `docs/evidence.schema.json`. */
const isOpen = (name: string): boolean => name === 'statement';

/** Copies of a value, each with one more member in one of its objects, but for those that are open. */
const enlarge = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap((item, i) => enlarge(item).map((larger) => value.with(i, larger)));
  if (!isObject(value)) return [];
  const within = Object.entries(value).flatMap(([name, member]) =>
    isOpen(name) ? [] : enlarge(member).map((larger) => ({ ...value, [name]: larger })),
  );
  return [{ ...value, unexpected: 1 }, ...within];
};

const answers = names.flatMap((name) =>
  Object.entries(descriptions[name].examples).map(([example, { answer }]) => [name, example, answer] as const),
);

test.each(answers)('the answer of %s %s may have no member that the document does not say', (name, _, answer) => {
  const enlarged = enlarge(answer);

  expect(() => checkAnswer(name, 200, answer)).not.toThrow();
  expect(enlarged.length).toBeGreaterThan(0);
  for (const larger of enlarged) expect(() => checkAnswer(name, 200, larger)).toThrow('is not as the document says');
});

describe.each(names)('a problem of %s', (name) => {
  const [code = 'service.fault'] = problemsOf(contract[name]);
  const { status, title } = problems[code];
  const { detail } = problemExample(code);
  const problem = { type: `/problems/${code}`, title, status, detail, code, requestId: 'x' };
  const error = { field: 'a', code: 'missing', detail: 'b' };

  test.each([
    ['another member', { ...problem, unexpected: 1 }],
    ['a code that is not in the catalogue', { ...problem, code: 'body.unknown' }],
    ['another member of an error', { ...problem, errors: [{ ...error, unexpected: 1 }] }],
    ['another code of an error', { ...problem, errors: [{ ...error, code: 'odd' }] }],
  ])('may not have %s', (_, other) => {
    expect(() => checkAnswer(name, status, { ...problem, errors: [error] })).not.toThrow();
    expect(() => checkAnswer(name, status, other)).toThrow('is not as the document says');
  });
});
