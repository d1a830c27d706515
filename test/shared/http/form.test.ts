import { describe, expect, test } from 'vitest';
import { parseBracketNotation } from '../../../shared/http/form.ts';
import { parseForm, parseJson } from '../../support/call/event.ts';
import { fc } from '../../support/make/properties.ts';

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

const parse = (text: string, arrays: readonly string[] = ['a']): unknown => {
  const pairs = text.split('&').map((pair) => pair.split('=') as [string, string]);
  return JSON.parse(JSON.stringify(parseBracketNotation(pairs, new Set(arrays))));
};

test.each([
  ['a=1', { a: '1' }],
  ['a=', { a: '' }],
  ['a b.c=1', { 'a b.c': '1' }],
  ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['a[b][]=1', { a: { b: ['1'] } }],
  ['a[b][]=1&a[b][]=2&a[c]=3', { a: { b: ['1', '2'], c: '3' } }],
  ['a[0][b]=1&a[1][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
  ['a[1]=2&a[0]=1', { a: ['1', '2'] }],
  ['a[0]=1', { a: ['1'] }],
])('%s is read', (text, parameters) => {
  expect(parse(text)).toEqual(parameters);
});

describe('members are a list only if they are numbered from 0 without a gap', () => {
  test.each([
    ['a[0]=1&a[x]=2', { 0: '1', x: '2' }],
    ['a[x]=2&a[0]=1', { 0: '1', x: '2' }],
    ['a[1]=1', { 1: '1' }],
    ['a[0]=1&a[2]=2', { 0: '1', 2: '2' }],
    ['a[0]=1&a[01]=2', { 0: '1', '01': '2' }],
    ['a[-1]=1', { '-1': '1' }],
  ])('%s is not', (text, a) => {
    expect(parse(text)).toEqual({ a });
  });
});

describe('a parameter that is not an array never becomes a list', () => {
  test.each([
    ['a[0]=1', { a: { 0: '1' } }],
    ['a[0]=1&a[1]=2', { a: { 0: '1', 1: '2' } }],
    ['a[0][label]=1&a[0][value]=2', { a: { 0: { label: '1', value: '2' } } }],
    ['a[x][0]=1', { a: { x: { 0: '1' } } }],
    ['toString[0]=1', { toString: { 0: '1' } }],
  ])('%s', (text, parameters) => {
    expect(parse(text, [])).toEqual(parameters);
  });

  test('nor are members inside of one that is', () => {
    expect(parse('a[0][0]=1')).toEqual({ a: [{ 0: '1' }] });
  });

  test('empty brackets and repetition are', () => {
    expect(parse('a[]=1&b=2&b=3', [])).toEqual({ a: ['1'], b: ['2', '3'] });
  });
});

test.each(['a[0]=1&a=2', 'a[]=1&a=2', 'a[]=1&a[0]=2', 'a[b]=1&a[b][c]=2', 'a[b][]=1&a[b][c]=2', 'a=1&a[]=2&a[0]=3'])(
  '%s is refused as conflicting',
  (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ detail: expect.stringContaining('conflicting') }));
  },
);

test.each(['a[][]=1', 'a[][b]=1', 'a[b][][c]=1'])('%s is refused for its empty brackets', (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ detail: expect.stringContaining('Empty brackets') }));
});

test.each(['a[b]c=1', 'a[b][c=1', 'a[b]]=1', 'a]=1', '[a]=1', '=1', 'a[b[c]]=1'])('%s is no name', (text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ detail: expect.stringContaining('bracket notation') }));
});

test('names may have five segments, empty brackets included', () => {
  expect(parse('a[b][c][d][e]=1')).toEqual({ a: { b: { c: { d: { e: '1' } } } } });
  for (const name of ['a[b][c][d][e][f]', 'a[b][c][d][e][]']) {
    expect(() => parse(`${name}=1`)).toThrow(expect.objectContaining({ detail: expect.stringContaining('nested') }));
  }
});

describe('a form means the same as JSON', () => {
  const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
  const forbidden = ['__proto__', 'constructor', 'prototype'];
  const word = text.filter((value) => /^[^[\]]+$/.test(value) && !forbidden.includes(value));
  const key = fc.oneof(word, fc.nat(3).map(String));
  const scalar = fc.oneof(text, fc.boolean(), fc.integer());
  const value = fc.oneof(
    scalar,
    fc.array(scalar, { minLength: 1, maxLength: 5 }),
    fc.dictionary(key, fc.oneof(scalar, fc.record({ label: text, value: text })), { minKeys: 1, maxKeys: 5 }),
  );

  /** As a caller writes nested values: lists with empty brackets, members with their names. */
  const toPairs = (name: string, written: unknown): readonly (readonly [string, string])[] => {
    if (typeof written !== 'object' || written === null) return [[name, String(written)]];
    if (Array.isArray(written)) return written.flatMap((item) => toPairs(`${name}[]`, item));
    return Object.entries(written).flatMap(([member, inner]) => toPairs(`${name}[${member}]`, inner));
  };
  const toForm = (parameters: object): string =>
    Object.entries(parameters)
      .flatMap(([name, written]) => toPairs(name, written))
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .join('&');

  test('whatever is written', () => {
    fc.assert(
      fc.property(fc.dictionary(key, value, { maxKeys: 5 }), (parameters) => {
        expect(parseForm(toForm(parameters), new Set())).toEqual(parseJson(JSON.stringify(parameters)));
      }),
    );
  });

  test('keys that are numbers are members', () => {
    const parameters = { userData: { 0: 'x', 7: 'y' } };

    expect(parseForm(toForm(parameters), new Set(['pid']))).toEqual(parameters);
  });
});
