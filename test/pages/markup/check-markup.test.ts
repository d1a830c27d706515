import { describe, expect, test } from 'vitest';
import { checkMarkup } from '../../../pages/markup/check-markup.ts';
import { describeFinding } from '../../../pages/markup/finding.ts';
import { expectToBeCheckedSoon, filled } from '../../cli/notices/large-markup.ts';
import { hostileMarkup } from '../../support/hostile-markup.ts';

const findingsOf = (html: string): string[] => checkMarkup(html).findings.map(describeFinding);

describe.each(Object.entries(hostileMarkup))('refused is what %s', (_kind, texts) => {
  test.each(texts)('%s', (html) => {
    expect(checkMarkup(html).count).toBeGreaterThan(0);
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

const list =
  'allowed are a, b, blockquote, br, caption, cite, code, dd, del, div, dl, dt, em, h1, h2, h3, h4, h5, h6, hr, i, ins, li, ol, p, pre, q, s, section, span, strong, sub, sup, table, tbody, td, tfoot, th, thead, tr, u, ul';
const properties = 'allowed are font-style, font-weight, text-align, text-decoration';
const [ofP, ofLink] = ['<p> may have dir, id, lang, style', '<a> may have dir, href, id, lang, rel, style, target'];
const address =
  'href must be a whole address, because other sites show the text: https://…, http://…, mailto:…, tel:…, or #notice-… for an id of the text';

test.each([
  [
    '<iframe src=x></iframe><x-y></x-y>',
    `<iframe src=x>: the element iframe is not allowed; ${list}.`,
    '<x-y>: the element x-y is not allowed.',
  ],
  ['<constructor></constructor>', `<constructor>: the element constructor is not allowed; ${list}.`],
  [
    '<img src="a.png">',
    `<img src="a.png">: the element img is not allowed; say in words what the picture shows; ${list}.`,
  ],
  ['<center></center>', `<center>: the element center is not allowed; write style="text-align: center"; ${list}.`],
  ['<p onclick=a>a</p>', `<p onclick=a>: the attribute onclick is not allowed; ${ofP}.`],
  ['<p constructor>a</p>', `<p constructor>: the attribute constructor is not allowed; ${ofP}.`],
  ['<a name="b">a</a>', `<a name="b">: the attribute name is not allowed; write an id; ${ofLink}.`],
  ['<p style="color: red">a</p>', `<p style="color: red">: the property color is not allowed; ${properties}.`],
  ['<p style="x">a</p>', `<p style="x">: the property x is not allowed; ${properties}.`],
  ['<p style="}">a</p>', `<p style="}">: the declaration is not allowed; ${properties}.`],
  [
    '<p style="text-align: a">a</p>',
    '<p style="text-align: a">: the property text-align must be center, end, justify, left, right or start.',
  ],
  ['<p style="font-weight: 1">a</p>', '<p style="font-weight: 1">: the property font-weight must be bold or normal.'],
  [
    '<a href="https://a.example" rel="me">a</a>',
    '<a href="https://a.example" rel="me">: rel must be external, nofollow, noopener or noreferrer.',
  ],
  ['<a href="https://a.example" target="b">a</a>', '<a href="https://a.example" target="b">: target must be _blank.'],
  ...['abbr', 'address', 'dfn', 'mark', 'time'].map((name): [string, string] => [
    `<${name}>a</${name}>`,
    `<${name}>: the element ${name} is not allowed; write the text without it; ${list}.`,
  ]),
  [
    '<p class="a">b</p>',
    `<p class="a">: the attribute class is not allowed; what it looks like depends on the page; ${ofP}.`,
  ],
  ['<ul><li>one<li>two</ul>', '<li>: <li> is not closed with </li>.', '<li>: <li> is not closed with </li>.'],
  ['<dl><dt>a<dd>b</dd></dl>', '<dt>: <dt> is not closed with </dt>.'],
  ['<ul><li><li>a</li></li></ul>', '<li>: browsers move <li>, because it may not be directly in <li>.'],
  ['<ul><li><dt>a</dt></li></ul>', '<dt>: <dt> must be directly inside <dl>.'],
  ...['mailto:a@b.example,c@d.example', 'mailto:a@b.example;c@d.example?subject=e'].map((href): [string, string] => [
    `<a href="${href}">a</a>`,
    `<a href="${href}">: href must have one recipient; write a link for each.`,
  ]),
  [
    '<a href="#Rights">a</a>',
    '<a href="#Rights">: href must be #notice-… for an id of the text: write #notice-rights here, and where it leads an id, such as <h2 id="notice-rights">…</h2>, in Markdown as well.',
  ],
  [
    '<a href="#">a</a>',
    '<a href="#">: href must be #notice-… for an id of the text: write #notice-rights here, and where it leads an id, such as <h2 id="notice-rights">…</h2>, in Markdown as well.',
  ],
  [
    '<a href=https://x.example/?a=1&b=2>a</a><a href=https://y.example/?c=3>b</a>',
    'https://x.example/?a=1&b=2>a</a><a href=: put the value in quotes.',
    'https://y.example/?c=3>b</a>: put the value in quotes.',
  ],
  ['<p dir="a">a</p>', '<p dir="a">: dir must be ltr or auto.'],
  ['<a href="/a">a</a>', `<a href="/a">: ${address}.`],
  [
    '<a href="https://a b">a</a>',
    '<a href="https://a b">: href has a space, a backslash or a character that nobody sees; remove it.',
  ],
  [
    '<a href="#notice-a">a</a>',
    '<a href="#notice-a">: nothing in the text has the id notice-a; add it to the target of the link, such as <h2 id="notice-a">…</h2>, or remove the link.',
  ],
  ['<p id="notice-a">a</p>', '<p id="notice-a">: no link in the text points to the id notice-a; remove the id.'],
  [
    '<p id="title">a</p>',
    '<p id="title">: id must be notice- and then a to z, 0 to 9 and -, because another id could replace a variable of the page.',
  ],
  ['<p>a', '<p>: <p> is not closed with </p>.'],
  ['a</p>', '</p>: no <p> is open here; remove the end tag.'],
  ['<p/>a</p>', '<p/>: / does not close <p>; write </p>.'],
  ['<p><div>a</div></p>', '<div>: browsers move <div>, because it may not be directly in <p>.'],
  ['<tr></tr>', '<tr>: browsers move <tr>, because it may not be outside of its container.'],
  ['<table>a</table>', '<table>: browsers move text out of a table; write it into a cell.'],
  ['<ul><div><li>a</li></div></ul>', '<li>: <li> must be directly inside <ol> or <ul>.'],
  ['<sup><i><sub>a</sub></i></sup>', '<sub>: <sub> may not be inside <sup>.'],
  ['<!-- a -->', '<!-- a -->: readers never see a comment; remove it.'],
  ['1 <3', '1 <3: a < that begins no tag; write &lt;.'],
  ['a &b; c', 'a &b; c: an & that does not begin a character reference such as &amp; or &nbsp;; write &amp;.'],
  ['a<p', 'a<p: a tag or comment is left open at the end of the text.'],
  ['<p lang=a1>a</p>', '<p lang=a1>: lang must be the tag of a language, such as en or pt-BR.'],
  ['a\u202eb', 'a\\u{202e}b: remove the characters here that hide others or change their order.'],
  ['<html><body>a</body></html>', '<html>: is a whole document, with <html>; keep only what is inside <body>.'],
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
    '<div>: <div> is not closed with </div>.',
    `<p hidden>: the attribute hidden is not allowed; ${ofP}.`,
    '<b>: <b> is not closed with </b>.',
  ]);
});

test.each([
  ['open elements that the parser lists', filled('<p><b>x</p>')],
  ['attributes', `<p ${Array.from({ length: 150_000 }, (_, i) => `a${i}`).join(' ')}>`],
  ['deep elements', filled(`${'<b>'.repeat(30)}a${'</b>'.repeat(30)}`)],
])('a mebibyte of %s is checked in seconds', { timeout: 60_000 }, (_kind, html) => {
  expectToBeCheckedSoon(html);
});

test.each(['\u034f\ufe0f\u17b4', '\u2800', '\u00ad\u200b'])('letters that are blank, %j, are no text', (text) => {
  expect(checkMarkup(`<p>${text}</p>`).hasVisibleText).toBe(false);
});
