import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNoticeText, renderMarkdown } from '../../../cli/notices/notice-folder.ts';
import { checkMarkup } from '../../../pages/markup/check-markup.ts';
import { newFolder } from '../../support/folder.ts';

/** What is refused in a text, as `line: message`. */
const refusedIn = async (file: 'eng.html' | 'eng.md', text: string): Promise<string[]> => {
  const folder = newFolder();
  await writeFile(join(folder, file), text);
  const { refused } = await readNoticeText(join(folder, file));
  return refused.map(({ line, says }) => `${line}: ${says}`);
};

/** What marked makes of this is published: if an upgrade makes it otherwise, every notice in Markdown gets a version. */
test('Markdown is rendered as it always was', () => {
  const markdown = [
    '# Privacy notice',
    '',
    'Rights & duties under *GDPR*, **Art. 13**; ~~old~~ &copy; 2026 &amp; "later"',
    'goes on  ',
    'after a break, and `<code>` too. See <https://shop.example> or www.shop.example',
    'or [the terms](https://shop.example/?a=1&b=2 "Terms & more").',
    '',
    '## Who we are ##',
    '',
    '- Demo Shop',
    '  - a subsidiary',
    '- Other Shop',
    '',
    '1. one',
    '2. two',
    '',
    '   with a paragraph',
    '',
    '- [x] done',
    '',
    '| Purpose | Days |',
    '| :------ | ---: |',
    '| Orders \\| returns | 30 |',
    '',
    '> quoted',
    '',
    '![Logo](logo.png)',
    '',
    '---',
    '',
    '    code & code',
    '',
    '<div class="note">\n\n*raw* HTML\n\n</div>',
    '',
    'Ä é ф 🍪 a\\*b snake_case_name 1 < 2',
    '',
  ].join('\n');

  expect(renderMarkdown(markdown)).toBe(
    [
      '<h1>Privacy notice</h1>',
      '<p>Rights &amp; duties under <em>GDPR</em>, <strong>Art. 13</strong>; <del>old</del> &copy; 2026 &amp; &quot;later&quot;',
      'goes on<br>after a break, and <code>&lt;code&gt;</code> too. See <a href="https://shop.example">https://shop.example</a> or <a href="http://www.shop.example">www.shop.example</a>',
      'or <a href="https://shop.example/?a=1&amp;b=2" title="Terms &amp; more">the terms</a>.</p>',
      '<h2>Who we are</h2>',
      '<ul>',
      '<li>Demo Shop<ul>',
      '<li>a subsidiary</li>',
      '</ul>',
      '</li>',
      '<li>Other Shop</li>',
      '</ul>',
      '<ol>',
      '<li><p>one</p>',
      '</li>',
      '<li><p>two</p>',
      '<p>with a paragraph</p>',
      '</li>',
      '</ol>',
      '<ul>',
      '<li><input checked="" disabled="" type="checkbox"> done</li>',
      '</ul>',
      '<table>',
      '<thead>',
      '<tr>',
      '<th align="left">Purpose</th>',
      '<th align="right">Days</th>',
      '</tr>',
      '</thead>',
      '<tbody><tr>',
      '<td align="left">Orders | returns</td>',
      '<td align="right">30</td>',
      '</tr>',
      '</tbody></table>',
      '<blockquote>',
      '<p>quoted</p>',
      '</blockquote>',
      '<p><img src="logo.png" alt="Logo"></p>',
      '<hr>',
      '<pre><code>code &amp; code',
      '</code></pre>',
      '<div class="note"><p><em>raw</em> HTML</p>',
      '</div><p>Ä é ф 🍪 a*b snake_case_name 1 &lt; 2</p>',
    ].join('\n'),
  );
});

const [ofP, ofCode] = ['<p> may have dir, id, lang, style', '<code> may have dir, id, lang, style'];

describe('what is refused is named with its line', () => {
  test('in HTML', async () => {
    const html = '<p>a</p>\r\n\r\n<p\r\n  hidden>b</p><p inert>c</p>\r\n<h2>d\r\n';

    expect(await refusedIn('eng.html', html)).toEqual([
      `3: <p hidden>: the attribute hidden is not allowed; ${ofP}.`,
      `4: <p inert>: the attribute inert is not allowed; ${ofP}.`,
      '5: <h2>: <h2> is not closed with </h2>.',
    ]);
  });

  test('in Markdown, where it stands there as it is', async () => {
    const markdown = [
      '# Title',
      '',
      'Text <b hidden>bold</b>',
      'and <b>more</b>, <b hidden>again</b>',
      '',
      '- one',
      '- two <i inert>x</i>',
      '',
      '  with <i inert>y</i>',
      '',
      '> quoted',
      '> <u hidden>z</u>',
      '',
      '| a | b |',
      '|---|---|',
      '| c | <s hidden>d</s> |',
      '',
      '<div',
      '  hidden>',
      '',
      'e &foo; f',
      '',
      '</div>',
      '',
      '<p inert>last</p>',
    ].join('\n');

    expect((await refusedIn('eng.md', markdown)).map((line) => line.split(': the attribute')[0])).toEqual([
      '3: <b hidden>',
      '4: <b hidden>',
      '7: <i inert>',
      '9: <i inert>',
      '12: <u hidden>',
      '16: <s hidden>',
      '18: <div hidden>',
      '21: hidden><p>e &foo; f</p>: an & that does not begin a character reference such as &amp; or &nbsp;; write &amp;.',
      '25: <p inert>',
    ]);
  });

  test.each([
    [
      'an image',
      'a\n\nb\n![Logo](logo.png)',
      '4: <img src="logo.png" alt="Logo">: the element img is not allowed; say in words',
    ],
    ['a relative link', 'a\n\n- b\n- [c](/terms)', '4: <a href="/terms">: href must be a whole address'],
    ['code', 'a\n[b](javascript:alert(1))', '2: <a href="javascript:alert(1)">: href must be a whole address'],
    [
      'a link with a title',
      '[a](https://shop.example "Shop")',
      '1: <a href="https://shop.example" title="Shop">: the attribute title',
    ],
    [
      'a list of tasks',
      'a\n\n- [ ] b',
      '3: <input disabled="" type="checkbox">: the element input is not allowed; a text has no fields; write ☐ or ☑',
    ],
    [
      'a block of code in a language',
      'a\n\n```json\n{}\n```',
      `3: <code class="language-json">: the attribute class is not allowed; what it looks like depends on the page; name no language after \`\`\`; ${ofCode}.`,
    ],
    ['a reference', '[a]\n\n[a]: ../terms.html', '1: <a href="../terms.html">: href must be a whole address'],
  ])('in Markdown, where marked makes it: %s', async (_kind, markdown, message) => {
    const [first] = await refusedIn('eng.md', markdown);

    expect(first).toContain(message);
  });

  const gitHubOnly =
    'GitHub\'s footnotes, alerts and heading ids are not supported and would appear as typed. For a footnote write `<sup><a href="#notice-1">1</a></sup>` and `<p id="notice-1">…</p>`.';
  const unreadLink =
    'a link that would appear as typed. In its address, write %20 for a space, and nothing for a space in a telephone number; inside HTML write <a href="…">.';

  test.each([
    [
      'footnotes',
      'a\n\nb\nFootnote[^1]\nand[^b-c]\n\n[^1]: The footnote.',
      [`4: [^1]: ${gitHubOnly}`, `5: [^b-c]: ${gitHubOnly}`, `7: [^1]: ${gitHubOnly}`],
    ],
    ['a footnote that is an address', 'a\n\nb\nc[^1]\n\n[^1]: https://shop.example', [`4: ^1: ${gitHubOnly}`]],
    ['an alert', 'a\n\n> [!NOTE]\n> b', [`3: [!NOTE]: ${gitHubOnly}`]],
    ['the id of a heading', 'a\n\n## Rights {#rights}', [`3: {#rights}: ${gitHubOnly}`]],
    ['the id of an underlined heading', 'Rights & *duties* {#r d}\n===', [`1: {#r d}: ${gitHubOnly}`]],
    ['a space in a telephone number', 'a\n[doc](tel:02 123)', [`2: [doc](: ${unreadLink}`]],
    ['a space in an address', 'a\nb\n[a](https://acme.example/a b)', [`3: [a](: ${unreadLink}`]],
    ['a link in HTML', '<p>\n[a](https://acme.example)</p>', [`2: [a](: ${unreadLink}`]],
  ])('in Markdown, where marked leaves it as it is: %s', async (_kind, markdown, messages) => {
    expect(await refusedIn('eng.md', markdown)).toEqual(messages);
  });

  test('not where it is meant', async () => {
    const markdown = 'a `[^1]` and `](`, an array[i], x^2, {#b} c, [!d]\n\n```\n[a](b c) [^2]\n```';

    expect(await refusedIn('eng.md', markdown)).toEqual([]);
    expect(await refusedIn('eng.html', '<h2>[^1] [a](b) {#c}</h2><blockquote><p>[!NOTE]</p></blockquote>')).toEqual([]);
  });

  test.each(['[^1]', '](', '[', '[^', '{', '\\[^', '[!a', '<code>[^1]', '# {#a}\n'])(
    'a mebibyte of %s in Markdown is checked in seconds',
    { timeout: 60_000 },
    (part) => {
      const before = process.cpuUsage();
      checkMarkup(`<h2>${part.repeat(2 ** 20 / part.length)}`, 'markdown');

      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
    },
  );

  test('with how to set an id in Markdown', async () => {
    expect(await refusedIn('eng.md', '[a](#rights)')).toEqual([
      '1: <a href="#rights">: href must be #notice-… for an id of the text: write #notice-rights here, and where it leads an id, such as <h2 id="notice-rights">…</h2>, in Markdown as well.',
    ]);
  });

  test('up to a number that somebody reads', async () => {
    const lines = await refusedIn('eng.html', '<p hidden>a</p>\n'.repeat(5_000));

    expect(lines).toHaveLength(21);
    expect(lines.slice(-2)).toEqual([
      `20: <p hidden>: the attribute hidden is not allowed; ${ofP}.`,
      'undefined: there are 4980 more.',
    ]);
  });

  test.each([
    ['Word', 'eng.html', '<p class=MsoNormal style="mso-margin-top-alt:auto">a<o:p></o:p></p>'],
    [
      'Google Docs',
      'eng.html',
      '<b style="font-weight:normal;" id="docs-internal-guid-1a2b-7fff"><p dir="ltr">a</p></b>',
    ],
    ['LibreOffice', 'eng.html', '<meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/><p>a</p>'],
    ['LibreOffice, in part', 'eng.html', '<p lang="it-IT" class="western">a</p>'],
    ['LibreOffice, a font', 'eng.html', '<p><font face="Liberation Serif, serif">a</font></p>'],
    ['Word, in Markdown', 'eng.md', '# a\n\n<p class="MsoNormal">b</p>'],
  ] as const)('first with what to do about the HTML of a word processor: %s', async (_kind, file, html) => {
    const lines = await refusedIn(file, html);

    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]).toBe(
      'undefined: comes from a word processor. Use its plain text, and write headings and lists as Markdown.',
    );
  });
});

test('everyday Markdown is allowed', async () => {
  const markdown = [
    '# Privacy\n\nRights & duties under *GDPR*, **Art. 13**; ~~old~~, `<code>` & "later"  \nbreak',
    'See <https://shop.example>, www.shop.example, privacy@shop.example and [terms](https://shop.example/?a=1&b=2).',
    '1. one\n2. two\n\n   more\n\n   - deep\n\n7) seven',
    '| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |',
    '> quoted\n>\n> - list',
    '---\n\n    code <p hidden>\n\n```\nmore\n```',
    '<h2 id="notice-rights">Rights</h2>\n\n[to them](#notice-rights)<br>',
  ].join('\n\n');

  expect(await refusedIn('eng.md', markdown)).toEqual([]);
});
