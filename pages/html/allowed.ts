/**
 * What HTML of others may have. `shownElements` and what goes with them are for everything that a page shows, in Node.js and in the browser; the
 * rest, which is narrower, is for the text of a notice when it is published.
 */

const wordsOf = (...lines: readonly string[]): readonly string[] => lines.flatMap((line) => line.split(' '));

/** Elements that show something, and load nothing and link nowhere with `shownAttributes` alone. */
export const shownElements = wordsOf(
  'a abbr address article aside b bdi bdo big blockquote br button caption center cite code col colgroup dd del details dfn',
  'dialog dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i input ins kbd label',
  'legend li main mark menu meter nav ol optgroup option output p pre progress q rp rt ruby s samp search section select small',
  'span strike strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr',
);

/** Elements removed with their content: it runs, loads something, is drawn by a program or is never visible. Others leave their content. */
export const droppedElements = wordsOf(
  'applet area audio base canvas datalist embed fencedframe frame frameset iframe link map math meta noembed noframes noscript',
  'object param picture plaintext portal script source style svg template title track video xmp',
);

/** Form fields, which keep their values and are shown disabled. */
export const controls = wordsOf('button input select textarea');

/** Attributes that change only looks or text. None is an address. */
export const shownAttributes = wordsOf(
  'abbr align bgcolor border cellpadding cellspacing checked class cols color colspan datetime dir face for headers height',
  'hidden high id label lang low max maxlength min minlength multiple nowrap open optimum placeholder readonly required',
  'reversed rows rowspan scope selected size span start step style title type valign value width wrap',
);

/** The allowed declarations of `style`: none hides text, moves it, or loads anything. */
const styles: Readonly<Record<string, readonly string[]>> = {
  'font-style': ['italic', 'normal'],
  'font-weight': ['bold', 'normal'],
  'text-align': ['center', 'end', 'justify', 'left', 'right', 'start'],
  'text-decoration': ['line-through', 'underline'],
};

const declarations = Object.entries(styles).map(([name, values]) => `${name}\\s*:\\s*(?:${values.join('|')})`);

/** Escapes, comments and `!important` are not allowed. */
const style = new RegExp(`^[\\s;]*(?:(?:${declarations.join('|')})\\s*(?:;[\\s;]*|$))*$`, 'i');

/**
 * Ids of link targets within a text. Browsers make each id of a page a member of `window`, where scripts may look for something else; no script
 * has a variable with a hyphen.
 */
const id = /^notice-[a-z0-9-]{1,64}$/;

/** Without a user name before the host, which could look like another host; a mail has one recipient. */
const href = new RegExp(
  `^(?!.*%(?![0-9a-f]{2}))(?:${[
    String.raw`https?://[^\s\p{C}\\/?#@[\]<>{}]+(?:[/?#][^\s\p{C}\\<>{}]*)?`,
    String.raw`mailto:[^\s\p{C}\\@<>"?,;{}]+@[^\s\p{C}\\@<>"?,;{}]+(?:\?[^\s\p{C}\\<>"{}]*)?`,
    String.raw`tel:\+?[0-9][-0-9.()]*(?:;ext=[0-9]+)?`,
    '#notice-[a-z0-9-]{1,64}',
  ].join('|')})$`,
  'iu',
);

const cell = { align: /^(?:left|center|right)$/, colspan: /^(?:[1-9]\d?|100)$/, rowspan: /^(?:[1-9]\d?|100)$/ };

/** Allowed attributes and their values: of each element, and of every one (`*`). In a list, each word counts. */
export const allowedAttributes: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  '*': { dir: /^(?:ltr|auto)$/, id, lang: /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i, style },
  a: { href, rel: /^(?:external|nofollow|noopener|noreferrer)$/, target: /^_blank$/ },
  li: { value: /^\d{1,9}$/ },
  ol: { start: /^\d{1,9}$/, type: /^[1aAiI]$/ },
  td: cell,
  th: { ...cell, scope: /^(?:col|row|colgroup|rowgroup)$/ },
};

const span = 'a whole number from 1 to 100';

/** What the value of an allowed attribute must be, in words. */
export const attributeRules: Readonly<Record<string, string>> = {
  align: 'left, center or right',
  colspan: span,
  dir: 'ltr or auto',
  href: 'a whole address without blanks and braces: https://…, http://…, mailto:… with one recipient, tel:…, or #notice-… for an id of the text, such as <h2 id="notice-rights">',
  id: 'notice- and then a to z, 0 to 9 and -, because another id could replace a variable of the page',
  lang: 'the tag of a language, such as en or pt-BR',
  rel: 'external, nofollow, noopener or noreferrer',
  rowspan: span,
  scope: 'col, row, colgroup or rowgroup',
  start: 'a whole number',
  style: Object.entries(styles)
    .map(([name, values]) => `${name}: ${values.join(' | ')}`)
    .join('; '),
  target: '_blank',
  type: '1, a, A, i or I',
  value: 'a whole number',
};

export const allowedElements: readonly string[] =
  'a b blockquote br caption cite code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i ins li ol p pre q s section span strong sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  );

/** Forbidden ancestors of an element: a link has one target, and text that gets smaller and smaller cannot be read. */
export const notWithin: Readonly<Record<string, readonly string[]>> = {
  a: ['a'],
  sub: ['sub', 'sup'],
  sup: ['sub', 'sup'],
};

/** Required parents of an element, so that it does not close an element of the page of the same kind. */
export const requiredParents: Readonly<Record<string, readonly string[]>> = {
  dd: ['dl'],
  dt: ['dl'],
  li: ['ol', 'ul'],
};
