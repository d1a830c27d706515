import type { VNode } from 'preact';
import type { AnswerOf, Client } from '../../../client/typescript/index.ts';
import { newMarkupWords, renderMarkup, sayOnlyWhatIsLeftOut } from '../../html/shown-markup.ts';
import type { Translate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/index.ts';
import { langOfTag } from '../../i18n/index.ts';
import { madeOnce } from '../../i18n/made-once.ts';
import type { EvidenceText } from '../../sentences/writing.ts';
import { newConsoleShowing } from '../framing.tsx';
import type { Writing } from '../writing.ts';

export type ListedVersion = AnswerOf<'listNotices'>['data'][number]['versions'][number];

/** Facts about a version other than its content. */
export const versionFacts = (
  version: ListedVersion,
  t: Translate,
  { time }: Writing,
  nameLanguage: (code: string) => string,
): readonly (readonly [name: string, value: string])[] => [
  [t('notices.published'), time(version.publishedAt)],
  [t('notices.until'), version.currentUntil === null ? t('notices.isCurrent') : time(version.currentUntil)],
  [t('notices.languages'), version.languages.map(nameLanguage).join(', ')],
  [
    t('notices.validity'),
    version.validityDays === 0 ? t('notices.endless') : t('notices.days', { count: version.validityDays }),
  ],
  [t('notices.askAgain'), version.askAgain ? t('notices.yes') : t('notices.no')],
];

/** What only a program or an operator needs to know of a version. */
export const technicalFacts = (
  version: ListedVersion,
  t: Translate,
  operator: (by: string) => string,
): readonly (readonly [name: string, value: string])[] => [
  [t('notices.publishedBy'), operator(version.publishedBy)],
  [t('notices.hash'), version.contentHash],
  [t('notices.id'), version.id],
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
export const renderNoticeMarkup = (text: string, words: EvidenceText): VNode =>
  renderMarkup(words.t('evidence.texts.theText'), text, {
    ...newConsoleShowing(words),
    words: sayOnlyWhatIsLeftOut(newMarkupWords(words.t)),
  });

/** The language to show texts in first: the requested one, the reader's, or any that exists. */
export const chooseTextLanguage = (
  there: readonly string[],
  asked: string | undefined,
  reader: Language,
): string | undefined =>
  [asked, langOfTag(reader)].find((code) => code !== undefined && there.includes(code)) ?? there[0];

/** The language tag for HTML (BCP 47). */
export const tagOf = (code: string): string => Intl.getCanonicalLocales(code)[0] ?? code;

/** Names of languages in the reader's language. */
export const nameLanguages: (reader: Language) => (code: string) => string = madeOnce((reader) => {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  return (code) => names.of(code) ?? code;
});
