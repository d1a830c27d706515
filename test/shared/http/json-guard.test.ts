import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '../../../shared/limits.ts';
import { parseJson } from '../../support/call/event.ts';

/** The parameters named `list` and `lists` may be arrays. */
const parse = (text: string): unknown => JSON.parse(JSON.stringify(parseJson(text, new Set(['list', 'lists']))));

const refusal = (detail: string) =>
  expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining(detail) });

test.each([
  ['{}', {}],
  [' { "a" : "1" } ', { a: '1' }],
  ['{"a":1.50,"b":12345678901234567890,"c":1e2,"d":-0}', { a: '1.50', b: '12345678901234567890', c: '1e2', d: '-0' }],
  ['{"list":[1.0,true,null,"x"]}', { list: ['1.0', 'true', null, 'x'] }],
  ['{"a":[1.0,true,null,"x"]}', { a: ['1', 'true', null, 'x'] }],
  [
    '{"a":{"b":1.50,"c":-0,"d":1e2,"e":0.1e-8},"list":[{"b":2.0}]}',
    { a: { b: '1.5', c: '0', d: '100', e: '1e-9' }, list: [{ b: '2' }] },
  ],
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
  '{"a":"1","a":"2"}',
  '{"a":1,"b":{"a":1,"c":[],"a":2}}',
  '{"a":[{"x":1,"x":1}]}',
  '{"a" \n : 1, "a"\t:2}',
  '{"email":"a","\\u0065mail":"b"}',
  `{"a":1,"a"${' '.repeat(100)}:2}`,
])('%s names a member twice', (text) => {
  expect(() => parse(text)).toThrow(refusal('twice'));
});

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
])('where %j stops being JSON is told, and nothing of it', (text, line, column) => {
  expect(() => parse(text)).toThrow(
    expect.objectContaining({ detail: `The body is not valid JSON: look at line ${line}, column ${column}.` }),
  );
});

test('what the text was is not told where the engine would repeat it', () => {
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

test.each(['{"a":"\\u0000"}', '{"a\\u0000":1}', '{"a":["\\ud800"]}', '{"\\udfff":1}', '{"a":{"__proto__":1}}'])(
  '%s has text that is refused',
  (text) => {
    expect(() => parse(text)).toThrow(refusal(''));
  },
);

test.each(['projectUid=demo-shop&lang=eng', 'userData[email]=ada%40example.com', 'userData%5Bemail%5D='])(
  'a form sent as JSON, %s, is told to be one',
  (text) => {
    expect(() => parseJson(text)).toThrow(
      expect.objectContaining({ code: 'body.unreadable', detail: expect.stringContaining('looks like a form') }),
    );
  },
);

/** Counts names that are parsed, brackets that get a set of names, and numbers that are read: what takes long where it is all done. */
const countMade = (): (() => number) => {
  let made = 0;
  const { Set: PlainSet } = globalThis;
  class CountedSet<Member> extends PlainSet<Member> {
    constructor(members?: Iterable<Member>) {
      super(members);
      made += 1;
    }
  }
  vi.stubGlobal('Set', CountedSet);
  const { exec } = RegExp.prototype;
  const reading = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    if (this.source.startsWith('-?')) made += 1;
    return Reflect.apply(exec, this, [text]);
  });
  const { parse: parseNative } = JSON;
  const parsing = vi.spyOn(JSON, 'parse').mockImplementation((text) => {
    made += 1;
    return parseNative(text);
  });
  const stop = (): void => {
    for (const spy of [reading, parsing]) spy.mockRestore();
    vi.unstubAllGlobals();
  };
  onTestFinished(stop);
  return () => {
    stop();
    return made;
  };
};

/** Brackets and names, as `json-guard.ts` allows them before a comma. */
const openedByOneValue = 2 * limits.depth;

/** The text is parsed as a whole to find the place. */
const callsOfRefusal = 3;

describe('nearly a mebibyte of what is no JSON', () => {
  const repeat = (unit: (i: number) => string) => {
    const written: string[] = [];
    for (let length = 0; length < limits.bodyBytes - 20; length += written.at(-1)?.length ?? 0)
      written.push(unit(written.length));
    return written.join('');
  };

  test.each([
    ['names without values', `{${repeat((i) => `"${i.toString(36)}":`)}`],
    ['members without commas', `{${repeat((i) => `"${i.toString(36)}":""`)}`],
    ['objects without commas', `{"a":${repeat(() => '{}')}}`],
    ['arrays in arrays without commas', `{"a":${repeat(() => '[[[[]]]]')}}`],
    ['objects with members, without commas', `{"a":${repeat(() => '{"a":""}')}}`],
    ['strings without commas', `{"a":${repeat(() => '""')}}`],
    ['numbers without commas', `{"a":[${repeat(() => '1]')}`],
    ['colons', `{"a"${repeat(() => ':')}`],
  ])('is refused before much is made of it: %s', (_case, text) => {
    const made = countMade();

    expect(() => parse(text)).toThrow(refusal('not valid JSON'));
    expect(made()).toBeLessThanOrEqual(2 * openedByOneValue + callsOfRefusal);
  });
});
