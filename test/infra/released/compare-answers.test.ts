import { expect, test } from 'vitest';
import { findContradictions } from './compare-answers.ts';

test.each([
  ['members that only one has', { a: 1, b: 2 }, { a: 1, c: 3 }, []],
  ['another value', { a: { b: 1 } }, { a: { b: 2 } }, ['a.b']],
  ['another entry', { a: [{ id: 1 }, { id: 2 }] }, { a: [{ id: 1 }, { id: 3 }] }, ['a[1].id']],
  ['a list of another length', { a: [1] }, { a: [1, 2] }, ['a']],
  ['an answer that is missing', { a: 1 }, undefined, ['']],
  ['null in the place of a value', { a: null }, { a: {} }, ['a']],
])('%s: where two answers contradict each other', (_, one, other, paths) => {
  expect(findContradictions(one, other)).toEqual(paths);
});
