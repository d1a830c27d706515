import type { ErrorCodes, Token } from 'parse5';
import { Tokenizer, TokenizerMode } from 'parse5';
import { elements, globalAttributes, idPattern, notWithin, parents, voidElements } from './allowed-markup.ts';
import type { Findings } from './finding.ts';
import { newTextCheck } from './text-check.ts';

/** A tag as written in a text. */
interface WrittenTag {
  readonly offset: number;
  readonly name: string;
  /** The element that contains it. */
  readonly parent: string | undefined;
  /** Characters of text before it. */
  readonly textBefore: number;
}

/** A text as a sequence of tags. */
export interface WrittenMarkup {
  readonly tags: readonly WrittenTag[];
  readonly textLength: number;
  readonly hasVisibleText: boolean;
  /** Whether all elements are allowed and correctly closed. */
  readonly isSound: boolean;
}

/** Tags of a document around a text. */
const ofDocument: ReadonlySet<string> = new Set(['html', 'head', 'body']);

/** Refused elements whose content is not parsed as markup and so adds no findings. */
const tokenizerModes: ReadonlyMap<string, (typeof TokenizerMode)['RAWTEXT' | 'PLAINTEXT']> = new Map([
  ...['iframe', 'noembed', 'noframes', 'noscript', 'script', 'style', 'xmp'].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
  ['plaintext', TokenizerMode.PLAINTEXT] as const,
]);

/** Finds the first tag of a whole document, and ignores the others. */
const newDocumentCheck = (html: string, findings: Findings) => {
  let isDocument = false;
  return {
    isDocument: (): boolean => isDocument,
    refuse: (offset: number): void => {
      const [tag] = /<!?[a-z]*/i.exec(html.slice(offset, offset + 10)) ?? [];
      if (!isDocument) findings.addTag(offset, `is a whole document, with ${tag}>; keep only what is inside <body>`);
      isDocument = true;
    },
  };
};

/** Reads a text tag by tag. Finds what is not allowed, and what is not correctly closed. */
export const readTags = (html: string, format: Format, findings: Findings): WrittenMarkup => {
  const tags: WrittenTag[] = [];
  const open = newOpenElements(findings);
  const check = newTagCheck(findings, format);
  const text = newTextCheck(html, findings);
  const errors = newParseErrors(findings);
  const document = newDocumentCheck(html, findings);
  let isAllowed = true;
  const onTag = (token: Token.TagToken, follow: (name: string, offset: number) => void): void => {
    const { tagName: name, location } = token;
    errors.endTag();
    const offset = location?.startOffset ?? 0;
    if (ofDocument.has(name)) document.refuse(offset);
    if (ofDocument.has(name) || open.isTooDeep()) return;
    tags.push({ offset, name, parent: open.current(), textBefore: text.length() });
    follow(name, offset);
  };
  const onStartTag = (token: Token.TagToken): void =>
    onTag(token, (name, offset) => {
      isAllowed = check.check(token, offset) && isAllowed;
      open.start(name, offset);
      tokenizer.state = tokenizerModes.get(name) ?? tokenizer.state;
      if (token.location) text.start(name, token.location, voidElements.has(name));
    });
  const onText = (token: Token.CharacterToken): void => {
    text.add(token);
    const { startOffset: start = 0, endOffset: end = 0 } = token.location ?? {};
    if (format === 'html' || open.isWithin(['code', 'pre'])) return;
    findUnreadMarkdown(html, { start, end, parent: open.current() }, findings);
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag,
      onEndTag: (token) =>
        onTag(token, (name, offset) => {
          open.end(name, offset);
          text.end(name, offset);
        }),
      onCharacter: onText,
      onWhitespaceCharacter: text.add,
      onNullCharacter: text.add,
      onComment: ({ location }) =>
        findings.addTag(location?.startOffset ?? 0, 'readers never see a comment; remove it'),
      onDoctype: ({ location }) => document.refuse(location?.startOffset ?? 0),
      onEof: open.finish,
      onParseError: ({ code, startOffset }) => errors.add(code, startOffset),
    },
  );
  tokenizer.write(html, true);
  check.finish();
  return {
    tags,
    textLength: text.length(),
    hasVisibleText: text.hasVisibleText(),
    isSound: isAllowed && open.isSound() && !document.isDocument(),
  };
};

const unquoted = 'put the value in quotes';

const [lessThan, ampersand, leftOpen] = [
  'a < that begins no tag; write &lt;',
  'an & that does not begin a character reference such as &amp; or &nbsp;; write &amp;',
  'a tag or comment is left open at the end of the text',
];

const words: ReadonlyMap<string, string> = new Map([
  ['eof-before-tag-name', lessThan],
  ['invalid-first-character-of-tag-name', lessThan],
  ['missing-end-tag-name', lessThan],
  ['absence-of-digits-in-numeric-character-reference', ampersand],
  ['missing-semicolon-after-character-reference', ampersand],
  ['unknown-named-character-reference', ampersand],
  ['eof-in-comment', leftOpen],
  ['eof-in-tag', leftOpen],
  ['unexpected-character-in-unquoted-attribute-value', unquoted],
  ['duplicate-attribute', 'an attribute occurs twice; keep one'],
]);

/** The message for an error of HTML's tokenizer, by its name in the HTML standard. */
const describeParseError = (code: ErrorCodes): string =>
  words.get(code) ?? `not correct HTML (${code}); browsers repair it in different ways`;

/** Finds errors of HTML's tokenizer; once for a tag whose errors all come from missing quotes. */
const newParseErrors = (findings: Findings) => {
  let isUnquoted = false;
  return {
    add: (code: ErrorCodes, offset: number): void => {
      const says = describeParseError(code);
      if (says === unquoted && isUnquoted) return;
      isUnquoted ||= says === unquoted;
      findings.addPlace(offset, says);
    },
    /** Reports the end of a tag. */
    endTag: (): void => {
      isUnquoted = false;
    },
  };
};

const withAdvice = (says: string, advice: string | undefined): string =>
  advice === undefined ? says : `${says}; ${advice}`;

/** Checks elements and attributes of a text against the list of allowed ones. */
const newTagCheck = (findings: Findings, format: Format) => {
  const targets = newTargets(findings);
  let isListed = false;
  const refuseElement = (name: string, offset: number): void => {
    const list = isListed ? '' : `; allowed are ${[...elements.keys()].sort().join(', ')}`;
    isListed = true;
    findings.addTag(offset, withAdvice(`the element ${name} is not allowed`, elementAdvice.get(name)) + list);
  };
  const checkAttribute = (element: string, { name, value }: Token.Attribute, offset: number): void => {
    const allowed = { ...globalAttributes, ...elements.get(element) };
    const check = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    if (check === undefined) {
      const list = `<${element}> may have ${Object.keys(allowed).sort().join(', ')}`;
      const refused = withAdvice(`the attribute ${name} is not allowed`, adviceOnAttribute(name, format));
      findings.addTag(offset, `${refused}; ${list}`);
      return;
    }
    const wrong = check(value);
    if (wrong !== undefined) findings.addTag(offset, wrong.startsWith('must ') ? `${name} ${wrong}` : wrong);
    if (name === 'id') targets.addId(value, offset);
    if (name === 'href') targets.addLink(value, offset);
  };
  return {
    /** Returns whether the element is allowed. */
    check: ({ tagName: name, attrs, selfClosing }: Token.TagToken, offset: number): boolean => {
      if (!elements.has(name)) {
        refuseElement(name, offset);
        return false;
      }
      if (selfClosing && !voidElements.has(name)) {
        findings.addTag(offset, `/ does not close <${name}>; write </${name}>`);
      }
      for (const attribute of attrs) checkAttribute(name, attribute, offset);
      return true;
    },
    finish: targets.finish,
  };
};

const [asText, asDiv, asFont, asPicture, asSign] = [
  'write the text without it',
  'write <div>, because pages often hide or move such parts',
  'leave the size and colour of text to the page',
  'say in words what the picture shows',
  'a text has no fields; write ☐ or ☑ instead, in Markdown as well',
];

/** What to write instead of a refused element. */
const elementAdvice: ReadonlyMap<string, string> = new Map([
  ...['abbr', 'address', 'dfn', 'mark', 'time'].map((name): [string, string] => [name, asText]),
  ...['article', 'aside', 'footer', 'header', 'main', 'nav'].map((name): [string, string] => [name, asDiv]),
  ...['big', 'font', 'small'].map((name): [string, string] => [name, asFont]),
  ...['img', 'picture', 'svg', 'video'].map((name): [string, string] => [name, asPicture]),
  ...['button', 'input', 'select', 'textarea'].map((name): [string, string] => [name, asSign]),
  ['center', 'write style="text-align: center"'],
  ['details', 'write the text where everybody sees it without a click'],
  ['strike', 'write <s>'],
]);

const attributeAdvice: ReadonlyMap<string, string> = new Map([
  ['align', 'write style="text-align: …"'],
  ['class', 'what it looks like depends on the page'],
  ['name', 'write an id'],
  ['title', 'many readers never see it; write it in the text'],
]);

/** What to write instead of a refused attribute. */
const adviceOnAttribute = (name: string, format: Format): string | undefined => {
  const advice = attributeAdvice.get(name);
  return name === 'class' && format === 'markdown' ? `${advice}; name no language after \`\`\`` : advice;
};

/** Finds links to ids that do not exist in a text, and ids without a link. */
const newTargets = (findings: Findings) => {
  const ids = new Map<string, number>();
  const links = new Map<string, number>();
  return {
    addId: (id: string, offset: number): void => {
      if (!idPattern.test(id)) return;
      if (ids.has(id)) findings.addTag(offset, `the id ${id} occurs twice; give each element its own`);
      ids.set(id, offset);
    },
    addLink: (href: string, offset: number): void => {
      const id = href.slice(1);
      if (href.startsWith('#') && idPattern.test(id) && !links.has(id)) links.set(id, offset);
    },
    finish: (): void => {
      for (const [id, offset] of ids) {
        if (!links.has(id)) findings.addTag(offset, `no link in the text points to the id ${id}; remove the id`);
      }
      for (const [id, offset] of links) {
        if (!ids.has(id))
          findings.addTag(
            offset,
            `nothing in the text has the id ${id}; add it to the target of the link, such as <h2 id="${id}">…</h2>, or remove the link`,
          );
      }
    },
  };
};

const gitHubOnly =
  'GitHub\'s footnotes, alerts and heading ids are not supported and would appear as typed. For a footnote write `<sup><a href="#notice-1">1</a></sup>` and `<p id="notice-1">…</p>`';

const unreadLink =
  'a link that would appear as typed. In its address, write %20 for a space, and nothing for a space in a telephone number; inside HTML write <a href="…">';

const patterns: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/\[\^[^\s[\]]+\]/g, gitHubOnly],
  [/(?:\[[^[\]]{0,200})?\]\(/g, unreadLink],
];

/** A place in HTML from marked, with what the check needs of it. */
interface Place {
  /** The start of one run of text in the HTML. */
  readonly start: number;
  readonly end: number;
  readonly parent: string | undefined;
}

/** The length of `<blockquote>`, white space and `<p>`. */
const blockquoteCharacters = 24;

/** Finds Markdown that marked left as text. */
const findUnreadMarkdown = (html: string, { start, end, parent }: Place, findings: Findings): void => {
  const text = html.slice(start, end);
  for (const [pattern, says] of patterns) {
    for (const { 0: source, index } of text.matchAll(pattern)) findings.addText(start + index, source, says);
  }
  const [alert] = /^\[![a-z]+\]/i.exec(text) ?? [];
  if (alert !== undefined && /<blockquote>\s*<p>$/.test(html.slice(Math.max(0, start - blockquoteCharacters), start))) {
    findings.addText(start, alert, gitHubOnly);
  }
  const [footnote] = /^\^\S+$/.exec(text) ?? [];
  if (footnote !== undefined && parent === 'a') findings.addText(start, footnote, gitHubOnly);
  if (html.startsWith('</h', end) && text.endsWith('}')) {
    const opened = html.lastIndexOf('{', end);
    const headingId = html.slice(opened, end);
    if (/^\{#[^{}<>]+\}$/.test(headingId)) findings.addText(opened, headingId, gitHubOnly);
  }
};

/** The format of a text file. */
export type Format = 'html' | 'markdown';

interface OpenElement {
  readonly name: string;
  readonly offset: number;
}

/** The deepest nesting. Lists and quotations indent further at each level and would leave the screen; browsers rearrange what is 512 deep. */
const deepest = 32;

/** Whether an element is another item of the same kind of list, such as after an unclosed `<li>`, which is a separate finding. */
const isItemOfSame = (name: string, containers: readonly string[]): boolean =>
  parents.get(name)?.join() === containers.join();

/** Tracks open elements. Every element must end while its container is still open. */
const newOpenElements = (findings: Findings) => {
  const open: OpenElement[] = [];
  let isSound = true;
  const add = (offset: number, says: string): void => {
    isSound = false;
    findings.addTag(offset, says);
  };
  const reportUnclosed = (from: number): void => {
    for (const { name, offset } of open.splice(from).reverse()) add(offset, `<${name}> is not closed with </${name}>`);
  };
  return {
    /** The element that contains the next tag. */
    current: (): string | undefined => open.at(-1)?.name,
    isWithin: (names: readonly string[]): boolean => open.some(({ name }) => names.includes(name)),
    isTooDeep: (): boolean => open.length > deepest,
    /** Whether nothing was found. */
    isSound: (): boolean => isSound,
    start: (name: string, offset: number): void => {
      const around = open.find((element) => notWithin.get(name)?.includes(element.name));
      if (around !== undefined) findings.addTag(offset, `<${name}> may not be inside <${around.name}>`);
      const [containers, parent = ''] = [parents.get(name), open.at(-1)?.name];
      if (containers?.includes(parent) === false && !isItemOfSame(parent, containers)) {
        findings.addTag(offset, `<${name}> must be directly inside <${containers.join('> or <')}>`);
      }
      if (!voidElements.has(name)) open.push({ name, offset });
      if (open.length === deepest + 1) add(offset, `elements are nested more than ${deepest} deep here`);
    },
    end: (name: string, offset: number): void => {
      const index = open.findLastIndex((element) => element.name === name);
      if (index === -1) {
        add(offset, `no <${name}> is open here; remove the end tag`);
        return;
      }
      reportUnclosed(index + 1);
      open.pop();
    },
    /** Ends the text. */
    finish: (): void => {
      if (open.length <= deepest) reportUnclosed(0);
    },
  };
};
