import type { Finding } from '../../pages/markup/finding.ts';
import { describeFinding } from '../../pages/markup/finding.ts';
import { findMarkdownLines, renderMarkdown } from './markdown.ts';
import { readTextFile } from './text-file.ts';

/** A problem of a text, with its line if known. */
interface TextProblem {
  readonly line?: number;
  readonly says: string;
}

/** The text of a notice in one language, as HTML; empty if it could not be read. */
export interface NoticeText {
  readonly html: string;
  /** Problems that make it unusable as a text. */
  readonly problems: readonly TextProblem[];
  /** Markup that a new version may not have. */
  readonly refused: readonly TextProblem[];
}

/** The most findings that are printed. */
const mostFindings = 20;

const findHtmlLines = (html: string, findings: readonly Finding[]): number[] => {
  let [line, counted] = [1, 0];
  return findings.map(({ offset }) => {
    line += html.slice(counted, offset).split('\n').length - 1;
    counted = offset;
    return line;
  });
};

/** Traces of Word, Google Docs and LibreOffice. */
const fromWordProcessor = (html: string): boolean =>
  /<\/?[ovw]:|class="?Mso|\bmso-|<!--\[if\b|docs-internal-guid|content="LibreOffice|class="(?:western|cjk|ctl)"|Liberation (?:Sans|Serif)/i.test(
    html,
  );

/** Reads a `.html` or `.md` file, and finds everything wrong with it. */
export const readNoticeText = async (path: string): Promise<NoticeText> => {
  const file = await readTextFile(path);
  if ('problem' in file) return { html: '', problems: [{ says: file.problem }], refused: [] };
  const isMarkdown = path.endsWith('.md');
  const html = isMarkdown ? renderMarkdown(file.text) : file.text;
  /** Loaded with the first text, because most commands need none. */
  const { checkMarkup } = await import('../../pages/markup/check-markup.ts');
  const { findings, count, hasVisibleText } = checkMarkup(html, isMarkdown ? 'markdown' : 'html');
  const told = findings.slice(0, mostFindings);
  const lines = isMarkdown ? findMarkdownLines(file.text, told) : findHtmlLines(html, told);
  const refused: TextProblem[] = told.map((finding, i) => ({ line: lines[i] ?? 1, says: describeFinding(finding) }));
  if (count > told.length) refused.push({ says: `there are ${count - told.length} more.` });
  if (count > 0 && fromWordProcessor(html)) {
    refused.unshift({
      says: 'comes from a word processor. Use its plain text, and write headings and lists as Markdown.',
    });
  }
  const nothing = 'has no visible text. Write some, or delete the file and its title.';
  return { html, problems: hasVisibleText ? [] : [{ says: nothing }], refused };
};
