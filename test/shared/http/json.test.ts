import { describe, expect, test } from 'vitest';
import { limits } from '../../../shared/api/limits.ts';
import { parseJson } from '../../support/call/event.ts';

const parse = (text: string): unknown => JSON.parse(JSON.stringify(parseJson(text)));

const refusal = (detail: string) =>
  expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining(detail) });

test.each([
  ['{}', {}],
  [' { "a" : "1" } ', { a: '1' }],
  ['{"a":1.50,"b":1e2,"c":-0,"d":0.1e-8}', { a: '1.5', b: '100', c: '0', d: '1e-9' }],
  ['{"a":[1.0,true,null,"x"]}', { a: ['1', 'true', null, 'x'] }],
  ['{"a":{"b":1.50},"list":[{"b":2.0}]}', { a: { b: '1.5' }, list: [{ b: '2' }] }],
  ['{"a":9007199254740991,"b":-9007199254740991}', { a: '9007199254740991', b: '-9007199254740991' }],
  ['{"a":false,"b":null,"c":{"d":null,"e":"1"}}', { a: 'false', c: { e: '1' } }],
  ['{"list":[],"b":{},"lists":[[]],"c":[]}', { list: [], b: {}, lists: [[]], c: [] }],
  ['{"a":{"x":"1"},"b":{"x":"2"},"x":"3"}', { a: { x: '1' }, b: { x: '2' }, x: '3' }],
  ['{"list":[{"x":"1"},{"x":"2"}]}', { list: [{ x: '1' }, { x: '2' }] }],
  ['{"a":"a","list":["a","a"]}', { a: 'a', list: ['a', 'a'] }],
  ['{"b":"x\\",\\"b\\":"}', { b: 'x","b":' }],
  ['{"b":"\\\\","c":"{[\\"}"}', { b: '\\', c: '{["}' }],
])('%s is read', (text, parameters) => {
  expect(parse(text)).toEqual(parameters);
});

test.each([
  ['{"a":"1","a":"2"}', { a: '2' }],
  ['{"a":{"b":"1"},"c":{"a":"1","a":"2"},"a":{"d":"1"}}', { a: { d: '1' }, c: { a: '2' } }],
  ['{"email":"a","\\u0065mail":"b"}', { email: 'b' }],
])('of members with one name, as in %s, the last counts', (text, parameters) => {
  expect(parse(text)).toEqual(parameters);
});

test.each(['9007199254740992', '-9007199254740992', '12345678901234567890', '1e999', '-1e999'])(
  '%s would lose digits, and becomes no text',
  (number) => {
    const value = Number(number);

    expect({ ...parseJson(`{"a":${number},"b":[${number}],"c":{"d":${number}}}`) }).toEqual({
      a: value,
      b: [value],
      c: expect.objectContaining({ d: value }),
    });
  },
);

test.each([
  '',
  '{',
  '{"a',
  '{"a\\',
  '{"a":"1}',
  '{"a":1}}',
  '}',
  '"a":1',
  '{"a":01}',
  '{"a":1,}',
  "{'a':1}",
  '\ufeff{}',
])('%j is no JSON', (text) => {
  expect(() => parse(text)).toThrow(refusal('not valid JSON'));
});

test.each([
  ['{"a":1,}', 1, 8],
  ['{\n  "a": "1"\n  "b": "2"\n}', 3, 3],
  [String.raw`{"a":"1","\x":"2"}`, 1, 12],
])('the place where %j stops being JSON is reported, and nothing of its text', (text, line, column) => {
  expect(() => parse(text)).toThrow(
    expect.objectContaining({ detail: `The body is not valid JSON: look at line ${line}, column ${column}.` }),
  );
});

test('the message has no text, also where the engine would repeat it', () => {
  expect(() => parse('{"a": ada@example.com}')).toThrow(
    expect.objectContaining({ detail: 'The body is not valid JSON.' }),
  );
});

test.each(['[]', '"a"', '1', 'null', 'true'])('%s is no object', (text) => {
  expect(() => parse(text)).toThrow(refusal('must be an object'));
});

describe('limits', () => {
  const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const list = (count: number) => `{"list":[${Array(count).fill('"1"').join()}]}`;

  test('five levels are read, six refused', () => {
    expect(parse(nest(limits.depth))).toEqual({ a: { a: { a: { a: { a: '1' } } } } });
    expect(() => parse(nest(limits.depth + 1))).toThrow(refusal('at most 5 levels'));
    expect(() => parse(`{"a":${'['.repeat(limits.depth)}${']'.repeat(limits.depth)}}`)).toThrow(refusal('levels'));
  });

  test('levels that were left do not count', () => {
    expect(parse(`{"list":[${'[],{},'.repeat(20)}[]]}`)).toHaveProperty('list.length', 41);
  });

  test('1,000 values are read, 1,001 refused', () => {
    expect(parse(list(limits.parameters))).toHaveProperty('list.length', 1000);
    expect(() => parse(list(limits.parameters + 1))).toThrow(refusal('at most 1000'));
    expect(() => parse(`{"x":${list(500)},"y":${list(501)}}`)).toThrow(refusal('at most 1000'));
  });

  test.each([
    ['numbers', `{"pid":[${'1,'.repeat(1001)}?`],
    ['empty objects', `{"pid":[${'{},'.repeat(1001)}?`],
    ['absent ones', `{${Array.from({ length: 1001 }, (_, i) => `"k${i}":null,`).join('')}?`],
  ])('more than 1,000 %s are not read to the end', (_what, text) => {
    expect(() => parse(text)).toThrow(refusal('at most 1000'));
  });
});

test.each([
  ['{"a":"\\u0000"}', 'U+0000'],
  ['{"a\\u0000":1}', 'U+0000'],
  ['{"a\\u0000":null}', 'U+0000'],
  ['{"a":["\\ud800"]}', 'surrogate'],
  ['{"\\udfff":1}', 'surrogate'],
  ['{"__proto__":{"a":1}}', '__proto__'],
  ['{"a":[{"\\u005f_proto__":1}]}', '__proto__'],
  ['{"a":{"constructor":null}}', '__proto__'],
  ['{"constructor":{"prototype":{}}}', '__proto__'],
  ['{"a":{"prototype":1}}', '__proto__'],
])('%s has text that is refused', (text, detail) => {
  expect(() => parse(text)).toThrow(refusal(detail));
});

test.each(['projectUid=demo-shop&lang=eng', 'userData[email]=ada%40example.com', 'userData%5Bemail%5D='])(
  'a form sent as JSON, %s, is told to be one',
  (text) => {
    expect(() => parseJson(text)).toThrow(
      expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining('looks like a form') }),
    );
  },
);
