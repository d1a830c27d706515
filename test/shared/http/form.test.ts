import { expect, test } from 'vitest';
import { parseForm } from '../../support/decode.ts';

test.each([
  ['', {}],
  ['a', { a: '' }],
  ['a=', { a: '' }],
  ['a&b=1', { a: '', b: '1' }],
  ['&a=1&&b=2&', { a: '1', b: '2' }],
  ['a=b=c', { a: 'b=c' }],
  ['a={"b":1}', { a: '{"b":1}' }],
  ['{a}=1', { '{a}': '1' }],
  ['a+b=c++d', { 'a b': 'c  d' }],
  ['a%2Bb=%26%3D', { 'a+b': '&=' }],
  ['%61=%C3%A9', { a: 'é' }],
])('%j is read', (text, parameters) => {
  expect({ ...parseForm(text, new Set()) }).toEqual(parameters);
});

test.each(['{"a":1}', ' {\n "a": 1\n}', '{"a":1,}', '{}', '{"a":"b=c&d"}'])(
  '%j, sent as a form, is told to be JSON',
  (text) => {
    expect(() => parseForm(text, new Set())).toThrow(
      expect.objectContaining({
        code: 'body.unreadable',
        detail: 'The body looks like JSON. Send it with Content-Type: application/json.',
      }),
    );
  },
);

test.each(['a=%', 'a=%4', 'a=%zz', '%ff=1', '%ff', 'a=%c0%80', 'a=%ed%a0%80'])(
  '%j is refused, not repaired',
  (text) => {
    expect(() => parseForm(text, new Set())).toThrow(
      expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining('percent-escape') }),
    );
  },
);

test.each([
  ['a=%00', 'U+0000'],
  ['a%00=1', 'U+0000'],
  ['__proto__[x]=1', '__proto__'],
  ['userData[__proto__]=1', '__proto__'],
  ['constructor[prototype][x]=1', '__proto__'],
  ['a[b][c][d][e]=1&a[b][c][d][e]=2', 'at most 5 levels'],
])('%s is refused: %s', (text, detail) => {
  expect(() => parseForm(text, new Set())).toThrow(
    expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining(detail) }),
  );
});

test('more than 1,000 pairs are not read to the end', () => {
  expect(() => parseForm(`${'a&'.repeat(1001)}a=%zz`, new Set())).toThrow(
    expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining('at most 1000') }),
  );
});
