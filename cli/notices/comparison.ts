import { createTwoFilesPatch } from 'diff';
import { languages } from '../../shared/schema/vocabulary.ts';
import type { NoticeContent } from '../../shared/store/notice.ts';

/** Ends a line after each block, so that a change in a long text shows as a short line. A line that goes on says so. */
const breakLines = (html: string): string =>
  html.replaceAll(
    /(<\/(?:p|li|ul|ol|h[1-6]|div|tr|table|thead|tbody|blockquote|section|details)>|<br ?\/?>)(?=[^\n])/gi,
    '$1\u21b5\n',
  );

/** What a notice says, as lines: settings first, then title and text of each language. */
export const describeContent = ({ validityDays, notification, title, descriptionHtml }: NoticeContent): string =>
  [
    `validityDays: ${validityDays}`,
    `notification: ${notification}`,
    ...languages
      .filter((lang) => title[lang] !== undefined || descriptionHtml[lang] !== undefined)
      .flatMap((lang) => ['', `[${lang}] ${title[lang] ?? ''}`, breakLines(descriptionHtml[lang] ?? '')]),
  ].join('\n');

/**
 * A unified diff of what two contents say; empty when they say the same.
 *
 * @param before undefined for a notice that is not published yet
 */
export const diffContents = (
  before: NoticeContent | undefined,
  after: NoticeContent,
  labels: { readonly before: string; readonly after: string },
): string => {
  const one = before === undefined ? '' : `${describeContent(before)}\n`;
  const other = `${describeContent(after)}\n`;
  if (one === other) return '';
  const patch = createTwoFilesPatch(labels.before, labels.after, one, other, undefined, undefined, { context: 3 });
  return patch.slice(patch.indexOf('---'));
};
