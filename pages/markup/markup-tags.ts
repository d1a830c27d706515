import type { Token } from 'parse5';
import { Tokenizer, TokenizerMode } from 'parse5';
import { voidElements } from './allowed-markup.ts';
import type { Findings } from './finding.ts';
import type { Format } from './format.ts';
import { newOpenElements } from './open-elements.ts';
import { newParseErrors } from './parse-error.ts';
import { newTagCheck } from './tag-check.ts';
import { newTextCheck } from './text-check.ts';
import { findUnreadMarkdown } from './unread-markdown.ts';

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
