import { describe, expect, test } from 'vitest';
import { allowedElements } from '../../../pages/html/allowed.ts';
import { checkMarkup, describeFinding } from '../../../pages/html/lint.ts';
import { expectToBeCheckedSoon, filled } from '../../cli/notices/large-markup.ts';
import { hostileMarkup } from './hostile-markup.ts';

const findingsOf = (html: string): string[] => checkMarkup(html).findings.map(describeFinding);

describe.each(Object.entries(hostileMarkup))('refused is what %s', (_kind, texts) => {
  test.each(texts)('%s', (html) => {
    expect(findingsOf(html)).not.toEqual([]);
  });
});

test.each([
  ['text alone', 'Tom &amp; Jerry &lt;3 "x" > y'],
  ['an ampersand that begins no character', 'Tom & Jerry'],
  ['nothing', ''],
  ['headings, paragraphs and rules', '<h1>a</h1><h2>b</h2><p>c<br>d<br/>e</p><hr><h6>f</h6>'],
  ['sections', '<section><h2>a</h2><div><p>b</p></div></section>'],
  ['lists', '<ul>\n<li>a<ul><li>b</li></ul></li>\n</ul><ol start="3" type="a"><li value="7">b</li></ol>'],
  ['definitions', '<dl><dt>c</dt><dd>d</dd></dl>'],
  ['a table', '<table><caption>a</caption><thead><tr><th scope="col" colspan=2>b</th></tr></thead></table>'],
  ['rows without a body', '<table>\n<tr>\n<td align="right">a</td>\n</tr>\n<tr><td>b</td></tr></table>'],
  ['cells over rows', '<table><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>'],
  [
    'cells over the last row',
    '<table><tbody><tr><td rowspan=9>a</td></tr></tbody><tbody><tr><td>b</td></tr></tbody></table>',
  ],
  ['a link', '<a href="https://shop.example/?a=1&b=2" target="_blank" rel="noopener noreferrer">a</a>'],
  ['a link with a port, a fragment and letters of its language', '<a href="http://bücher.example:8080/ä?b#c@d">a</a>'],
  ['a link to mail', '<a href="mailto:privacy@shop.example?subject=a%20b&cc=a@shop.example">a</a>'],
  ['a link to a telephone', '<a href="tel:+39-012-3456">a</a>'],
  ['a link within the text', '<a href="#notice-rights">a</a><h2 id="notice-rights">b</h2>'],
  ['a style', '<p style="text-align: center; FONT-WEIGHT:Bold;\n">a</p><p style="">b</p>'],
  ['languages and directions', '<p lang="pt-BR" dir="ltr">a</p><span lang="ar" dir="auto">مرحبا</span>'],
  [
    'blanks and breaks that people write',
    '<p>a<br><br>b&nbsp;&nbsp;c</p><hr><table><tr><td></td><td>x</td><td></td></tr></table><pre>if a:\n        b\n\nc</pre>',
  ],
  ['entities', '<p>&amp; &lt;script&gt;alert(1)&lt;/script&gt; &nbsp;&euro;&#8364;</p>'],
  ['code', '<pre><code>&lt;p onclick="alert(1)"></code></pre><pre>\na\n\nb</pre>'],
  [
    'emphasis',
    '<em>a</em><strong>b</strong><b>c</b><i>d</i><u>e</u><s>f</s><del>g</del><ins>h</ins>1<sup>st</sup>H<sub>2</sub>O',
  ],
  ['quotations', '<blockquote><p>a <q>b</q> <cite>c</cite></p></blockquote>'],
  ['upper case', '<P>a</p><P LANG=it>b</P>'],
  [
    'scripts of all languages',
    '<p>Обработка персональных данных — ığüşöç 個人情報 🍪 👨‍👩‍👧 e\u0301 soft\u00adhyphen</p>',
  ],
  ['nesting', `${'<div>'.repeat(32)}a${'</div>'.repeat(32)}`],
])('allowed: %s', (_kind, html) => {
  expect(findingsOf(html)).toEqual([]);
});

const moved =
  'browsers move or drop what is here; close each element in the one in which it begins, write the text of a table into its cells, and no block such as <div> into <p>';
const href =
  'href must be a whole address without blanks and braces: https://…, http://…, mailto:… with one recipient, tel:…, or #notice-… for an id of the text, such as <h2 id="notice-rights">';
const ofP = '<p> may have dir, id, lang, style';

test.each([
  [
    '<x-y></x-y><constructor></constructor>',
    `<x-y>: the element x-y is not allowed; say in words what it shows; allowed are ${allowedElements.join(', ')}.`,
    '<constructor>: the element constructor is not allowed; say in words what it shows.',
  ],
  [
    '<p onclick=a>a</p>',
    `<p onclick=a>: the attribute onclick is not allowed; what it says must stand in the text. ${ofP}.`,
  ],
  ['<p constructor>a</p>', '<p constructor>: its attributes are not allowed.'],
  [
    '<p style="color: red">a</p>',
    '<p style="color: red">: style must be font-style: italic | normal; font-weight: bold | normal; text-align: center | end | justify | left | right | start; text-decoration: line-through | underline.',
  ],
  [
    '<a href="https://a.example" rel="noopener me">a</a>',
    '<a href="https://a.example" rel="noopener me">: rel must be external, nofollow, noopener or noreferrer.',
  ],
  ['<table><tr><td colspan=101>a</td></tr></table>', '<td colspan=101>: colspan must be a whole number from 1 to 100.'],
  ['<a href="/a">a</a>', `<a href="/a">: ${href}.`],
  ['<a href="#Rights">a</a>', `<a href="#Rights">: ${href}.`],
  ['<a href="mailto:a@b.example,c@d.example">a</a>', `<a href="mailto:a@b.example,c@d.example">: ${href}.`],
  [
    '<a href="https://a.example"> </a>',
    '<a href="https://a.example">: the link has no text; write it between <a …> and </a>.',
  ],
  [
    '<a href="#notice-a">a</a>',
    '<a href="#notice-a">: nothing in the text has the id notice-a; add it to the target of the link, such as <h2 id="notice-a">…</h2>, or remove the link.',
  ],
  ['<p id="notice-a">a</p>', '<p id="notice-a">: no link in the text points to the id notice-a; remove the id.'],
  ['<ul><li>one<li>two</ul>', '<li>: <li> is not closed; write </li>.', '<li>: <li> is not closed; write </li>.'],
  ['a</p>', '</p>: no <p> is open here; remove the end tag.'],
  ['<p><div>a</div></p>', `<div>: ${moved}.`],
  ['<table>a</table>', `<table>: ${moved}.`],
  ['<tr></tr>', '<tr>: <tr> must be inside <table>.'],
  ['<ul><div><li>a</li></div></ul>', '<li>: <li> must be directly inside <ol> or <ul>.'],
  ['<sup><i><sub>a</sub></i></sup>', '<sub>: <sub> may not be inside <sup>.'],
  ['<!-- a -->', '<!-- a -->: readers never see a comment; remove it.'],
  ['1 <3', '<3: a < that begins no tag; write &lt;.'],
  ['a &b; c', 'a &b; c: an & that does not begin a character reference such as &amp; or &nbsp;; write &amp;.'],
  ['a\u202eb', 'a\\u{202e}b: remove the characters here that hide others or change their order.'],
  ['<html><body>a</body></html>', '<html>: is a whole document; keep only what is inside <body>.'],
])('%s', (html, ...messages) => {
  expect(findingsOf(html)).toEqual(messages);
});

test('what is quoted in a message is short, in one line, and fit for a terminal', () => {
  const [message = ''] = findingsOf(`<p\n\n title="\u001b[2J${'a'.repeat(1_000)}">a</p>`);

  expect(message).toMatch(/^<p title="\\u\{1b\}\[2Ja{46}…: /);
});

test.each([
  `<x\u001b[2J${'a'.repeat(9_999)}>`,
  `<p x\u001b[2J${'a'.repeat(9_999)}>`,
  `<p style="${'a'.repeat(9_999)}">`,
])('names of any length do not make messages so', (html) => {
  for (const message of findingsOf(html)) {
    expect(message.length).toBeLessThan(700);
    expect(message).not.toContain('\u001b');
  }
});

test('findings come in the order of the text, also those that show only at its end', () => {
  expect(findingsOf('<div><p hidden>a</p><b>c')).toEqual([
    '<div>: <div> is not closed; write </div>.',
    `<p hidden>: the attribute hidden is not allowed; what it says must stand in the text. ${ofP}.`,
    '<b>: <b> is not closed; write </b>.',
  ]);
});

test.each([
  ['open elements that the parser lists', filled('<p><b>x</p>')],
  ['attributes', `<p ${Array.from({ length: 150_000 }, (_, i) => `a${i}`).join(' ')}>`],
])('a mebibyte of %s is checked in seconds', { timeout: 60_000 }, (_kind, html) => {
  expectToBeCheckedSoon(html);
});

test.each(['\u034f\ufe0f\u17b4', '\u2800', '\u00ad\u200b'])('letters that are blank, %j, are no text', (text) => {
  expect(checkMarkup(`<p>${text}</p>`).hasVisibleText).toBe(false);
});
