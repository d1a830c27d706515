import type { StructuredPatchHunk } from 'diff';
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import { describeTerms } from '../../pages/describe/notice.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import { languagesOf } from '../../shared/notices/content.ts';
import { makeVisible } from '../../shared/schema/visible-text.ts';

const blocks = [
  'address|article|aside|blockquote|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hgroup|li|main',
  'nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul',
].join('|');

/** Where a line should end for display although the text continues. */
const blockEnd = new RegExp(String.raw`(</(?:${blocks})\s*>|<[bh]r(?:\s[^>]*)?/?>)(?!$)`, 'gi');

/** A line of the text, broken further for display. */
const [lineStart, continued] = ['  ', '… '];

/** A diff with more changes than this takes seconds to compute, and nobody reads it line by line. */
const changes = 5_000;

const describeLine = (line: string): string =>
  line === '' ? '' : `${lineStart}${makeVisible(line).replace(blockEnd, `$1\n${continued}`)}`;

/** Titles and texts in lines for people, language by language. */
export const describeTexts = ({ title, descriptionHtml }: Pick<NoticeContent, 'title' | 'descriptionHtml'>): string[] =>
  languagesOf({ title, descriptionHtml }).flatMap((lang) => {
    const [heading, text] = [title[lang], descriptionHtml[lang]];
    return [
      ...(heading === undefined ? [] : [`title ${lang}: ${makeVisible(heading)}`]),
      ...(text === undefined ? [] : [`text ${lang}:`, ...text.split('\n').map(describeLine)]),
    ];
  });

/**
 * The content of a notice in lines for people. Different contents have different lines, so a diff shows
 * every change.
 */
export const describeContent = (content: NoticeContent): string =>
  [
    `validityDays: ${content.validityDays}`,
    `notification: ${content.notification}`,
    ...describeTerms(content),
    ...describeTexts(content),
    '',
  ].join('\n');

const linesOf = (text: string, sign: string): string[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => `${sign}${line}`);

const toHunk = (before: string, after: string): StructuredPatchHunk => {
  const [removed, added] = [linesOf(before, '-'), linesOf(after, '+')];
  return {
    oldStart: 1,
    oldLines: removed.length,
    newStart: 1,
    newLines: added.length,
    lines: [...removed, ...added],
  };
};

/** The difference between two contents as a unified diff; empty if they are equal. */
export const diffContents = (
  before: NoticeContent | undefined,
  after: NoticeContent,
  labels: { readonly before: string; readonly after: string },
): string => {
  const [old, current] = [before === undefined ? '' : describeContent(before), describeContent(after)];
  if (old === current) return '';
  const options = { context: 3, maxEditLength: changes };
  const patch = structuredPatch('', '', old, current, undefined, undefined, options) ?? {
    oldFileName: '',
    newFileName: '',
    oldHeader: undefined,
    newHeader: undefined,
    hunks: [toHunk(old, current)],
  };
  return `--- ${labels.before}\n+++ ${labels.after}\n${formatPatch(patch, OMIT_HEADERS)}`;
};
