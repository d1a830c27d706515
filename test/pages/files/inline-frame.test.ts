import { expect, test } from 'vitest';
import { estimateLines } from '../../../pages/files/inline-frame.ts';

test.each([
  ['nothing', '', 0],
  ['a word', 'Yes', 1],
  ['a checkbox with its label', '<form><label><input type="checkbox"> I agree</label><button>OK</button></form>', 2],
  ['three paragraphs', '<p>One</p><p>Two</p><p>Three</p>', 4],
  ['a long paragraph', `<p>${'word '.repeat(80)}</p>`, 11],
  ['names that only begin like those of lines', '<pictures>x</pictures><brand>', 1],
])('a frame is about as high as %s', (_what, body, lines) => {
  expect(estimateLines({ body })).toBe(lines);
});
