import type { Findings } from './finding.ts';

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
export const findUnreadMarkdown = (html: string, { start, end, parent }: Place, findings: Findings): void => {
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
