import { controls, droppedElements, keptAttributes, keptElements } from './allowed-markup.ts';

/** Limits of what is shown. Longer or deeper markup would be made to stop the program that reads it. */
export const mostMarkup = { depth: 500, elements: 50_000 };

/** Markup that runs nothing, loads nothing, links nowhere and has no usable fields. */
export interface InertMarkup {
  readonly body: string;
  /** Rules of the markup's own style elements. */
  readonly style: string;
  /** How often each unsafe element was left out. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Makes markup inert; undefined if it is too deep or too long to show. */
export type MakeInert = (markup: string) => InertMarkup | undefined;

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** How to read a tree, whichever parser made it: parse5 on the command line, or the browser. */
export interface MarkupTree<Node> {
  /** The lower-case name of an element, `svg` or `math` for one in a drawing or a formula; undefined if it is not an element. */
  readonly nameOf: (node: Node) => string | undefined;
  /** Undefined if it is neither text nor element, such as a comment. */
  readonly textOf: (node: Node) => string | undefined;
  readonly attributesOf: (element: Node) => readonly Attribute[];
  readonly childrenOf: (element: Node) => readonly Node[];
}

/** Allowed elements without an end tag. */
const voidElements: readonly string[] = ['br', 'col', 'hr', 'input', 'wbr'];

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };

const escapeText = (text: string): string => text.replace(/[&<>\u00a0]/g, (character) => escapes[character] ?? '');

const escapeValue = (value: string): string => escapeText(value).replaceAll('"', '&quot;');

/** A style that overrides every rule of the frame. */
const withoutImportance = (style: string): string => style.replace(/!\s*important/gi, '').replaceAll('!', '');

/** The description of a picture. */
const describePicture = (attributes: readonly Attribute[]): string => {
  const alt = attributes.find(({ name }) => name === 'alt')?.value.trim() ?? '';
  return escapeText(alt === '' ? '[picture]' : `[picture: ${alt}]`);
};

/** Filters a tree into markup, and records what it leaves out. */
const newSieve = <Node>({ nameOf, textOf, attributesOf, childrenOf }: MarkupTree<Node>) => {
  const leftOut = new Map<string, number>();
  const styles: string[] = [];
  const leaveOut = (name: string, times = 1): void => {
    if (times > 0) leftOut.set(name, (leftOut.get(name) ?? 0) + times);
  };
  const siftStyle = (text: string): string => {
    const { css, leftOut: times } = makeStyleInert(text);
    leaveOut('address in a style', times);
    return css;
  };
  const siftAttributes = (name: string, attributes: readonly Attribute[]): string => {
    const kept = attributes
      .filter((attribute) => keptAttributes.has(attribute.name))
      .map((attribute) =>
        attribute.name === 'style'
          ? { name: 'style', value: siftStyle(withoutImportance(attribute.value)) }
          : attribute,
      );
    const all = controls.has(name) ? [...kept, { name: 'disabled', value: '' }] : kept;
    return all.map((attribute) => ` ${attribute.name}="${escapeValue(attribute.value)}"`).join('');
  };
  /** The replacement for an element that is left out; undefined for one that stays. */
  const replace = (element: Node, name: string): string | undefined => {
    if (name === 'style') styles.push(siftStyle(childrenOf(element).map(textOf).join('')));
    else if (name === 'img' || droppedElements.has(name)) leaveOut(name);
    if (name === 'img') return describePicture(attributesOf(element));
    return droppedElements.has(name) ? '' : undefined;
  };
  const sift = (node: Node): string => {
    const name = nameOf(node);
    if (name === undefined) return escapeText(textOf(node) ?? '');
    const replaced = replace(node, name);
    if (replaced !== undefined) return replaced;
    const children = childrenOf(node).map(sift).join('');
    if (!keptElements.has(name)) return children;
    const attributes = attributesOf(node);
    if (name === 'a' && attributes.some((attribute) => attribute.name === 'href')) leaveOut('address of a link');
    const start = `<${name}${siftAttributes(name, attributes)}>`;
    return voidElements.includes(name) ? start : `${start}${children}</${name}>`;
  };
  return { sift, leftOut, styles };
};

/**
 * Removes from markup everything that could run, load something, link elsewhere or be filled in. This is one of several defences: the result is
 * also shown in a frame that may do none of this.
 *
 * @param page the content of the head and the body of the tree
 */
export const siftMarkup = <Node>(
  tree: MarkupTree<Node>,
  page: { readonly head: readonly Node[]; readonly body: readonly Node[] },
): InertMarkup => {
  const { sift, leftOut, styles } = newSieve(tree);
  for (const node of page.head) sift(node);
  const body = page.body.map(sift).join('');
  leftOut.delete('title');
  return { body, style: styles.join('\n').replaceAll('</', '<\\/'), leftOut };
};

/** Parts of a style that load something. */
const loading = /(?:url|src|image|image-set|cross-fade)\s*\(|@import/gi;

const countLoading = (css: string): number => css.match(loading)?.length ?? 0;

/** As browsers read it: they read `\75 rl(` as `url(`. */
const readEscapes = (css: string): string =>
  css.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_, digits?: string, character = '') => {
    const code = digits === undefined ? undefined : Number.parseInt(digits, 16);
    return code === undefined || code > 0x10ffff ? character : String.fromCodePoint(code);
  });

/** A style that loads nothing, and how much of it was left out: everything, if it hides what it loads behind escapes. */
const makeStyleInert = (css: string): { readonly css: string; readonly leftOut: number } => {
  const count = countLoading(css);
  const hidden = countLoading(readEscapes(css)) - count;
  if (hidden !== 0) return { css: '', leftOut: count + hidden };
  return { css: css.replace(loading, (what) => (what.startsWith('@') ? '@none' : 'none(')), leftOut: count };
};
