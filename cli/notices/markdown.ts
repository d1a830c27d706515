import type { Element, Nodes, RootContent } from 'hast';
import type { Code, Heading, Html, List, Node, Parent, PhrasingContent, Root, Table, Text } from 'mdast';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import type { Options } from 'remark-rehype';
import remarkRehype from 'remark-rehype';
import type { Processor } from 'unified';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import type { Finding } from '../../pages/html/lint.ts';
import { findLostItems, findMarks, lineBreak } from './markdown-marks.ts';
import type { Range } from './placeholders.ts';
import { findPlaceholders, hide, proseOf } from './placeholders.ts';

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

type Add = (offset: number, says: string) => void;

const startOf = ({ position }: Node): number => position?.start.offset ?? 0;
const endOf = ({ position }: Node): number => position?.end.offset ?? 0;

/** Finds what is written in Markdown and would not be read so: what is dropped, numbered anew, or stays a mark. */
export const checkMarkdown = (tree: Root, source: string): Finding[] => {
  const findings: Finding[] = [];
  const add: Add = (offset, says) => {
    findings.push({ offset, source: source.slice(offset, offset + 240).split('\n', 1)[0] ?? '', says });
  };
  const hasDefinitions = checkReferences(tree, add);
  visit(tree, (node, index, parent) => {
    const written = source.slice(startOf(node), endOf(node));
    if (node.type === 'text') checkCharacters(node, written, add);
    if ((node.type === 'link' || node.type === 'definition') && /[{}|^`]|%(?![0-9a-f]{2})/i.test(node.url)) {
      add(startOf(node), 'the address has a placeholder; write the whole address');
    }
    if (node.type === 'link' && source[startOf(node)] !== '[') checkAddress(written, startOf(node), add);
    if (node.type === 'table') checkTable(node, source, add);
    if (node.type === 'list') checkList(node, source, add);
    if (node.type === 'heading') checkHeading(node, written, add);
    if (node.type === 'code') checkCode(node, written, add);
    if (node.type === 'thematicBreak') checkRule(parent?.children[(index ?? 0) - 1], node, written, add);
    if (node.type === 'inlineCode' || node.type === 'emphasis') checkInWord(node, source, add);
    if (node.type === 'blockquote') {
      const before = index === undefined ? undefined : parent?.children[index - 1];
      const isNext = before?.type === 'paragraph' && before.position?.end.line === (node.position?.start.line ?? 0) - 1;
      if (isNext && /^>\s*=?\s*\d/.test(written)) {
        add(
          startOf(node),
          'the > would begin a quotation and not be read; write an empty line above, or a backslash before it',
        );
      }
    }
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell' || node.type === 'html') {
      const place = { isParagraph: node.type === 'paragraph', isQuoted: parent?.type === 'blockquote', hasDefinitions };
      const shift = startOf(node);
      const prose = node.type === 'html' ? proseOf(written) : readProse(node, source);
      const found = [...findPlaceholders(prose, 'a backslash before it'), ...findMarks(prose, place)];
      if (node.type === 'html') found.push(...findMarkdownInHtml(prose));
      if (node.type === 'paragraph') {
        const sign = parent?.type === 'listItem' ? /^\d+/.exec(source.slice(startOf(parent), endOf(parent)))?.[0] : '';
        found.push(...findLostItems(prose, sign ?? ''));
      }
      findings.push(...found.map((finding) => ({ ...finding, offset: finding.offset + shift })));
    }
  });
  return findings;
};

/** The text of a paragraph or similar as written, without code, escapes, addresses and the marks that were understood. */
const readProse = (block: Exclude<Parent, Html> & Node, source: string): string => {
  const ranges: Range[] = [];
  const breaks: number[] = [];
  const read = (parent: Parent): void => {
    for (const node of parent.children as PhrasingContent[]) {
      const [from, to] = [startOf(node), endOf(node)];
      const [first, last] = 'children' in node ? [node.children[0], node.children.at(-1)] : [];
      const isAutolink = node.type === 'link' && source[from] !== '[';
      if (node.type === 'text') continue;
      if (node.type === 'break' || (node.type === 'html' && /^<br\b/i.test(node.value))) breaks.push(from);
      if (!('children' in node) || isAutolink || !first || !last) ranges.push([from, to]);
      else {
        ranges.push([from, startOf(first)], [endOf(last), to]);
        read(node);
      }
    }
  };
  read(block);
  const shift = startOf(block);
  let prose = hide(
    source.slice(shift, endOf(block)),
    ranges.map(([from, to]): Range => [from - shift, to - shift]),
  );
  for (const at of breaks) prose = `${prose.slice(0, at - shift)}${lineBreak}${prose.slice(at - shift + 1)}`;
  return prose.replace(/\\[!-/:-@[-`{-~]/g, '\ufffc\ufffc');
};

/** Finds definitions that nothing uses or that stand twice. Returns whether there is any. */
const checkReferences = (tree: Root, add: Add): boolean => {
  const [used, defined] = [new Set<string>(), new Set<string>()];
  visit(tree, (node) => {
    if (node.type === 'linkReference' || node.type === 'imageReference') used.add(`[${node.identifier}]`);
    if (node.type === 'footnoteReference') used.add(`[^${node.identifier}]`);
  });
  visit(tree, (node) => {
    if (node.type !== 'definition' && node.type !== 'footnoteDefinition') return;
    const name = `[${node.type === 'definition' ? '' : '^'}${node.identifier}]`;
    if (defined.has(name)) add(startOf(node), `${name} is defined twice, and readers see only the first; keep one`);
    else if (!used.has(name)) {
      add(
        startOf(node),
        `nothing in the text uses the definition ${name}, so readers do not see it; use it, or remove it`,
      );
    }
    defined.add(name);
    if (node.type === 'footnoteDefinition' && !/^[a-z0-9-]{1,64}$/.test(node.identifier)) {
      add(startOf(node), 'the name of a footnote must be a to z, 0 to 9 and -');
    }
  });
  return defined.size > 0;
};

/** Finds cells that the table has no column for, and lines that become rows by accident. */
const checkTable = ({ children: [header, ...rows] }: Table, source: string, add: Add): void => {
  const columns = header?.children.length ?? 0;
  for (const row of rows) {
    const more = row.children[columns];
    if (more) {
      add(
        startOf(more),
        `the header of the table has ${columns} columns, so this cell would not be shown; add a column to the header, remove the cell, or write a backslash before a | of the text`,
      );
    }
    if (!/(?<!\\)\|/.test(source.slice(startOf(row), endOf(row)))) {
      add(startOf(row), 'would be a row of the table; write an empty line above, or | at its start and end');
    }
  }
};

/** Finds numbers that would not be read as written. A number that is not the next one is kept as the `value` of its item. */
const checkList = ({ ordered, children }: List, source: string, add: Add): void => {
  let before: number | undefined;
  for (const item of children) {
    const offset = startOf(item);
    const text = source.slice(offset, endOf(item));
    if (typeof item.checked === 'boolean') add(offset, 'a text has no boxes to tick; write ☐ or ☑');
    item.checked = null;
    if (/^\+\s+\d/.test(text))
      add(offset, 'the + would be the sign of a list and not be read; write a backslash before it, or - for a list');
    if (!ordered) continue;
    const written = /^\d+/.exec(text)?.[0] ?? '';
    const number = Number(written);
    if (/^0\d/.test(written))
      add(offset, `readers would see ${number}; write ${number}, or a backslash before the point`);
    if (number === before)
      add(
        offset,
        `the number ${number} is there twice in a row; write the number that readers should see, such as ${number + 1}`,
      );
    else if (before !== undefined && number !== before + 1)
      item.data = { ...item.data, hProperties: { value: String(number) } };
    before = number;
  }
};

/** Finds paragraphs that a line of dashes makes headings, and signs at the end that would not be read. */
const checkHeading = (node: Heading, written: string, add: Add): void => {
  const lines = written.split('\n');
  if (!written.startsWith('#')) {
    const [text = ''] = lines;
    const isRule = /^[> \t]*(?:-{1,3}|={1,2})[ \t]*$/.test(lines.at(-1) ?? '');
    if (isRule || lines.length > 2 || /[.;,:…]\s*$/.test(text) || text.length > 100) {
      add(
        startOf(node),
        'the line below would make this a heading; write an empty line between them, or ## before a heading',
      );
    }
    return;
  }
  const closing = /[ \t](#+)[ \t]*$/.exec(written)?.[1];
  if (closing !== undefined && closing.length !== node.depth) {
    add(startOf(node), `the ${closing} at the end would not be read; remove it, or write a backslash before it`);
  }
};

/** Finds what is written beside code and nobody sees, and code that is none. */
const checkCode = (node: Code, written: string, add: Add): void => {
  const fence = /^(`{3,}|~{3,})/.exec(written)?.[0];
  if (node.lang || node.meta) {
    add(
      startOf(node),
      `readers do not see ${[node.lang, node.meta].filter(Boolean).join(' ')}; write only ${fence} here`,
    );
  }
  node.lang = null;
  const isClosed = fence !== undefined && new RegExp(`\\n[> \\t]*${fence[0]}{${fence.length},}[ \\t]*$`).test(written);
  if (fence !== undefined && !isClosed) add(startOf(node), `the code has no end; write ${fence} below it`);
  if (fence === undefined && /\*\*|\]\(|^#{1,6} |^\||^[-*] /m.test(node.value)) {
    add(
      startOf(node),
      'four blanks at the start of a line make it code, and marks in it stay as they are; write fewer blanks',
    );
  }
};

/** Finds character references that do not exist, such as a misspelt `&nbsp;`. Those that exist have become characters. */
const checkCharacters = (node: Text, written: string, add: Add): void => {
  for (const { 0: reference, index } of written.matchAll(/(?<!\\)&[a-z][a-z0-9]{1,31};/gi)) {
    if (node.value.includes(reference))
      add(startOf(node) + index, `${reference} is no character; write &amp; for the sign &`);
  }
  const numeric = /(?<!\\)&#(?:\d|x[\da-f])[\da-f]*;/i.exec(written);
  if (numeric && node.value.includes('\ufffd') && !written.includes('\ufffd'))
    add(startOf(node) + numeric.index, 'the number of a reference is no character; write the character itself');
};

/** Finds signs that are meant as such, and become marks in the middle of a word or sum. */
const checkInWord = (node: Node, source: string, add: Add): void => {
  const [before = '', after = ''] = [source[startOf(node) - 1], source[endOf(node)]];
  const sign = source[startOf(node)] ?? '';
  const within = node.type === 'emphasis' ? /\d/ : /\p{L}/u;
  const isName =
    sign === '_' && (/[#{=-]/.test(after) || (after === '*' && before !== '*') || isTag(source, endOf(node)));
  if (isName || isBetweenSigns(node, source) || (within.test(before) && within.test(after))) {
    const other = { '`': "an apostrophe (') or ", _: 'the name between ` or ' }[sign] ?? '';
    add(startOf(node), `the ${sign} would not be read; write ${other}a backslash before it`);
  }
};

/** Whether `<` begins what stands for a part of a name, such as `_ga_<id>`. */
const isTag = (source: string, at: number): boolean => /^<(?!\/|br\b)[a-z]/i.test(source.slice(at, at + 4));

/** Whether emphasis begins or ends within a word, and is of several: the signs are as in German words for people of any gender, twice in a line. */
const isBetweenSigns = (node: Node, source: string): boolean => {
  const [from, to] = [startOf(node), endOf(node)];
  if (node.type !== 'emphasis' || source[from] !== '*' || !/[^\p{L}\p{M}]/u.test(source.slice(from + 1, to - 1)))
    return false;
  return [source.slice(from - 1, from + 2), source.slice(to - 2, to + 1)].some((around) =>
    /^\p{L}\*\p{L}$/u.test(around),
  );
};

/** Finds Markdown in HTML, which stays as it is typed. */
const findMarkdownInHtml = (prose: string): Finding[] =>
  Array.from(
    prose.matchAll(/^[ \t]*(?:#{1,6}[ \t]|[-*+][ \t]+\S|\d{1,9}[.)][ \t]|>|\|.*\|[ \t]*$|[-=~`]{3,}[ \t]*$).*$/gm),
    (match) => ({
      offset: match.index,
      source: match[0].replaceAll('\ufffc', ''),
      says: 'inside HTML this stays as it is typed; write an empty line above it',
    }),
  );

/** Finds lines of dashes that are meant for the text above: a heading with a number, or columns. */
const checkRule = (before: Node | undefined, node: Node, written: string, add: Add): void => {
  const isNext = before?.position?.end.line === (node.position?.start.line ?? 0) - 1;
  const isHeading =
    isNext && before?.type === 'list' && (before as List).ordered && (before as List).children.length === 1;
  if (isHeading && /^-{3,}$/.test(written.trim()))
    add(startOf(node), 'makes no heading of a list; write ## before a heading, or an empty line above a rule');
  else if (/-{2,}[ \t]+-{2,}/.test(written))
    add(startOf(node), 'would be one line; write a table with | between columns');
};

/** Finds signs that the address of a link would take with it. */
const checkAddress = (written: string, offset: number, add: Add): void => {
  const sign = /[«»‹›„“”‚‘’…：，。、；）」』】]/.exec(written)?.[0];
  if (sign !== undefined && !written.startsWith('<'))
    add(offset, `the link would lead to an address with ${sign}; write the address between < and >`);
};
