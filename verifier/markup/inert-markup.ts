import { controls, droppedElements, keptAttributes, keptElements } from './inert-elements.ts';
import { makeStyleInert } from './inert-style.ts';

/** What is shown is no deeper and no longer; more would be made to stop the program that reads it. */
export const mostMarkup = { depth: 500, elements: 50_000 };

/** Markup of which nothing runs, loads, leads anywhere or can be filled in. */
export interface InertMarkup {
  readonly body: string;
  /** Rules of its own style elements. */
  readonly style: string;
  /** How often each element was left out that would have run, loaded something or led elsewhere. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Makes markup inert; undefined where it is too deep or too long to be shown. */
export type MakeInert = (markup: string) => InertMarkup | undefined;

interface Attribute {
  readonly name: string;
  readonly value: string;
}

/** How a tree is read, whatever parsed the markup: parse5 on the command line, the browser itself in a browser. */
export interface MarkupTree<Node> {
  /** The name of an element in small letters, `svg` or `math` of one in a drawing or a formula; undefined for what is none. */
  readonly nameOf: (node: Node) => string | undefined;
  /** Undefined for what is neither text nor element, such as a comment. */
  readonly textOf: (node: Node) => string | undefined;
  readonly attributesOf: (element: Node) => readonly Attribute[];
  readonly childrenOf: (element: Node) => readonly Node[];
}

/** Elements that stay and have no end tag. */
const voidElements: readonly string[] = ['br', 'col', 'hr', 'input', 'wbr'];

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\u00a0': '&nbsp;' };

const escapeText = (text: string): string => text.replace(/[&<>\u00a0]/g, (character) => escapes[character] ?? '');

const escapeValue = (value: string): string => escapeText(value).replaceAll('"', '&quot;');

/** A style that no rule of the frame has to give way to. */
const withoutImportance = (style: string): string => style.replace(/!\s*important/gi, '').replaceAll('!', '');

/** What a picture was, in words. */
const describePicture = (attributes: readonly Attribute[]): string => {
  const alt = attributes.find(({ name }) => name === 'alt')?.value.trim() ?? '';
  return escapeText(alt === '' ? '[picture]' : `[picture: ${alt}]`);
};

/** Sifts a tree into markup, and remembers what it leaves out. */
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
  /** What is shown in the place of an element that is left out; undefined for one that stays. */
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
 * Takes out of markup whatever could run, load something, lead elsewhere or be filled in. It is one wall of several: what is made of it
 * is also shown in a frame that may do none of this.
 *
 * @param page what stands in the head and in the body of the tree
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
