import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readNoticeText } from '../../../cli/notices/text.ts';
import { newFolder } from '../../support/make/machine.ts';
import { filled } from './large-markup.ts';

const read = async (file: 'eng.html' | 'eng.md', text: string) => {
  const folder = newFolder();
  await writeFile(join(folder, file), text);
  return readNoticeText(join(folder, file));
};

/** What is refused in a text, as `line: message`. */
const refusedIn = async (file: 'eng.html' | 'eng.md', text: string): Promise<string[]> =>
  (await read(file, text)).refused.map(({ line, says }) => `${line}: ${says}`);

const htmlOf = async (markdown: string): Promise<string> => {
  const { html, problems, refused } = await read('eng.md', markdown);
  expect([...problems, ...refused]).toEqual([]);
  return html;
};

/** This is published: if an upgrade of a library makes it otherwise, every notice in Markdown gets a version. */
test('Markdown is rendered as it always was', async () => {
  const markdown = [
    '# Privacy notice',
    '',
    'Rights & duties under *GDPR*, **Art. 13**; ~~old~~ &copy; 2026 &amp; "later"',
    'goes on  ',
    'after a break, and `<code>` too. See <https://shop.example>, www.shop.example,',
    'privacy@shop.example or [the terms](https://shop.example/?a=1&b=2), also [here][terms].',
    '',
    '[terms]: https://shop.example/terms',
    '',
    '## Who we are ##',
    '',
    '- Demo Shop',
    '  - a subsidiary',
    '- Other Shop[^1]',
    '',
    '[^1]: Until *2025*.',
    '',
    '1. one',
    '2. two',
    '',
    '   with a paragraph',
    '',
    '4. four',
    '',
    '| Purpose | Days |',
    '| :------ | ---: |',
    '| Orders \\| returns | 30 |',
    '| Newsletter |',
    '',
    '> quoted',
    '',
    '---',
    '',
    '    code & code',
    '',
    '<div>\n\n*raw* HTML\n\n</div>',
    '',
    'Ä é ф 🍪 a\\*b snake_case_name 1 < 2',
    '',
  ].join('\n');

  expect(await htmlOf(markdown)).toBe(
    [
      '<h1>Privacy notice</h1>',
      '<p>Rights &amp; duties under <em>GDPR</em>, <strong>Art. 13</strong>; <del>old</del> © 2026 &amp; "later"',
      'goes on<br>',
      'after a break, and <code>&lt;code></code> too. See <a href="https://shop.example">https://shop.example</a>, <a href="http://www.shop.example">www.shop.example</a>,',
      '<a href="mailto:privacy@shop.example">privacy@shop.example</a> or <a href="https://shop.example/?a=1&amp;b=2">the terms</a>, also <a href="https://shop.example/terms">here</a>.</p>',
      '<h2>Who we are</h2>',
      '<ul>',
      '<li>Demo Shop',
      '<ul>',
      '<li>a subsidiary</li>',
      '</ul>',
      '</li>',
      '<li>Other Shop<sup><a href="#notice-1">1</a></sup></li>',
      '</ul>',
      '<div id="notice-1">',
      '<p><sup>1</sup> Until <em>2025</em>.</p>',
      '</div>',
      '<ol>',
      '<li>',
      '<p>one</p>',
      '</li>',
      '<li>',
      '<p>two</p>',
      '<p>with a paragraph</p>',
      '</li>',
      '<li value="4">',
      '<p>four</p>',
      '</li>',
      '</ol>',
      '<table>',
      '<thead>',
      '<tr>',
      '<th align="left">Purpose</th>',
      '<th align="right">Days</th>',
      '</tr>',
      '</thead>',
      '<tbody>',
      '<tr>',
      '<td align="left">Orders | returns</td>',
      '<td align="right">30</td>',
      '</tr>',
      '<tr>',
      '<td align="left">Newsletter</td>',
      '<td align="right"></td>',
      '</tr>',
      '</tbody>',
      '</table>',
      '<blockquote>',
      '<p>quoted</p>',
      '</blockquote>',
      '<hr>',
      '<pre><code>code &amp; code',
      '</code></pre>',
      '<div>',
      '<p><em>raw</em> HTML</p>',
      '</div>',
      '<p>Ä é ф 🍪 a*b snake_case_name 1 &lt; 2</p>',
    ].join('\n'),
  );
});

describe('what is refused is named with its line', () => {
  const ofP = '<p> may have dir, id, lang, style';
  const attribute = (name: string) => `the attribute ${name} is not allowed; what it says must stand in the text`;

  test('in HTML', async () => {
    const html = '<p>a</p>\r\n\r\n<p\r\n  hidden>b</p><p inert>c</p>\r\n<h2>d\r\n';

    expect(await refusedIn('eng.html', html)).toEqual([
      `3: <p hidden>: ${attribute('hidden')}. ${ofP}.`,
      `4: <p inert>: ${attribute('inert')}. ${ofP}.`,
      '5: <h2>: <h2> is not closed; write </h2>.',
    ]);
  });

  test('in Markdown, inside a block', async () => {
    const markdown = [
      'Text <b hidden>bold</b>',
      'and <b>more</b>, <b hidden>again</b>',
      '',
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
      '</div>',
      '',
      '![Logo](logo.png)',
      '',
      'a',
      '[b](javascript:alert(1) "Shop")',
    ].join('\n');

    expect((await refusedIn('eng.md', markdown)).map((line) => line.split(/>: |; /)[0])).toEqual([
      '1: <b hidden',
      '2: <b hidden',
      '4: <i inert',
      '6: <i inert',
      '9: <u hidden',
      '13: <s hidden',
      '15: <div hidden',
      '20: <img src="logo.png" alt="Logo"',
      '23: <a href="javascript:alert(1)" title="Shop"',
      '23: <a href="javascript:alert(1)" title="Shop"',
    ]);
  });

  test('up to a number that somebody reads', async () => {
    const lines = await refusedIn('eng.html', '<p hidden>a</p>\n'.repeat(5_000));

    expect(lines).toHaveLength(21);
    expect(lines.slice(-2)).toEqual([
      `20: <p hidden>: ${attribute('hidden')}. ${ofP}.`,
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

  test('once, with what to write', async () => {
    const table = '| Recipient | Purpose |\n|---|---|\n| Meta | Facebook Ireland | advertising profiles |';

    expect(await refusedIn('eng.md', table)).toEqual([
      '3: | advertising profiles |: the header of the table has 2 columns, so this cell would not be shown; add a column to the header, remove the cell, or write a backslash before a | of the text.',
    ]);
  });
});

/** Each is refused in the lines that are named. */
const lost: Readonly<Record<string, readonly (readonly [lines: readonly number[], markdown: string])[]>> = {
  'front matter': [
    [[1], '---\ntitle: Offers\ndescription: How we send offers\n---\n\nWe send you offers.'],
    [[1], '---\n# Offers\ntags:\n  - a\n\n...\na'],
    [[1, 7], '+++\ntitle = "Offers"\n+++\n\na\n\n{{ b }}'],
  ],
  'placeholders and directives': [
    ...['{:toc}', 'a {: .lead}', '# A {#b}', '{{ name }}', '{% include a.html %}', `\${name}`, '{name}'],
    ...['[TOC]', '@[toc]', '[[_TOC_]]', '![[Page|x]]', '<%= name %>', '%NAME%', 'a %company_name% b', '%s is'],
    ...['We are [COMPANY NAME].', '[NOME]', '[Company Name]', '[ИМЯ КОМПАНИИ]', '[●] days', '«Company_Name»'],
    ...[':::note\na', '!!! note', '\\newpage', '<p>{{ name }}</p>', '- a\n\n  > [!NOTE]\n  > b'],
    ...['[a](https://{{host}}/)', '%%NAME%%', '%(name)s', 'a [cookie_policy]', '[form id="1"]', 'a[/embed]'],
  ].map((markdown) => [[markdown.split('\n').findIndex((line) => /[[{%<«:!\\]/.test(line)) + 1], markdown]),
  'definitions and references': [
    [[1, 3], '[a]\n\n[a]: https://shop.example/%NAME%'],
    [[5], 'a [1] and [b]\n\n[1]: https://shop.example\n[b]: https://shop.example/b\n[c]: https://shop.example/c "C"'],
    [[1], '[//]: # (a comment)\n\na'],
    [[4], '[a]\n\n[a]: https://shop.example\n[A]: https://shop.example/b'],
    [[3, 3], 'a\n\n[^1]: b'],
    [[1], 'a[^1]'],
    [[1], '[a][b]'],
    [[1], '[b] and [a]\n\n[a]: https://shop.example'],
    [[1], '> [!note]\n> a'],
  ],
  links: [
    [[1], '«https://shop.example»'],
    [[1], '(www.shop.example’)'],
    [[1], 'a https://shop.example’s'],
    [[2], 'a\n[doc](tel:02 123)'],
    [[2], '<p>\n[a](https://shop.example)</p>'],
    [[1], '[a] (https://shop.example)'],
    [[1], 'a [](https://shop.example)'],
  ],
  tables: [
    [[4], '| a | b |\n|---|---|\n| 1 | 2 |\nWe sell your data.'],
    [[1, 2, 3], '| a | b |\n|---|\n| 1 | 2 |'],
    [[2], 'a | b\n---|---|---\n1 | 2'],
  ],
  'items that would stand in one line': [
    [[2], '• a\n• b'],
    [[2], 'a:\n•\tb'],
    [[2], 'o\ta\no\tb'],
    [[2], '– a\n– b'],
    [[3], 'a\n1.\u00a0b\n2.\u00a0c'],
    [[2], '-\u00a0a\n-\u00a0b'],
    [[2], 'a:\n    - b'],
    [[2, 3], 'a) b;\nb) c;\nc) d.'],
    [[2], '> **(a) b**\n> **(b) c**'],
    [[2], 'I. a\nII. b'],
    [[3], 'a:\n2. b\n3. c'],
    [[2], '1.1 a\n1.2 b'],
    [[3], '1. a\n  2. b\n    3. c'],
    [[3], '1. a\n2. b\n2.1. c\n3. d'],
    [[2], '1.º a\n2.º b'],
    [[2], 'a\n:   b'],
  ],
  'Markdown in HTML': [
    [[2], '<section>\n## a\nb\n</section>'],
    [[2], '<div>\n- a\n</div>'],
    [[2, 3], '<div>\n| a |\n|---|\n</div>'],
  ],
  'numbers and signs of lists': [
    [[2], '1. a\n1. b'],
    [[1, 2], '01. a\n02. b'],
    [[1], '- [ ] a'],
    [[1], '+ 39 055 123'],
    [[2], 'over\n> 18 years'],
  ],
  headings: [
    [[1], 'We process your data.\n---\n\na'],
    [[1], 'a\n---\nb'],
    [[1], 'a\nb\n======'],
    [[1], '## Number #'],
    [[1], '##Rights'],
    [[1], '##\u00a0Rights'],
    [[2], '1. a\n-----'],
    [[2], '1. a\n====='],
    [[3], 'a  b\n\n---  ---\n1  2'],
  ],
  code: [
    [[1], '```json title=a\n{}\n```'],
    [[1], '```\na'],
    [[3], 'a\n\n    **b**'],
  ],
  emphasis: [
    [[1, 1], 'Il **«Titolare»**tratta i dati.'],
    [[2, 2], 'a\n** spaced bold **'],
    [[1], '**unclosed bold'],
    [[1], 'not *closed'],
    [[1], '__important your rights'],
    [[1], '~~a'],
    [[1], '~a~'],
    [[1, 1], '==a=='],
    [[1], '`a'],
    [[1], 'l`une et l`autre'],
    [[1], '2*3*4'],
    [[1], 'Nutzer*innen und Kund*innen'],
    [[1], '*Pflicht für Nutzer*innen'],
    [[1], '*|NAME|*'],
    [[1], 'a^[b]'],
    [[1], '&#0;'],
    [[1], '&#128;'],
    [[1], '| a | _hjSession_* |\n|---|---|'],
    [[1, 1], '<div>**a**</div>'],
    [[1], 'a &nbps; b'],
  ],
  'what no reader sees': [
    [[1], '<!-- a -->\n\nb'],
    [[1], 'a <!-- b --> c'],
    [[5], 'a[^b]\n\n[^b]: c\n\n![d](e.png)'],
  ],
};

describe.each(Object.entries(lost))('refused are %s', (_kind, texts) => {
  test.each(texts)('in lines %j: %j', async (lines, markdown) => {
    expect((await read('eng.md', markdown)).refused.map(({ line }) => line)).toEqual(lines);
  });
});

test.each([
  ['2026. This is the year.', '<ol start="2026">\n<li>This is the year.</li>\n</ol>'],
  ['1. a\n2. b\n4. c', '<ol>\n<li>a</li>\n<li>b</li>\n<li value="4">c</li>\n</ol>'],
])('numbers of lists stay what they are: %j', async (markdown, html) => {
  expect(await htmlOf(markdown)).toBe(html);
});

test.each(['> ', `${' '.repeat(200)}- a\n`, '[^a]: ', '1. '])(
  'lists and quotations that are nested too deep are refused: %j',
  async (sign) => {
    const lines = await refusedIn('eng.md', filled(sign));

    expect(lines).toEqual([expect.stringMatching(/^1: .*lists or quotations are nested too deep\.$/)]);
  },
);

test.each(['](', '*a_', '[[[[', '<<<<', '[a](', '[a]: b\n', '`', ' _a', 'a*'])(
  'what would keep a parser busy for minutes is refused before: %j',
  async (marks) => {
    const lines = await refusedIn('eng.md', filled(marks));

    expect(lines).toHaveLength(1);
  },
);

test.each(['<code', '<pre>', '<pre><code>', '<<'])('HTML is read once: %s', async (tag) => {
  const lines = await refusedIn('eng.html', filled(tag));

  expect(lines.length).toBeGreaterThan(0);
});

test('long tables, lists and lines of text are published', async () => {
  const row = '| [a](https://shop.example) | **b** | _ga_c |\n';
  const text = `${'- [a](https://shop.example)\n'.repeat(1_500)}\n| a | b | c |\n|---|---|---|\n${row.repeat(500)}`;

  expect(await refusedIn('eng.md', `${text}\n${'**a** b, '.repeat(200)}\n\n${'- '.repeat(40)}\n\nb`)).toEqual([]);
});

test.each([
  '<p>{{ name }}</p>',
  '<p>[COMPANY NAME]</p>',
  '---\ntitle: a\n---\n<p>a</p>',
  '<a href="https://shop.example/{lang}">a</a>',
])('HTML has no placeholders either: %s', async (html) => {
  expect((await read('eng.html', html)).refused).toMatchObject([{ line: 1 }]);
});

test('Markdown in HTML, and what is written as a sign, is what it is', async () => {
  const html =
    '<h2>[^1] [a](b) **c**</h2><p>&#91;NAME] &#123;a}</p><p><code>{a} [B C]</code></p><blockquote><p>[!note]</p></blockquote>';

  expect(await refusedIn('eng.html', html)).toEqual([]);
});

/** Pieces of policies as people write them. */
test.each([
  [
    'ita',
    "Ai sensi dell'art. 13 del Reg. (UE) 2016/679 («GDPR») il **Titolare** è:\n\nDemo Shop S.r.l.  \nVia Roma 1\\\n50100 Firenze",
  ],
  [
    'ita',
    '1. Contratto (art. 6, par. 1, lett. b);\n2. Obblighi di legge:\n   - fatturazione,\n   - conservazione;\n3. Marketing.',
  ],
  ['ita', '> «Il titolare […] adotta misure»\n\nI campi con * sono obbligatori: Nome*, E-mail (*).'],
  ['deu', 'Datenschutzerklärung\n====================\n\nWer sind wir?\n-------------\n\n1) Auskunft\n2) Löschung'],
  ['deu', 'Die **Daten**schutzbeauftragte: datenschutz@shop.example, ca. ~10 €, 5 * 6 = 30, a < b & c > d, §&nbsp;25'],
  [
    'deu',
    '| Cookie | Dauer |\n|---|---|\n| _ga | 2 Jahre |\n| __cf_bm | 30 min |\n| `_hj*` | |\n\nCookies _ga und _gid von *.google.com',
  ],
  ['fra', 'Vos données[^a] :\n- **Nom** : pour livrer ;\n- ~~Fax~~.\n\n[^a]: Une fois.\n\n    Deux fois.'],
  ['fra', 'La CNIL (<https://www.cnil.fr>), https://shop.example/cgv?x=1&y=2#art_3 ; le 1<sup>er</sup> mars'],
  ['spa', '| Derecho | Cómo |\n| --- | --- |\n| Acceso | [correo](mailto:privacidad@shop.example) |\n| Otro \\| más |'],
  [
    'eng',
    '***Important:*** see _Section 4_, [Art. 6(1)(a)], [sic], [Annex II] and [1]; 50% of $5, #1, C#, AT&T, R&D; file_name',
  ],
  ['eng', '[your rights](#notice-rights)\n\n<h2 id="notice-rights">Rights</h2>\n\n---\n\nName: ____ | \\[NAME\\] \\*'],
  ['eng', '---\n\nTerms: none\n\n---\n\na `[^1]` and `](`, x^2\n\n```\n[a](b c) {d}\n```'],
  ['ita', 'a) uno  \nb) due\\\nc) tre<br>\nd) quattro\n\ne) cinque'],
  ['deu', 'Am 25.\n12. Dezember, spätestens am\n31. Januar'],
  ['deu', '**_a_** _**b**_ <b>_c_</b> _d_<br>un*glaub*lich, **fett e**f, <https://shop.example/’a>, &#xe9;'],
  ['fra', 'Un traitement\n– par exemple – de données\n: voir ci-dessous'],
  ['eng', '<ul>\n<li>a</li>\n</ul>\n\n<div>\n\n## b\n\n</div>\n\n- a) c\n- b) d\n\n---'],
])('honest Markdown is published: %s %j', async (_lang, markdown) => {
  expect(await refusedIn('eng.md', markdown)).toEqual([]);
});
