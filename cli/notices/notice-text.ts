import { Marked } from 'marked';
import { findActiveContent } from './active-content.ts';
import { readTextFile } from './text-file.ts';
import { hasVisibleContent } from './visible-text.ts';

/** The text of a notice in one language, as HTML; empty where it could not be read. */
export interface NoticeText {
  readonly html: string;
  readonly problems: readonly string[];
}

const markdown = new Marked({ async: false, gfm: true });

/** Markdown as HTML. A version of marked that renders it otherwise makes new versions of notices: a test pins it. */
export const renderMarkdown = (text: string): string => markdown.parse(text, { async: false }).trimEnd();

const findProblems = async (html: string): Promise<string[]> => {
  const problems: string[] = [];
  const [tag] = /<(?:!doctype|html|head|body)(?=[\s/>]|$)/i.exec(html) ?? [];
  if (tag !== undefined) problems.push(`is a whole document, with ${tag}>; keep only what is inside <body>.`);
  if (!(await hasVisibleContent(html))) problems.push('has no visible text; write some, or delete file and title.');
  const active = await findActiveContent(html);
  if (active.length > 0) {
    problems.push(
      `has what could run code in a page, or is not known to be harmless: ${active.join(', ')}; remove or close it.`,
    );
  }
  return problems;
};

/** Reads a `.html` or `.md` file and finds all that is wrong with it. */
export const readNoticeText = async (path: string): Promise<NoticeText> => {
  const file = await readTextFile(path);
  if ('problem' in file) return { html: '', problems: [file.problem] };
  const html = path.endsWith('.md') ? renderMarkdown(file.text) : file.text;
  return { html, problems: await findProblems(html) };
};
