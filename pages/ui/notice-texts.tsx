import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import { languagesOf } from '../../shared/notices/content.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { describeMissingText, noticeFacts, termFacts } from '../describe/notice.ts';
import { Facts, Part } from './facts.ts';
import type { MarkupShowing } from './markup.ts';
import { Markup, newMarkupWords, sayOnlyWhatIsLeftOut } from './markup.ts';
import type { Column } from './table.tsx';
import { RecordTable } from './table.tsx';
import { Folded } from './text.tsx';
import { useWords } from './words.ts';

/** The HTML of a notice: as people read it, and its source. It names what was left out only if there is something. */
export const NoticeMarkup = ({ text, markup }: { readonly text: string; readonly markup: MarkupShowing }): VNode => {
  const { t } = useWords();
  const showing = { ...markup, words: sayOnlyWhatIsLeftOut(newMarkupWords(t)) };
  return <Markup name={t('evidence.texts.theText')} text={text} showing={showing} />;
};

interface LanguageProps {
  readonly content: NoticeContent;
  readonly lang: Lang;
  readonly markup: MarkupShowing;
}

const InLanguage = ({ content: { title, descriptionHtml }, lang, markup }: LanguageProps): VNode => {
  const { t, writing } = useWords();
  const [heading, text] = [title[lang], descriptionHtml[lang]];
  return (
    <div class="text" lang={languageNames[lang].tag} dir="ltr">
      {heading !== undefined && (
        <h3>
          <bdi>{escapeInvisible(heading)}</bdi>
        </h3>
      )}
      {text === undefined ? (
        <p lang={writing.tag}>{t('evidence.texts.none')}</p>
      ) : (
        <NoticeMarkup text={text} markup={markup} />
      )}
    </div>
  );
};

/** The text in the language of the consent, then the same version in its other languages, drawn when the reader opens them. */
const Texts = ({ statement, markup }: TextProps): VNode => {
  const words = useWords();
  const { t, writing } = words;
  const { notice, claimed } = statement;
  const { content } = notice;
  const missing = <p class="warning">{describeMissingText(statement, words)}</p>;
  if (content === null) return missing;
  const isThere = content.descriptionHtml[claimed.lang] !== undefined;
  const others = languagesOf(content).filter((lang) => lang !== claimed.lang || !isThere);
  return (
    <div>
      {isThere ? <InLanguage content={content} lang={claimed.lang} markup={markup} /> : missing}
      {others.length > 0 && <h3>{t('evidence.texts.others')}</h3>}
      {others.map((lang) => (
        <Folded
          key={lang}
          summary={<span>{`${t('evidence.texts.in')} ${writing.language(lang)}`}</span>}
          render={() => <InLanguage content={content} lang={lang} markup={markup} />}
        />
      ))}
    </div>
  );
};

interface TextProps {
  readonly statement: Statement;
  readonly markup: MarkupShowing;
}

/** The text that was agreed to, and a warning if it may be another. @param hasFacts whether the facts about it stand below */
export const NoticeText = ({
  statement,
  markup,
  hasFacts = false,
}: TextProps & { readonly hasFacts?: boolean }): VNode => {
  const { t } = useWords();
  const { hash } = statement.notice;
  return (
    <Part heading={t(statement.imported === null ? 'evidence.parts.text' : 'evidence.parts.textOfImport')}>
      <Texts statement={statement} markup={markup} />
      {!hash.agree && hash.recomputed !== null && <p class="warning">{t('evidence.parts.otherText')}</p>}
      {hasFacts && (
        <>
          <h3>{t('evidence.parts.ofText')}</h3>
          <NoticeFacts statement={statement} />
        </>
      )}
    </Part>
  );
};

/** The facts about the version that was agreed to, and its terms. */
export const NoticeFacts = ({ statement }: { readonly statement: Statement }): VNode => {
  const words = useWords();
  const { content } = statement.notice;
  return <Facts facts={[...noticeFacts(statement, words), ...(content === null ? [] : termFacts(content, words))]} />;
};

/** All versions of the notice. The one that was agreed to is marked. */
export const History = ({ statement: { notice } }: { readonly statement: Statement }): VNode => {
  const { t, writing } = useWords();
  const columns: readonly Column<Version>[] = [
    {
      name: t('evidence.history.columns.version'),
      show: ({ version, versionId }) =>
        versionId === notice.versionId ? t('evidence.history.agreedTo', { version }) : version,
    },
    { name: t('evidence.history.columns.published'), show: ({ publishedAt }) => writing.moment(publishedAt) },
    {
      name: t('evidence.history.columns.by'),
      show: ({ publishedBy }) => <bdi>{escapeInvisible(writing.operator(publishedBy))}</bdi>,
    },
    {
      name: t('evidence.history.columns.until'),
      show: ({ currentUntil }) =>
        currentUntil === null ? t('evidence.history.current') : writing.moment(currentUntil),
    },
    {
      name: t('evidence.history.columns.askAgain'),
      show: ({ askAgain }) => (askAgain ? t('evidence.terms.yes') : t('evidence.terms.no')),
    },
  ];
  return <RecordTable caption="" columns={columns} rows={notice.history} keyOf={({ versionId }) => versionId} />;
};

type Version = Statement['notice']['history'][number];
