import type { AnswerOf } from '../../../client/index.ts';
import type { Writing } from '../writing.ts';
import type { NoticesWords } from '../../words/console/words.ts';

export type ListedVersion = AnswerOf<'listNotices'>['data'][number]['versions'][number];

/** Facts about a version other than its content. */
export const versionFacts = (
  version: ListedVersion,
  words: NoticesWords,
  { time }: Writing,
  nameLanguage: (code: string) => string,
): readonly (readonly [name: string, value: string])[] => [
  [words.published, time(version.publishTime)],
  [words.until, version.endTime === null ? words.isCurrent : time(version.endTime)],
  [words.publishedBy, version.publishedBy],
  [words.languages, version.languages.map(nameLanguage).join(', ')],
  [words.validity, version.validityDays === 0 ? words.endless : words.days(version.validityDays)],
  [words.askAgain, version.askAgain ? words.yes : words.no],
  [words.hash, version.contentHash],
  [words.id, version.id],
];
