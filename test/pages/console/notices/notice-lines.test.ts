import { expect, test } from 'vitest';
import { linesOf } from '../../../../pages/console/notices/compare.tsx';
import { parsePage } from '../../../support/make/parsed-page.ts';

const read = (markup: string): string[] =>
  linesOf(parsePage(`<!doctype html><html><body>${markup}</body></html>`).body);

test('has a line for each heading, paragraph, item and row, whatever the tags within', () => {
  expect(
    read(`<h2>Your <b>data</b></h2>
      <p>We keep\n  them<br>for a year.</p>
      <ul><li>one<ul><li>one <i>and</i> a half</li></ul></li><li>two</li></ul>
      <table><tr><th>What</th><th>Why</th></tr><tr><td>e-mail</td><td>news</td></tr></table>`),
  ).toEqual([
    'Your data',
    'We keep them',
    'for a year.',
    'one',
    'one and a half',
    'two',
    'What | Why',
    'e-mail | news',
  ]);
});

test('says where a link leads whose text does not', () => {
  expect(
    read(
      '<p><a href="https://shop.example/privacy">Privacy</a> or <a href="https://shop.example">https://shop.example</a></p>',
    ),
  ).toEqual(['Privacy (https://shop.example/privacy) or https://shop.example']);
});

test('has nothing of what nobody reads, and shows what would be obeyed', () => {
  expect(read('<style>p { color: red }</style><!-- no --><p>a\u202eb</p><script>alert(1)</script><p> </p>')).toEqual([
    'a\\u{202e}b',
  ]);
});
