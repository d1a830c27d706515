import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashCanonical, toCanonicalJson } from '../../../shared/runtime/canonical.ts';
import { canonicalDigest } from '../../../shared/runtime/digest.ts';
import { runs, seed } from '../../support/make/chance.ts';

const text = fc.string({ unit: 'binary' });
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 6 }),
  ),
}));

test('it writes what the reference of RFC 8785 writes, and both hashes are of that', () => {
  fc.assert(
    fc.property(value, (any) => {
      const canonical = toCanonicalJson(any);
      expect(canonical).toBe(canonicalize(any));
      expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(any)));
      expect(hashCanonical(any)).toBe(canonicalDigest(any).toString('hex'));
    }),
    { seed, numRuns: runs(500) },
  );
});

test('names are sorted by their UTF-16 code units', () => {
  const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7, '10': 8 };

  expect(toCanonicalJson(names)).toBe(
    '{"\\r":2,"1":4,"10":8,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
  );
});

test('minus zero is zero, and members that are undefined are left out', () => {
  expect(toCanonicalJson({ b: undefined, a: -0 })).toBe('{"a":0}');
});

test.each([
  ['undefined', undefined],
  ['undefined in a list', [undefined]],
  ['a hole in a list', new Array(1)],
  ['a fraction', 0.5],
  ['a large number', 2 ** 53],
  ['no number', Number.NaN],
  ['a bigint', 1n],
  ['a lone surrogate', '\ud800'],
  ['a lone surrogate in a name', { '\udc00': 1 }],
  ['a moment', new Date(0)],
  ['bytes', new Uint8Array(1)],
  ['a map', new Map()],
  ['a function', () => 1],
  ['a symbol', Symbol.iterator],
])('%s has no canonical JSON', (_, any) => {
  expect(() => toCanonicalJson(any)).toThrow(TypeError);
});
