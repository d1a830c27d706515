import { expect, test } from 'vitest';
import { findRepeatedMember, scanJson } from '../../../shared/schema/json-scan.ts';
import { fc } from '../../support/make/properties.ts';

test.each([
  ['a', '{"a":true,"b":1,"a":false}'],
  ['c', '{"a":{"c":1,"b":2,"c":3},"b":1}'],
  ['b', '{"a":[{"b":1},{"b":2, "b" \n : 3}]}'],
  ['a', '{"a":1,"\\u0061":2}'],
])('%s is a member twice: %s', (name, json) => {
  expect(findRepeatedMember(json)).toBe(name);
});

test.each(['{"a":{"b":1},"c":[{"b":2},{"b":3}],"b":4}', '{"a":"\\"a\\": {","b":"a: }","c":["a","a"]}'])(
  'no member is there twice: %s',
  (json) => {
    expect(findRepeatedMember(json)).toBeUndefined();
  },
);

test('no JSON that a value becomes has a member twice, however long it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(findRepeatedMember(JSON.stringify(value, undefined, indent))).toBeUndefined();
    }),
  );
  expect(findRepeatedMember(JSON.stringify({ name: '\\"'.repeat(1_000_000) }))).toBeUndefined();
});

test.each([
  ['{"a":[-1.5e+3, true],"b":"}"}', ['{', '"a"', '[', '-1.5e+3', ',', ']', ',', '"b"', '"}"', '}'], 0],
  ['}]{"a', ['}', ']', '{', '"a'], -1],
  ['"a\\', ['"a\\'], 0],
])('every part of %s is visited once, and unclosed parts are counted', (json, parts, open) => {
  const visited: string[] = [];
  let left = 0;
  const isStopped = scanJson(json, (start, end, depth) => {
    visited.push(json.slice(start, end));
    left = depth;
    return false;
  });

  expect([visited, left, isStopped]).toEqual([parts, open, false]);
});

test('a visit can stop the scan', () => {
  expect(scanJson('[[[', (_start, _end, depth) => depth > 1)).toBe(true);
});
