import { marked } from 'marked';
import { findActiveContent, isVisible } from './active-content.ts';

/** What a text file holds, or what is wrong with it, a line each. */
export interface ReadText {
  readonly html: string;
  readonly problems: readonly string[];
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The same text whatever the editor and the checkout made of its line ends: its hash must be the same everywhere. */
const normalise = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trimEnd();

const toHtml = (text: string, isMarkdown: boolean): string =>
  isMarkdown ? marked.parse(text, { async: false, gfm: true }).trimEnd() : text;

const documentTag = /<(?:!doctype|html|head|body)\b/i;

const isEmpty = 'is empty; write what people agree to.';

const judge = async (html: string): Promise<string[]> => {
  if (html === '') return [isEmpty];
  if (documentTag.test(html)) {
    return ['is a whole page; a text is what stands in the body, without <html>, <head> and <body>.'];
  }
  const active = await findActiveContent(html);
  if (active.length > 0) {
    return [
      `has what a notice cannot have: ${active.join(', ')}. It is published as it is or not at all; take it out.`,
    ];
  }
  return (await isVisible(html)) ? [] : [isEmpty];
};

/** Reads a text as HTML. A byte order mark is not part of it. */
export const readText = async (
  bytes: Uint8Array,
  { isMarkdown }: { readonly isMarkdown: boolean },
): Promise<ReadText> => {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { html: '', problems: ['is not UTF-8; save it in this encoding.'] };
  }
  if (text.includes('\0')) return { html: '', problems: ['has a NUL character; is it a text?'] };
  const html = toHtml(normalise(text), isMarkdown);
  return { html, problems: await judge(html) };
};
