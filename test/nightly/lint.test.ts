/** What a publisher may send as a notice takes seconds to check, whatever it is made of. */
import { test } from 'vitest';
import { expectToBeCheckedSoon, filled, mebibyte } from '../cli/notices/large-markup.ts';

test.each([
  ['paragraphs', filled('<p>We process <b>your</b> data.</p>\n')],
  ['short paragraphs', filled('<p>a</p>')],
  ['text', filled('word ')],
  ['characters', filled('&amp;')],
  ['open elements', filled('<div>')],
  ['ends without a start', filled('</p>')],
  ['unknown elements', filled('<x>')],
  ['ampersands', filled('&a;')],
  ['what begins no tag', filled('<')],
  ['comments', filled('<!---->')],
  ['one comment', filled('<!--')],
  ['deep elements', filled(`${'<b>'.repeat(30)}a${'</b>'.repeat(30)}`)],
  ['elements in deep ones', filled(`${'<div>'.repeat(30)}${'<p>a</p>'.repeat(300)}${'</div>'.repeat(30)}`)],
  ['tables', filled('<table>')],
  [
    'cells',
    `<table><tr>${'<td rowspan=100 colspan=100>a</td>'.repeat(15_000)}</tr>${'<tr></tr>'.repeat(50_000)}</table>`,
  ],
  ['declarations', `<p style="${'text-align:left;'.repeat(65_000)}">a</p>`],
  ['an address', `<a href="https://shop.example/${'a'.repeat(mebibyte)}">a</a>`],
  ['ids', filled('<p id="notice-a">a</p>')],
])('a mebibyte of %s is checked in seconds', { timeout: 60_000 }, (_kind, html) => {
  expectToBeCheckedSoon(html);
});
