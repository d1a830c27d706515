import type { DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter, html as names, parse, serialize } from 'parse5';
import { controls, droppedElements, keptAttributes, keptElements } from './inert-elements.ts';
import { makeStyleInert } from './inert-style.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What is shown is no deeper and no longer; more would be made to stop the program that reads it. */
const most = { depth: 500, elements: 50_000 };

/** Markup of which nothing runs, loads, leads anywhere or can be filled in. */
export interface InertMarkup {
  readonly body: string;
  /** Rules of its own style elements. */
  readonly style: string;
  /** How often each element was left out that would have run, loaded something or led elsewhere. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** Thrown where markup is deeper or longer than is shown. */
class TooMuchMarkup extends Error {}

/** A tree adapter that stops the parser before what it makes is too much. */
const newBoundedAdapter = (): typeof defaultTreeAdapter => {
  let [depth, count] = [0, 0];
  return {
    ...defaultTreeAdapter,
    onItemPush: () => {
      depth += 1;
      count += 1;
      if (depth > most.depth || count > most.elements) throw new TooMuchMarkup();
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
};

const isElement = (node: Node): node is Element => 'tagName' in node;

const textOf = (node: Node): string => {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
};

const newText = (text: string): Node => {
  const parent = defaultTreeAdapter.createDocumentFragment();
  defaultTreeAdapter.insertText(parent, text);
  return parent.childNodes[0] ?? defaultTreeAdapter.createCommentNode('');
};

/** The name of an element; of one in a drawing or a formula that of the whole. */
const nameOf = ({ namespaceURI, tagName }: Element): string => {
  if (namespaceURI === names.NS.HTML) return tagName;
  return namespaceURI === names.NS.SVG ? 'svg' : 'math';
};

/** What a picture was, in words. */
const describePicture = ({ attrs }: Element): Node => {
  const alt = attrs.find(({ name }) => name === 'alt')?.value.trim() ?? '';
  return newText(alt === '' ? '[picture]' : `[picture: ${alt}]`);
};

/** Sifts a tree, and remembers what it leaves out. */
const newSieve = () => {
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
  const siftAttributes = ({ tagName, attrs }: Element): Element['attrs'] => [
    ...attrs
      .filter(({ name }) => keptAttributes.has(name))
      .map(({ name, value }) => ({ name, value: name === 'style' ? siftStyle(value) : value })),
    ...(controls.has(tagName) ? [{ name: 'disabled', value: '' }] : []),
  ];
  /** What is shown in the place of an element that is left out; undefined for one that stays. */
  const replace = (node: Element, name: string): Node[] | undefined => {
    if (name === 'style') styles.push(siftStyle(textOf(node)));
    else if (name === 'img' || droppedElements.has(name)) leaveOut(name);
    if (name === 'img') return [describePicture(node)];
    return droppedElements.has(name) ? [] : undefined;
  };
  const sift = (node: Node): Node[] => {
    if ('value' in node) return [newText(node.value)];
    if (!isElement(node)) return [];
    const name = nameOf(node);
    const replaced = replace(node, name);
    if (replaced !== undefined) return replaced;
    const children = node.childNodes.flatMap(sift);
    if (!keptElements.has(name)) return children;
    if (name === 'a' && node.attrs.some((attribute) => attribute.name === 'href')) leaveOut('address of a link');
    const kept = defaultTreeAdapter.createElement(name, names.NS.HTML, siftAttributes(node));
    for (const child of children) defaultTreeAdapter.appendChild(kept, child);
    return [kept];
  };
  return { sift, leftOut, styles };
};

const findElement = ({ childNodes }: DefaultTreeAdapterTypes.ParentNode, name: string): Element | undefined =>
  childNodes.filter(isElement).find(({ tagName }) => tagName === name);

/**
 * Takes out of markup whatever could run, load something, lead elsewhere or be filled in. It is one wall of several: what is made of it
 * is also shown in a frame that may do none of this. Undefined where the markup is too deep or too long to be shown.
 */
export const makeInert = (markup: string): InertMarkup | undefined => {
  try {
    const tree = parse(markup, { treeAdapter: newBoundedAdapter() });
    const root = findElement(tree, 'html');
    const { sift, leftOut, styles } = newSieve();
    const head = root && findElement(root, 'head');
    for (const node of head?.childNodes ?? []) sift(node);
    const body = defaultTreeAdapter.createDocumentFragment();
    for (const node of (root && findElement(root, 'body'))?.childNodes.flatMap(sift) ?? []) {
      defaultTreeAdapter.appendChild(body, node);
    }
    leftOut.delete('title');
    return { body: serialize(body), style: styles.join('\n').replaceAll('</', '<\\/'), leftOut };
  } catch (error) {
    if (error instanceof TooMuchMarkup) return undefined;
    throw error;
  }
};
