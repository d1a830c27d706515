import { expect, test } from 'vitest';
import { toForm } from '../../../client/typescript/form.ts';
import { parseForm, parseJson } from '../../support/decode.ts';
import { fc } from '../../support/properties.ts';

const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
const forbidden = ['__proto__', 'constructor', 'prototype'];
const word = text.filter((value) => /^[^[\]]+$/.test(value) && !forbidden.includes(value));
const key = fc.oneof(word, fc.nat(3).map(String));
const scalar = fc.oneof(text, fc.boolean(), fc.integer());
const value = fc.oneof(
  scalar,
  fc.array(scalar, { minLength: 1, maxLength: 5 }),
  fc.dictionary(key, fc.oneof(scalar, fc.record({ label: text, value: text })), { minKeys: 1, maxKeys: 5 }),
  fc.constant(undefined),
);

test('the service reads the same from a form as from JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 5 }), (parameters) => {
      expect(parseForm(toForm(parameters), new Set())).toEqual(parseJson(JSON.stringify(parameters)));
    }),
  );
});

test('an array of one stays an array, an empty object is an empty parameter', () => {
  expect(toForm({ pid: [1], userData: {}, lang: undefined })).toBe('pid%5B%5D=1&userData=');
});

test.each([
  ['an empty key', { '': 'x' }],
  ['brackets', { 'a[b]': 'x' }],
])('refuses what bracket notation would say otherwise: %s', (_, userData) => {
  expect(() => toForm({ userData })).toThrow(
    new TypeError('A key of userData is empty or has brackets: send it as JSON.'),
  );
});

test('keys that are numbers are members', () => {
  expect(parseForm(toForm({ userData: { 0: 'x', 7: 'y' } }), new Set(['pid']))).toEqual({
    userData: { 0: 'x', 7: 'y' },
  });
});

test('refuses a lone surrogate, which would be sent as another character', () => {
  expect(() => toForm({ proof: { html: '\ud800' } })).toThrow('lone surrogate');
});
