import type { Comment, Element, Root, Text } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { isVisible, makeVisible } from '../../shared/schema/visible-text.ts';
import { allowedAttributes, allowedElements, attributeRules, notWithin, requiredParents } from './allowed.ts';

/** Something that a text may not have. */
export interface Finding {
  /** Where it begins in the text. */
  readonly offset: number;
  /** What is written there. */
  readonly source: string;
  readonly says: string;
}

/** The result of checking the markup of a text. */
export interface MarkupCheck {
  /** Refused markup, in order. */
  readonly findings: readonly Finding[];
  readonly hasVisibleText: boolean;
}

/**
 * Checks the HTML of a notice. Text that passes has one possible tree, every character of it is in that tree, and it is fully visible wherever
 * it is shown.
 */
export const checkMarkup = (html: string): MarkupCheck => {
  const findings: Finding[] = [];
  const add: AddFinding = (offset, says) => findings.push({ offset, source: excerptAt(html, offset), says });
  const nesting = checkNesting(html, add);
  if (nesting === 'unbounded') return { findings, hasVisibleText: true };
  const { tree, clean, isCorrect } = readTree(html, add);
  compareWithSchema(html, { tree, clean }, add);
  if (nesting === 'sound' && isCorrect) checkTiling(html, tree, add);
  checkTargets(tree, add);
  findHiddenText(tree, html, add);
  findings.sort((one, other) => one.offset - other.offset);
  return { findings, hasVisibleText: isVisible(textOf(tree)) };
};

/** A finding in one line that is safe for a terminal, after the markup that it is about. */
export const describeFinding = ({ source, says }: Finding): string =>
  `${cut(source.replace(/\s+/g, ' ').trim(), 60)}: ${cut(says, 500)}.`;

export type AddFinding = (offset: number, says: string) => void;

const cut = (text: string, characters: number): string => {
  const all = [...text];
  return makeVisible(all.length > characters ? `${all.slice(0, characters).join('')}…` : text);
};

/** The tag at an offset, or the text around it. */
const excerptAt = (html: string, offset: number): string => {
  const after = html.slice(offset, offset + 240);
  if (after.startsWith('<')) return /^[^>]*>?/.exec(after)?.[0] ?? '';
  const before = html.slice(Math.max(0, offset - 20), offset);
  return `${before.slice(before.lastIndexOf('\n') + 1)}${after.slice(0, 20).split('\n', 1)[0]}`;
};

/** The deepest nesting. Lists and quotations indent further at each level and would leave the screen. */
const deepest = 32;

/** A longer tag takes parsers long. */
const longestTag = 10_000;

/** Attributes that have the name of what every object has, which the parser takes for its own. */
const inherited = /[\s"'/](?:constructor|__proto__)(?![\w-])/i;

const voidElements: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** Finds elements that are not closed where they began. What would keep a parser busy is `unbounded`. */
const checkNesting = (html: string, add: AddFinding): 'sound' | 'unsound' | 'unbounded' => {
  const open: { readonly name: string; readonly offset: number }[] = [];
  let [refused, isDocument] = [0, false];
  const refuse = (offset: number, says: string): void => {
    refused += 1;
    add(offset, says);
  };
  const close = (from: number): void => {
    for (const { name, offset } of open.splice(from).reverse())
      refuse(offset, `<${name}> is not closed; write </${name}>`);
  };
  for (const { 0: tag, 1: slash, 2: written = '', index: offset } of html.matchAll(/<(\/?)([a-z][^\s/<>]*)?[^<>]*/gi)) {
    const name = written.toLowerCase();
    if (/^<(?:!doctype|\/?(?:html|head|body))\b/i.test(tag)) {
      if (!isDocument) refuse(offset, 'is a whole document; keep only what is inside <body>');
      isDocument = true;
      continue;
    }
    if (tag.length > longestTag || (slash === '' && inherited.test(tag))) {
      add(offset, tag.length > longestTag ? 'the tag is too long' : 'its attributes are not allowed');
      return 'unbounded';
    }
    if (name === '') {
      if (!/^<[!?]/.test(tag)) refuse(offset, 'a < that begins no tag; write &lt;');
    } else if (slash === '/') {
      const index = open.findLastIndex((element) => element.name === name);
      if (index === -1) refuse(offset, `no <${name}> is open here; remove the end tag`);
      else {
        close(index + 1);
        open.pop();
      }
    } else if (!voidElements.has(name)) open.push({ name, offset });
    if (open.length > deepest) add(offset, `elements are nested more than ${deepest} deep here, or not closed`);
    if (open.length > deepest || refused > deepest) return 'unbounded';
  }
  close(0);
  return refused === 0 ? 'sound' : 'unsound';
};

const tableParts = ['caption', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'];

/** What the parser calls an attribute. */
const propertyNames: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' };

const schema = {
  allowComments: false,
  allowDoctypes: false,
  ancestors: Object.fromEntries(tableParts.map((name) => [name, ['table']])),
  attributes: Object.fromEntries(
    Object.entries(allowedAttributes).map(([name, attributes]) => [
      name,
      Object.entries(attributes).map(([attribute, values]): [string, RegExp] => [
        propertyNames[attribute] ?? attribute,
        values,
      ]),
    ]),
  ),
  clobber: [],
  clobberPrefix: '',
  protocols: {},
  required: {},
  strip: [],
  tagNames: [...allowedElements],
};

const processor = unified()
  .use(rehypeParse, { fragment: true, verbose: true, emitParseErrors: true, invalidFirstCharacterOfTagName: false })
  .use(rehypeSanitize, schema)
  .freeze();

/** A text as a browser builds it, and without what the schema does not allow. */
interface Trees {
  readonly tree: Root;
  readonly clean: Root;
}

const ampersand = 'an & that does not begin a character reference such as &amp; or &nbsp;; write &amp;';

const parseErrors: Readonly<Record<string, string>> = {
  'absence-of-digits-in-numeric-character-reference': ampersand,
  'missing-semicolon-after-character-reference': ampersand,
  'unknown-named-character-reference': ampersand,
};

const readTree = (html: string, add: AddFinding): Trees & { readonly isCorrect: boolean } => {
  const file = new VFile(html);
  const tree = processor.parse(file);
  for (const { reason, ruleId = '', place } of file.messages) {
    const point = place && 'start' in place ? place.start : place;
    add(
      point?.offset ?? 0,
      parseErrors[ruleId] ?? `is not correct HTML (${reason}); browsers repair it in different ways`,
    );
  }
  return { tree, clean: processor.runSync(tree), isCorrect: file.messages.length === 0 };
};

type Node = Root | Element;

/** Calls for each node below one, with its ancestors from the outermost one. */
const visit = (
  parent: Node,
  call: (node: Element | Text | Comment, ancestors: readonly Element[]) => void,
  ancestors: readonly Element[] = [],
): void => {
  for (const node of parent.children) {
    if (node.type !== 'element' && node.type !== 'text' && node.type !== 'comment') continue;
    call(node, ancestors);
    if (node.type === 'element') visit(node, call, [...ancestors, node]);
  }
};

const startOf = (node: Element | Text | Comment): number => node.position?.start.offset ?? -1;

const textOf = (node: Node): string => {
  const texts: string[] = [];
  visit(node, (child) => {
    if (child.type === 'text') texts.push(child.value);
  });
  return texts.join('');
};

/** Finds what the schema takes out of the text. */
const compareWithSchema = (html: string, { tree, clean }: Trees, add: AddFinding): void => {
  const kept = new Map<number, Element>();
  visit(clean, (node) => {
    if (node.type === 'element') kept.set(startOf(node), node);
  });
  let isListed = false;
  const refuseElement = ({ tagName }: Element, offset: number): void => {
    if (tableParts.includes(tagName)) {
      add(offset, `<${tagName}> must be inside <table>`);
      return;
    }
    const list = isListed ? '' : `; allowed are ${allowedElements.join(', ')}`;
    add(offset, `the element ${tagName} is not allowed; say in words what it shows${list}`);
    isListed = true;
  };
  visit(tree, (node, ancestors) => {
    const offset = startOf(node);
    if (offset === -1 || node.type === 'text') return;
    if (node.type === 'comment') {
      add(offset, 'readers never see a comment; remove it');
      return;
    }
    const same = kept.get(offset);
    if (same?.tagName !== node.tagName) {
      refuseElement(node, offset);
      return;
    }
    checkAttributes(html, node, same, add);
    checkPlace(node, ancestors, add);
  });
};

const checkAttributes = (html: string, element: Element, kept: Element, add: AddFinding): void => {
  const places = element.data?.position?.properties ?? {};
  for (const [property, value] of Object.entries(element.properties)) {
    if (JSON.stringify(kept.properties[property]) === JSON.stringify(value)) continue;
    const place = places[property];
    const written = html.slice(place?.start.offset, place?.end.offset);
    const name = (/^[^\s=]+/.exec(written)?.[0] ?? property).toLowerCase();
    const allowed = Object.keys({ ...allowedAttributes['*'], ...allowedAttributes[element.tagName] });
    add(
      startOf(element),
      allowed.includes(name)
        ? `${name} must be ${attributeRules[name]}`
        : `the attribute ${name} is not allowed; what it says must stand in the text. <${element.tagName}> may have ${allowed.sort().join(', ')}`,
    );
  }
};

/** Finds elements in wrong ones, and links that nobody sees. */
const checkPlace = (element: Element, ancestors: readonly Element[], add: AddFinding): void => {
  const { tagName } = element;
  const around = ancestors.find(({ tagName: name }) => notWithin[tagName]?.includes(name));
  if (around) add(startOf(element), `<${tagName}> may not be inside <${around.tagName}>`);
  const parents = requiredParents[tagName];
  if (parents?.includes(ancestors.at(-1)?.tagName ?? '') === false) {
    add(startOf(element), `<${tagName}> must be directly inside <${parents.join('> or <')}>`);
  }
  if (tagName === 'a' && !isVisible(textOf(element)))
    add(startOf(element), 'the link has no text; write it between <a …> and </a>');
  const [first] = element.children;
  if (tagName === 'pre' && first?.type === 'text' && first.value.startsWith('\n')) {
    add(startOf(element), 'remove the empty line at the start of <pre>, as browsers do');
  }
  if (tagName === 'table') {
    const cell = findOverlap(element);
    if (cell) add(startOf(cell), 'this cell overlaps another one; change colspan or rowspan');
  }
};

const moved =
  'browsers move or drop what is here; close each element in the one in which it begins, write the text of a table into its cells, and no block such as <div> into <p>';

/** Browsers add `<tbody>` around rows without one, and move nothing. */
const isImplied = ({ tagName, position }: Element): boolean => tagName === 'tbody' && !position;

/** Finds the first place where the tree does not say what is written: its nodes must follow each other without gaps. */
const checkTiling = (html: string, tree: Root, add: AddFinding): void => {
  let at = 0;
  const isAt = (node: Element | Text | Comment): boolean => startOf(node) === at;
  const read = (node: Node): boolean =>
    node.children.every((child) => {
      if (child.type === 'element' && isImplied(child)) return read(child);
      if (child.type !== 'element' && child.type !== 'text' && child.type !== 'comment') return false;
      if (!isAt(child)) return false;
      const end = child.position?.end.offset ?? 0;
      if (child.type === 'text' && html.slice(at, end).includes('<')) return false;
      if (child.type === 'element' && !readElement(child)) return false;
      at = end;
      return true;
    });
  const readElement = (element: Element): boolean => {
    const { opening, closing } = element.data?.position ?? {};
    at = opening?.end.offset ?? 0;
    if (voidElements.has(element.tagName)) return true;
    const [first] = element.children;
    // Browsers drop the line break after it.
    if (element.tagName === 'pre' && html[at] === '\n' && (first?.position?.start.offset ?? -1) !== at) at += 1;
    return read(element) && closing?.start.offset === at;
  };
  if (read(tree) && at === html.length) return;
  add(at, moved);
};

/** Finds links to ids that do not exist in a text, ids without a link, and ids that occur twice. */
const checkTargets = (tree: Root, add: AddFinding): void => {
  const ids = new Map<string, number>();
  const links = new Map<string, number>();
  visit(tree, (node) => {
    if (node.type !== 'element') return;
    const { id, href } = node.properties;
    if (typeof id === 'string' && ids.has(id))
      add(startOf(node), `the id ${id} occurs twice; give each element its own`);
    if (typeof id === 'string') ids.set(id, startOf(node));
    if (typeof href === 'string' && href.startsWith('#notice-')) links.set(href.slice(1), startOf(node));
  });
  for (const [id, offset] of ids) {
    if (!links.has(id)) add(offset, `no link in the text points to the id ${id}; remove the id`);
  }
  for (const [id, offset] of links) {
    if (!ids.has(id)) {
      add(
        offset,
        `nothing in the text has the id ${id}; add it to the target of the link, such as <h2 id="${id}">…</h2>, or remove the link`,
      );
    }
  }
};

const childrenOf = (element: Element, ...names: readonly string[]): Element[] =>
  element.children.filter((node): node is Element => node.type === 'element' && names.includes(node.tagName));

const spanOf = ({ properties }: Element, name: 'colSpan' | 'rowSpan'): number =>
  Math.min(Math.max(Math.floor(Number(properties[name])) || 1, 1), 100);

/** The first cell of a table that overlaps another one because of spans: a cell takes the first columns that no cell from a row above covers. */
const findOverlap = (table: Element): Element | undefined => {
  for (const group of childrenOf(table, 'tbody', 'thead', 'tfoot')) {
    /** The first free row of each column. */
    const freeFrom: number[] = [];
    for (const [row, element] of childrenOf(group, 'tr').entries()) {
      let column = 0;
      for (const cell of childrenOf(element, 'td', 'th')) {
        while ((freeFrom[column] ?? 0) > row) column += 1;
        const end = column + spanOf(cell, 'colSpan');
        for (; column < end; column += 1) {
          if ((freeFrom[column] ?? 0) > row) return cell;
          freeFrom[column] = row + spanOf(cell, 'rowSpan');
        }
      }
    }
  }
  return undefined;
};

/** Characters that reverse text, invisible and blank letters, and stacked marks, which cover neighbouring lines. */
const deceptive =
  /[\u061c\u115f\u1160\u200e\u200f\u202a-\u202e\u2066-\u2069\u2800\u3164\uffa0\u{e0000}-\u{e007f}]|\p{M}{5}/u;

const mostBlanks = 20;
const mostGaps = 10;

const tooManyBlanks = new RegExp(`\\s{${mostBlanks + 1}}`);

/** What the text may continue with after a tag. */
const openEnd = /(?:\s+|\p{M}+)$/u;

/** Finds deceptive characters, and gaps of blanks, line breaks, rules and empty elements that move text out of sight. */
export const findHiddenText = (tree: Root, html: string, add: (offset: number, says: string) => void): void => {
  let [seen, gaps, end] = [0, 0, ''];
  const addGap = ({ position }: Element): void => {
    gaps += 1;
    if (gaps !== mostGaps + 1) return;
    const says = `write at most ${mostGaps} line breaks, rules and empty elements in a row, so that the text after them is seen`;
    add(position?.start.offset ?? 0, says);
  };
  const readText = ({ value, position }: Text, isInPre: boolean): void => {
    const [from = 0, to = 0] = [position?.start.offset, position?.end.offset];
    if (isVisible(value)) {
      seen += 1;
      gaps = 0;
    }
    const joined = end + value;
    const shown = isInPre ? joined : joined.replace(/[ \t\r\n\f]+/g, ' ');
    end = '';
    if (deceptive.test(shown)) {
      const place = from + Math.max(html.slice(from, to).search(deceptive), 0);
      add(place, 'remove the characters here that hide others or change their order');
    } else if (tooManyBlanks.test(shown)) {
      add(from, `write at most ${mostBlanks} blanks in a row, so that the text after them is seen`);
    } else {
      end = openEnd.exec(shown)?.[0] ?? '';
    }
  };
  const read = (parent: Root | Element, isInPre: boolean): void => {
    for (const node of parent.children) {
      if (node.type === 'text') readText(node, isInPre);
      if (node.type !== 'element') continue;
      const before = seen;
      read(node, isInPre || node.tagName === 'pre');
      if (seen === before) addGap(node);
    }
  };
  read(tree, false);
};
