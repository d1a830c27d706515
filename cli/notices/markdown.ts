import type { Element, Nodes, RootContent } from 'hast';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import type { Options } from 'remark-rehype';
import remarkRehype from 'remark-rehype';
import type { Processor } from 'unified';
import { unified } from 'unified';
import type { Finding } from '../../pages/html/lint.ts';
import { checkMarkdown } from './markdown-check.ts';

/** Markdown as HTML. */
export interface RenderedMarkdown {
  readonly html: string;
  /** What readers would not see, or see otherwise than it is written. */
  readonly findings: readonly Finding[];
  /** The line of the Markdown that a place in the HTML comes from. */
  readonly lineOf: (offset: number) => number;
}

/** Renders Markdown. If a later version of a library rendered it differently, notices would get new versions: a test pins the result. */
export const renderMarkdown = (text: string): RenderedMarkdown => {
  const tree = processor.parse(text);
  const findings = checkMarkdown(tree, text);
  return { ...write(processor.runSync(tree)), findings };
};

/** Drops a step that makes more links after parsing: it loses the places of what is around them. */
function keepPlaces(this: Processor): void {
  for (const extension of this.data().fromMarkdownExtensions?.flat() ?? []) delete extension.transforms;
}

const element = (tagName: string, properties: Element['properties'], children: Element['children']): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

const labelOf = ({ label, identifier }: { readonly label?: string | null; readonly identifier: string }): Element =>
  element('a', { href: `#notice-${identifier}` }, [{ type: 'text', value: label ?? identifier }]);

/** Footnotes stand where they are written, with the name that they are written with. */
const handlers: Options['handlers'] = {
  footnoteReference: (state, node) => {
    const reference = element('sup', {}, [labelOf(node)]);
    state.patch(node, reference);
    return reference;
  },
  footnoteDefinition: (state, node) => {
    const content = state.all(node);
    const [first] = content;
    const name: Element['children'] = [element('sup', {}, labelOf(node).children), { type: 'text', value: ' ' }];
    if (first?.type === 'element' && first.tagName === 'p') first.children.unshift(...name);
    else content.unshift(element('p', {}, name));
    const note = element('div', { id: `notice-${node.identifier}` }, state.wrap(content, true));
    state.patch(node, note);
    return note;
  },
};

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(keepPlaces)
  .use(remarkRehype, { allowDangerousHtml: true, handlers })
  .use(rehypeStringify, { allowDangerousHtml: true, characterReferences: { useNamedReferences: true } })
  .freeze();

/** Writes a tree, and remembers from where each part of it comes. */
const write = (tree: Nodes): Pick<RenderedMarkdown, 'html' | 'lineOf'> => {
  const places: { readonly at: number; readonly line: number }[] = [];
  let html = '';
  const stringify = (node: RootContent): string => processor.stringify({ type: 'root', children: [node] });
  const writeNode = (node: Nodes): void => {
    if (node.position) places.push({ at: html.length, line: node.position.start.line });
    if (node.type === 'root') for (const child of node.children) writeNode(child);
    else if (node.type !== 'element') html += stringify(node);
    else {
      const end = `</${node.tagName}>`;
      const tags = stringify({ ...node, children: [] });
      const hasEnd = tags.endsWith(end);
      html += hasEnd ? tags.slice(0, -end.length) : tags;
      for (const child of node.children) writeNode(child);
      if (hasEnd) html += end;
    }
  };
  writeNode(tree);
  const lineOf = (offset: number): number => {
    const { at, line } = places.findLast((place) => place.at <= offset) ?? { at: 0, line: 1 };
    return line + html.slice(at, offset).split('\n').length - 1;
  };
  return { html: html.trimEnd(), lineOf };
};
