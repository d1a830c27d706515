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

test.each(['a=%', 'a=%4', 'a=%zz', '%ff=1', '%ff'])('%j is refused, not repaired', (text) => {
  expect(() => parseForm(text, new Set())).toThrow(
    expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining('percent-escape') }),
  );
});
