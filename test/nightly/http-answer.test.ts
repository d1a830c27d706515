import { test } from 'vitest';
import { expectLargestAnswer } from '../shared/http/largest-answer.ts';

/** Further texts of answers that are as large as Lambda can return. */
test.each([
  ['backslashes', '\\'],
  ['control characters', '\u0001'],
  ['half quotes', '"x'],
  ['form HTML', '<input type="text" name="email">\n'],
  ['four bytes each', '\u{1f600}'],
  ['three bytes each', '\u20ac'],
])('of %s, what is answered is what Lambda can return', (_name, text) => expectLargestAnswer(text));
