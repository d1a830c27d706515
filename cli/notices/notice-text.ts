import type { Finding } from './finding.ts';
import { describeFinding } from './finding.ts';
import { findMarkdownLines, renderMarkdown } from './markdown.ts';
import { readTextFile } from './text-file.ts';

/** What is wrong with a text, and the line that it is in where that can be said. */
interface TextProblem {
  readonly line?: number;
  readonly says: string;
}

/** The text of a notice in one language, as HTML; empty where it could not be read. */
export interface NoticeText {
  readonly html: string;
  /** What makes it no text. */
  readonly problems: readonly TextProblem[];
  /** What of its markup is not allowed in a new version. */
  readonly refused: readonly TextProblem[];
}

/** More findings than these nobody reads at once. */
const mostFindings = 20;

const findHtmlLines = (html: string, findings: readonly Finding[]): number[] => {
  let [line, counted] = [1, 0];
  return findings.map(({ offset }) => {
    line += html.slice(counted, offset).split('\n').length - 1;
    counted = offset;
    return line;
  });
};

/** Marks of Word, Google Docs and LibreOffice. */
const fromWordProcessor = (html: string): boolean =>
  /<\/?[ovw]:|class="?Mso|\bmso-|<!--\[if\b|docs-internal-guid|content="LibreOffice|class="(?:western|cjk|ctl)"|Liberation (?:Sans|Serif)/i.test(
    html,
  );

/** Reads a `.html` or `.md` file and finds all that is wrong with it. */
export const readNoticeText = async (path: string): Promise<NoticeText> => {
  const file = await readTextFile(path);
  if ('problem' in file) return { html: '', problems: [{ says: file.problem }], refused: [] };
  const isMarkdown = path.endsWith('.md');
  const html = isMarkdown ? renderMarkdown(file.text) : file.text;
  /** Loaded with the first text, because most commands need none. */
  const { checkMarkup } = await import('./markup.ts');
  const { findings, count, hasVisibleText } = checkMarkup(html, isMarkdown ? 'markdown' : 'html');
  const told = findings.slice(0, mostFindings);
  const lines = isMarkdown ? findMarkdownLines(file.text, told) : findHtmlLines(html, told);
  const refused: TextProblem[] = told.map((finding, i) => ({ line: lines[i] ?? 1, says: describeFinding(finding) }));
  if (count > told.length) refused.push({ says: `there are ${count - told.length} more.` });
  if (count > 0 && fromWordProcessor(html)) {
    refused.unshift({
      says: 'comes from a word processor; take its plain text, and write headings and lists as Markdown.',
    });
  }
  const nothing = 'has no visible text; write some, or delete file and title.';
  return { html, problems: hasVisibleText ? [] : [{ says: nothing }], refused };
};
