import type { DefaultTreeAdapterTypes } from 'parse5';
import { defaultTreeAdapter, html as names, parse } from 'parse5';
import type { MakeInert, MarkupTree } from './inert-markup.ts';
import { mostMarkup, siftMarkup } from './inert-markup.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Thrown for markup that is too deep or too long to show. */
class TooMuchMarkup extends Error {}

/** A tree adapter that stops the parser before the tree grows too large. */
const newBoundedAdapter = (): typeof defaultTreeAdapter => {
  let [depth, count] = [0, 0];
  return {
    ...defaultTreeAdapter,
    onItemPush: () => {
      depth += 1;
      count += 1;
      if (depth > mostMarkup.depth || count > mostMarkup.elements) throw new TooMuchMarkup();
    },
    onItemPop: () => {
      depth -= 1;
    },
  };
};

const isElement = (node: Node): node is Element => 'tagName' in node;

const nameOf = ({ namespaceURI, tagName }: Element): string => {
  if (namespaceURI === names.NS.HTML) return tagName;
  return namespaceURI === names.NS.SVG ? 'svg' : 'math';
};

const tree: MarkupTree<Node> = {
  nameOf: (node) => (isElement(node) ? nameOf(node) : undefined),
  textOf: (node) => ('value' in node ? node.value : undefined),
  attributesOf: (node) => (isElement(node) ? node.attrs : []),
  childrenOf: (node) => (isElement(node) ? node.childNodes : []),
};

const childrenOf = ({ childNodes }: DefaultTreeAdapterTypes.ParentNode, name: string): readonly Node[] =>
  childNodes.filter(isElement).find(({ tagName }) => tagName === name)?.childNodes ?? [];

/** Makes markup inert in the way that parse5 reads it. */
export const makeInert: MakeInert = (markup) => {
  try {
    const document = parse(markup, { treeAdapter: newBoundedAdapter() });
    const [root] = document.childNodes.filter(isElement);
    return root && siftMarkup(tree, { head: childrenOf(root, 'head'), body: childrenOf(root, 'body') });
  } catch (error) {
    if (error instanceof TooMuchMarkup) return undefined;
    throw error;
  }
};
