import type { Finding } from '../../pages/html/lint.ts';
import { readTextFile } from '../input/files.ts';
import type { RenderedMarkdown } from './markdown.ts';
import { findPlaceholders, frontMatterOf, proseOf } from './placeholders.ts';

/** The text of a notice in one language, as HTML; empty if it could not be read. */
export interface NoticeText {
  readonly html: string;
  /** Problems that make it unusable as a text. */
  readonly problems: readonly TextProblem[];
  /** What a new version may not have: markup that is not allowed, and what readers would not see as it is written. */
  readonly refused: readonly TextProblem[];
}

/** A problem of a text, with its line if known. */
interface TextProblem {
  readonly line?: number;
  readonly says: string;
}

/** Reads a `.html` or `.md` file, and finds everything wrong with it. */
export const readNoticeText = async (path: string): Promise<NoticeText> => {
  const file = await readTextFile(path);
  if ('problem' in file) return { html: '', problems: [{ says: file.problem }], refused: [] };
  const { html, findings, lineOf } = await (path.endsWith('.md') ? readMarkdown : readHtml)(file.text);
  /** Loaded with the first text, because most commands need none. */
  const { checkMarkup, describeFinding } = await import('../../pages/html/lint.ts');
  const markup = checkMarkup(html);
  const first = (all: readonly Finding[]): readonly Finding[] =>
    all.toSorted((one, other) => one.offset - other.offset).slice(0, mostFindings);
  const unique = [...new Map(findings.toReversed().map((finding) => [finding.offset, finding])).values()];
  const refused: TextProblem[] = [
    ...first(unique).map((finding) => ({ line: lineAt(file.text, finding.offset), says: describeFinding(finding) })),
    ...first(markup.findings).map((finding) => ({ line: lineOf(finding.offset), says: describeFinding(finding) })),
  ]
    .toSorted((one, other) => one.line - other.line)
    .slice(0, mostFindings);
  const count = unique.length + markup.findings.length;
  if (count > refused.length) refused.push({ says: `there are ${count - refused.length} more.` });
  if (markup.findings.length > 0 && fromWordProcessor(html)) {
    refused.unshift({
      says: 'comes from a word processor. Use its plain text, and write headings and lists as Markdown.',
    });
  }
  const nothing = 'has no visible text. Write some, or delete the file and its title.';
  return { html, problems: markup.hasVisibleText ? [] : [{ says: nothing }], refused };
};

/** The most findings that are printed. */
const mostFindings = 20;

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const findFrontMatter = (text: string): Finding[] => {
  const says = 'is front matter, which other tools read; remove it, and write the title into notice.json';
  return frontMatterOf(text) === '' ? [] : [{ offset: 0, source: text.slice(0, 3), says }];
};

const reference = 'a character reference for it, such as &#91; for [ or &#123; for {';

const readHtml = (text: string): RenderedMarkdown => ({
  html: text,
  findings: [...findFrontMatter(text), ...findPlaceholders(proseOf(text), reference)],
  lineOf: (offset) => lineAt(text, offset),
});

const readMarkdown = async (text: string): Promise<RenderedMarkdown> => {
  const { renderMarkdown } = await import('./markdown.ts');
  const frontMatter = frontMatterOf(text);
  const busy = findBusyLine(text);
  if (busy) return { html: plain, findings: [...findFrontMatter(text), busy], lineOf: () => 1 };
  const { findings, ...rendered } = renderMarkdown(frontMatter.replace(/[^\n]/g, ' ') + text.slice(frontMatter.length));
  return { ...rendered, findings: [...findFrontMatter(text), ...findings] };
};

/** Stands for a text that is not rendered. */
const plain = '<p>…</p>';

/** Traces of Word, Google Docs and LibreOffice. */
const fromWordProcessor = (html: string): boolean =>
  /<\/?[ovw]:|class="?Mso|\bmso-|<!--\[if\b|docs-internal-guid|content="LibreOffice|class="(?:western|cjk|ctl)"|Liberation (?:Sans|Serif)/i.test(
    html,
  );

/** The most marks in a paragraph, item or row: parsers compare each mark with every other one. */
const mostMarks = 1_000;

/** The most lists and quotations in each other. */
const deepest = 32;

const marks = /\*+|_+|~+|`+|[[\]<]/g;

/** The signs of lists, quotations and footnotes at the start of a line. */
const containers = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\n]{1,200}\]:))*/;
const container = />|[-+*](?=[ \t])|\d{1,9}[.)]|\[\^[^\]\n]+\]:/g;

const rule = /^[ \t]*(?:[-*_][ \t]*)+$/;
const delimiterRow = /^[> \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Finds the first line that would keep a parser busy for minutes, and that no text of people has. */
export const findBusyLine = (text: string): Finding | undefined => {
  let [offset, count, isTable] = [0, 0, false];
  for (const line of text.split('\n')) {
    const start = containers.exec(line)?.[0] ?? '';
    const isEmpty = line.length === start.length || line.trim() === '';
    if (isEmpty) isTable = false;
    else if (line.includes('|') && delimiterRow.test(line)) isTable = true;
    if (isEmpty || isTable || start !== '') count = 0;
    count += Array.from(line.matchAll(marks)).length;
    const source = line.slice(0, 40);
    const depth = Array.from(start.matchAll(container)).length;
    const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0;
    const isDeep = start.trim() !== '' && depth + indent / 4 > deepest;
    if (isDeep && !rule.test(line)) return { offset, source, says: 'lists or quotations are nested too deep' };
    if (count > mostMarks) {
      return {
        offset,
        source,
        says: `the paragraph has more than ${mostMarks} signs such as *, _, [ and <; write an empty line between its parts`,
      };
    }
    offset += line.length + 1;
  }
  return undefined;
};
