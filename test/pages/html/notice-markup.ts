import * as fc from 'fast-check';
import { allowedElements } from '../../../pages/html/allowed.ts';
import { allHostileMarkup } from './hostile-markup.ts';

/** Names of elements: mostly those of texts, so that many texts are allowed. */
const names = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(...allowedElements.filter((name) => name !== 'br' && name !== 'hr')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'svg',
      'math',
      'style',
      'script',
      'select',
      'option',
      'template',
      'form',
      'button',
      'noscript',
      'title',
      'iframe',
      'textarea',
      'details',
      'font',
      'nobr',
      'marquee',
      'colgroup',
      'body',
      'frameset',
      'x-y',
      'mtext',
    ),
  },
);

const attributes = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ' lang="it"',
      ' dir=rtl',
      " dir='auto'",
      ' style="text-align: right"',
      ' STYLE="font-weight:bold;"',
      ' align="center"',
      ' colspan=2',
      ' rowspan="2"',
      ' scope="col"',
      ' start=3',
      ' type="i"',
      ' value="4"',
      ' href="https://shop.example/?a=1&b=2"',
      ' href="mailto:a@shop.example"',
      ' target=_blank rel="noopener"',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ' onclick=hit()',
      ' style="display:none"',
      ' href="javascript:hit()"',
      ' id=title',
      ' hidden',
      ' class="a"',
      ' style="text-align:right;position:fixed"',
      ' data-a="1"',
      ' name=b',
      ' /',
      ' "',
      ' =',
      ' href=//evil.example',
      ' style="opacity&colon;0"',
      ' colspan=101',
      ' rowspan=0',
      ' is=x-y',
      ' id="notice-a"',
      ' href=#notice-a',
    ),
  },
);

const words = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('a', ' ', 'Tom &amp; Jerry', '\n', '1 &lt; 2', '&nbsp;', '\n\nb', 'é🍪', '&#8364;'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<', '&', '<!-- -->', '&lt', '<br', '</p>', '<b>', '\u202e', '&#13;', '-->', ']]>'),
  },
);

const voids = fc.constantFrom('<br>', '<hr>', '<br/>', '<hr style="text-align:left">');

const { markup } = fc.letrec<{ markup: string; node: string }>((tie) => ({
  markup: fc.array(tie('node'), { maxLength: 4 }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: words },
    { weight: 1, arbitrary: voids },
    {
      weight: 8,
      arbitrary: fc
        .tuple(names, attributes, tie('markup'), fc.constantFrom(...Array<boolean>(12).fill(true), false))
        .map(
          ([name, attribute, content, isClosed]) => `<${name}${attribute}>${content}${isClosed ? `</${name}>` : ''}`,
        ),
    },
  ),
}));

const table = fc
  .array(fc.array(fc.tuple(fc.constantFrom('td', 'th'), attributes, markup), { maxLength: 3 }), { maxLength: 3 })
  .map((rows) =>
    rows.map(
      (row) =>
        `<tr>${row.map(([name, attribute, content]) => `<${name}${attribute}>${content}</${name}>`).join('')}</tr>`,
    ),
  )
  .map((rows) => `<table>${rows.join('')}</table>`);

const list = fc
  .tuple(fc.constantFrom('ul', 'ol', 'dl'), fc.array(markup, { maxLength: 3 }))
  .map(([name, items]) => [name, name === 'dl' ? 'dd' : 'li', items] as const)
  .map(
    ([name, item, items]) => `<${name}>${items.map((content) => `<${item}>${content}</${item}>`).join('')}</${name}>`,
  );

/** Texts of notices, good and bad ones, with pieces of hostile markup in some of them. */
export const someMarkup: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: markup },
  { weight: 3, arbitrary: table },
  { weight: 2, arbitrary: list },
  {
    weight: 1,
    arbitrary: fc.tuple(markup, fc.constantFrom(...allHostileMarkup), markup).map((parts) => parts.join('')),
  },
);
