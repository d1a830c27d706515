import { expect, test } from 'vitest';
import { suggestLanguage } from '../../../shared/schema/vocabulary.ts';

test.each([
  ['en', 'eng for English'],
  ['EN', 'eng for English'],
  ['en-GB', 'eng for English'],
  ['de_AT', 'deu for German'],
  ['ger', 'deu for German'],
  ['Ita', 'ita for Italian'],
])('%s is answered with the code that is meant', (given, meant) => {
  expect(suggestLanguage(given)).toBe(` Write ${meant}.`);
});

test.each(['nl', '', '__proto__', 'constructor', 'e'.repeat(100_000), 7, null, ['en']])('%j gets no guess', (given) => {
  expect(suggestLanguage(given)).toBe('');
});
