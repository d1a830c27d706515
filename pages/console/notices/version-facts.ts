import type { VNode } from 'preact';
import type { AnswerOf, Client } from '../../../client/typescript/index.ts';
import { renderMarkup } from '../../markup/framed-markup.ts';
import type { ConsoleWords } from '../../words/console/eng.ts';
import type { Language } from '../../words/console/language-tags.ts';
import { consoleLanguages } from '../../words/console/languages.ts';
import type { EvidenceWords } from '../../words/evidence/eng.ts';
import { newMarkupShowing } from '../markup/framed-markup.tsx';
import type { Writing } from '../writing.ts';
import { madeOnce } from '../writing.ts';

export type ListedVersion = AnswerOf<'listNotices'>['data'][number]['versions'][number];

/** Facts about a version other than its content. */
export const versionFacts = (
  version: ListedVersion,
  words: ConsoleWords['notices']['notices'],
  { time }: Writing,
  nameLanguage: (code: string) => string,
): readonly (readonly [name: string, value: string])[] => [
  [words.published, time(version.publishedAt)],
  [words.until, version.currentUntil === null ? words.isCurrent : time(version.currentUntil)],
  [words.languages, version.languages.map(nameLanguage).join(', ')],
  [words.validity, version.validityDays === 0 ? words.endless : words.days(version.validityDays)],
  [words.askAgain, version.askAgain ? words.yes : words.no],
];

/** What only a program or an operator needs to know of a version. */
export const technicalFacts = (
  version: ListedVersion,
  words: ConsoleWords['notices']['notices'],
  operator: ConsoleWords['evidence']['writing']['operator'],
): readonly (readonly [name: string, value: string])[] => [
  [words.publishedBy, operator(version.publishedBy)],
  [words.hash, version.contentHash],
  [words.id, version.id],
];

export type ListedNotice = AnswerOf<'listNotices'>['data'][number];

/** A notice with all its versions. @throws ConsentRegisterError `notice.not-found`, or any error of a call */
export const findNotice = async (client: Client, pid: number, signal: AbortSignal): Promise<ListedNotice> => {
  const { data } = await client.listNotices({ pid }, { signal });
  const [notice] = data;
  if (notice === undefined) throw new Error('The answer lacks the notice that was asked for.');
  return notice;
};

/** The HTML of a notice: as people read it, in a frame, and its source. It names what was left out only if there is something. */
export const renderNoticeMarkup = (text: string, words: EvidenceWords): VNode => {
  const { markup } = words;
  const leftOut = (list: string): string => (list === '' ? '' : markup.leftOut(list));
  return renderMarkup(words.texts.theText, text, newMarkupShowing({ ...words, markup: { ...markup, leftOut } }));
};

/** The language to show texts in first: the requested one, the reader's, or any that exists. */
export const chooseTextLanguage = (
  there: readonly string[],
  asked: string | undefined,
  reader: Language,
): string | undefined =>
  [asked, consoleLanguages[reader].code].find((code) => code !== undefined && there.includes(code)) ?? there[0];

/** The language tag for HTML (BCP 47). */
export const tagOf = (code: string): string => Intl.getCanonicalLocales(code)[0] ?? code;

/** Names of languages in the reader's language. */
export const nameLanguages: (reader: Language) => (code: string) => string = madeOnce((reader) => {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  return (code) => names.of(code) ?? code;
});
