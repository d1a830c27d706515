import { expect, test } from 'vitest';
import { sayMeantLanguage } from '../../../shared/schema/vocabulary.ts';

test.each([
  ['en', 'eng for English'],
  ['EN', 'eng for English'],
  ['en-GB', 'eng for English'],
  ['de_AT', 'deu for German'],
  ['ger', 'deu for German'],
  ['Ita', 'ita for Italian'],
])('%s is answered with the code that is meant', (given, meant) => {
  expect(sayMeantLanguage(given)).toBe(` Write ${meant}.`);
});

test.each(['nl', '', '__proto__', 'constructor', 'e'.repeat(100_000), 7, null, ['en']])('%j gets no guess', (given) => {
  expect(sayMeantLanguage(given)).toBe('');
});
