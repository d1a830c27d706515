const list = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** The allowed values in words: `bold or normal`, `ltr, rtl or auto`. */
const describeAllowed = (values: readonly string[]): string => list.format(values);

/** What is wrong with the value of an attribute; undefined if nothing is. */
type ValueCheck = (value: string) => string | undefined;

/** The attributes that an element may have. */
type Attributes = Readonly<Record<string, ValueCheck>>;

const oneOf =
  (...values: readonly string[]): ValueCheck =>
  (value) =>
    values.includes(value) ? undefined : `must be ${describeAllowed(values)}`;

const matching =
  (pattern: RegExp, rule: string): ValueCheck =>
  (value) =>
    pattern.test(value) ? undefined : rule;

/** For `colspan` and `rowspan`. */
export const largestSpan = 100;

const rule =
  'href must be a whole address, because other sites show the text: https://…, http://…, mailto:…, tel:…, or #notice-… for an id of the text';

const span = matching(/^(?:[1-9]\d?|100)$/, `must be a whole number from 1 to ${largestSpan}`);

const count = matching(/^[1-9]\d{0,5}$/, 'must be a whole number of 1 or more');

/** The allowed declarations of `style`: none hides text, moves it, or loads anything. */
export const styleProperties: Readonly<Record<string, readonly string[]>> = {
  'font-style': ['italic', 'normal'],
  'font-weight': ['bold', 'normal'],
  'text-align': ['center', 'end', 'justify', 'left', 'right', 'start'],
  'text-decoration': ['line-through', 'underline'],
};

const checkDeclaration = (declaration: string): string | undefined => {
  const [property = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim().toLowerCase());
  const values = Object.hasOwn(styleProperties, property) ? styleProperties[property] : undefined;
  if (values === undefined) {
    const name = /^-?[a-z][a-z-]*$/.test(property) ? `property ${property}` : 'declaration';
    return `the ${name} is not allowed; allowed are ${Object.keys(styleProperties).join(', ')}`;
  }
  return values.includes(value) ? undefined : `the property ${property} must be ${describeAllowed(values)}`;
};

/** What is wrong with the first bad declaration of a `style`. Escapes, comments and `!important` are not allowed. */
const checkStyle = (style: string): string | undefined => {
  for (const declaration of style.split(';')) {
    const wrong = /^[ \t\n]*$/.test(declaration) ? undefined : checkDeclaration(declaration);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};

/**
 * Ids of link targets within a text. Browsers make each id of a page a member of `window`, where scripts may look for something else; no script
 * has a variable with a hyphen.
 */
export const idPattern = /^notice-[a-z0-9-]{1,64}$/;

/** Attributes that every element may have. */
export const globalAttributes: Attributes = {
  dir: oneOf('ltr', 'auto'),
  id: matching(
    idPattern,
    'must be notice- and then a to z, 0 to 9 and -, because another id could replace a variable of the page',
  ),
  lang: matching(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i, 'must be the tag of a language, such as en or pt-BR'),
  style: checkStyle,
};

const cell: Attributes = { align: oneOf('left', 'center', 'right'), colspan: span, rowspan: span };

const withoutOwn = [
  'b',
  'blockquote',
  'br',
  'caption',
  'cite',
  'code',
  'dd',
  'del',
  'div',
  'dl',
  'dt',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'i',
  'ins',
  'p',
  'pre',
  'q',
  's',
  'section',
  'span',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'tfoot',
  'thead',
  'tr',
  'u',
  'ul',
];

const relations: readonly string[] = ['external', 'nofollow', 'noopener', 'noreferrer'];

/** Without a user name before the host, which could look like another host. */
const isWebAddress = (address: string): boolean => {
  if (!/^https?:\/\/[^/\\?#@]/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};

/** Suggests an allowed id for a wrong one. */
const toId = (fragment: string): string => {
  const id = `notice-${fragment.toLowerCase().replace(/[^a-z0-9-]+/g, '')}`;
  return idPattern.test(id) ? id : 'notice-rights';
};

const describeFragment = (fragment: string): string => {
  const id = toId(fragment);
  return `href must be #notice-… for an id of the text: write #${id} here, and where it leads an id, such as <h2 id="${id}">…</h2>, in Markdown as well`;
};

/** What is wrong with the address of a link. */
const checkAddress = (address: string): string | undefined => {
  if (/[\s\\\p{C}]/u.test(address)) return 'href has a space, a backslash or a character that nobody sees; remove it';
  if (address.startsWith('#')) return idPattern.test(address.slice(1)) ? undefined : describeFragment(address.slice(1));
  if (/^mailto:[^?]*[,;]/i.test(address)) return 'href must have one recipient; write a link for each';
  const isAllowed =
    isWebAddress(address) ||
    /^mailto:[^@<>"?]+@[^@<>"?]+(?:\?[^<>"]*)?$/i.test(address) ||
    /^tel:\+?[0-9][-0-9.()]*(?:;ext=[0-9]+)?$/i.test(address);
  return isAllowed ? undefined : rule;
};

const checkRelation = (rel: string): string | undefined =>
  rel.split(' ').every((token) => relations.includes(token)) ? undefined : `rel must be ${describeAllowed(relations)}`;

/** Allowed elements of a text, with their attributes in addition to the global ones. */
export const elements: ReadonlyMap<string, Attributes> = new Map<string, Attributes>([
  ...withoutOwn.map((name): [string, Attributes] => [name, {}]),
  ['a', { href: checkAddress, rel: checkRelation, target: oneOf('_blank') }],
  ['li', { value: count }],
  ['ol', { start: count, type: oneOf('1', 'a', 'A', 'i', 'I') }],
  ['td', cell],
  ['th', { ...cell, scope: oneOf('col', 'row', 'colgroup', 'rowgroup') }],
]);

/** Elements without an end tag, including refused ones, so that what follows them is checked separately. */
export const voidElements: ReadonlySet<string> = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);

/** Forbidden ancestors of an element: a link has one target, and text that gets smaller and smaller cannot be read. */
export const notWithin: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['a']],
  ['sub', ['sub', 'sup']],
  ['sup', ['sub', 'sup']],
]);

/** Required parents of an element, so that it does not close an element of the page of the same kind. */
export const parents: ReadonlyMap<string, readonly string[]> = new Map([
  ['dd', ['dl']],
  ['dt', ['dl']],
  ['li', ['ol', 'ul']],
]);

const words = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')));

/** Elements that show something, and load nothing and link nowhere once their attributes are filtered. */
export const keptElements = words(
  'a abbr address article aside b bdi bdo big blockquote body br button caption center cite code col colgroup dd del',
  'details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup hr i input',
  'ins kbd label legend li main mark menu meter nav ol optgroup option output p pre progress q rp rt ruby s samp search',
  'section select small span strike strong sub summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr',
);

/** Elements removed with their content: it runs, loads something, is drawn by a program or is never visible. */
export const droppedElements = words(
  'applet area audio base canvas datalist embed fencedframe frame frameset head iframe link map math meta noembed',
  'noframes noscript object param picture plaintext portal script source style svg template title track video xmp',
);

/** Form fields, which must keep their values. */
export const controls = words('button input select textarea');

/** Attributes that change only looks or text. */
export const keptAttributes = words(
  'abbr align bgcolor border cellpadding cellspacing checked class cols color colspan datetime dir face for headers height',
  'hidden high id label lang low max maxlength min minlength multiple nowrap open optimum placeholder readonly required',
  'reversed rows rowspan scope selected size span start step style title type valign value width wrap',
);
