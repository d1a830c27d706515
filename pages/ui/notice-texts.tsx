import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Statement } from '../../shared/evidence/statement.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import { languagesOf } from '../../shared/notices/content.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { describeMissingText, noticeFacts, termFacts } from '../describe/notice.ts';
import type { EvidenceText } from '../describe/writing.ts';
import type { PartDrawing } from './consent-parts.tsx';
import { drawPart } from './consent-parts.tsx';
import { Facts, renderPart } from './facts.ts';

/** How a page draws the texts of a version. */
export interface TextDrawing {
  /** @param text the HTML of the operator */
  readonly text: (text: string) => VNode;
  /** Folds content that is drawn when the reader opens it. */
  readonly fold: (summary: VNode, render: () => VNode) => VNode;
}

const renderLanguage = (
  { title, descriptionHtml }: NoticeContent,
  lang: Lang,
  words: EvidenceText,
  drawing: TextDrawing,
): VNode => {
  const [heading, text] = [title[lang], descriptionHtml[lang]];
  const none = <p lang={words.writing.tag}>{words.t('evidence.texts.none')}</p>;
  return (
    <div class="text" lang={languageNames[lang].tag} dir="ltr">
      {heading === undefined ? null : (
        <h3>
          <bdi>{escapeInvisible(heading)}</bdi>
        </h3>
      )}
      {text === undefined ? none : drawing.text(text)}
    </div>
  );
};

const renderOther = (content: NoticeContent, lang: Lang, words: EvidenceText, drawing: TextDrawing): VNode => {
  const summary = <span>{`${words.t('evidence.texts.in')} ${words.writing.language(lang)}`}</span>;
  return drawing.fold(summary, () => renderLanguage(content, lang, words, drawing));
};

/** The text in the language of the consent, then the same version in its other languages. */
export const renderNoticeTexts = (statement: Statement, words: EvidenceText, drawing: TextDrawing): VNode => {
  const { notice, claimed } = statement;
  const { content } = notice;
  const missing = <p class="warning">{describeMissingText(statement, words)}</p>;
  if (content === null) return missing;
  const isThere = content.descriptionHtml[claimed.lang] !== undefined;
  const others = languagesOf(content).filter((lang) => lang !== claimed.lang || !isThere);
  return (
    <div>
      {isThere ? renderLanguage(content, claimed.lang, words, drawing) : missing}
      {others.length === 0 ? null : (
        <>
          <h3>{words.t('evidence.texts.others')}</h3>
          {others.map((lang) => renderOther(content, lang, words, drawing))}
        </>
      )}
    </div>
  );
};

/** All versions of the notice. The one that was agreed to is marked. */
export const renderHistory = (
  { notice }: Statement,
  { t, writing }: EvidenceText,
  draw: PartDrawing = drawPart,
): VNode => {
  const table = (
    <div class="wide" role="group" tabindex={0} aria-label={t('evidence.history.heading')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('evidence.history.columns.version')}</th>
            <th scope="col">{t('evidence.history.columns.published')}</th>
            <th scope="col">{t('evidence.history.columns.by')}</th>
            <th scope="col">{t('evidence.history.columns.until')}</th>
            <th scope="col">{t('evidence.history.columns.askAgain')}</th>
          </tr>
        </thead>
        <tbody>
          {notice.history.map(({ version, versionId, publishedAt, publishedBy, currentUntil, askAgain }) => (
            <tr>
              <th scope="row">
                {versionId === notice.versionId ? t('evidence.history.agreedTo', { version }) : version}
              </th>
              <td>{writing.moment(publishedAt)}</td>
              <td>
                <bdi>{escapeInvisible(writing.operator(publishedBy))}</bdi>
              </td>
              <td>{currentUntil === null ? t('evidence.history.current') : writing.moment(currentUntil)}</td>
              <td>{askAgain ? t('evidence.terms.yes') : t('evidence.terms.no')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
  return <section>{draw(<h2>{t('evidence.history.heading')}</h2>, table)}</section>;
};

/** The text that was agreed to, and a warning if it may be another. @param shown the text, as the page shows it @param more below it */
export const renderNoticeText = (statement: Statement, shown: VNode, words: EvidenceText, more?: VNode): VNode => {
  const { hash } = statement.notice;
  return renderPart(
    statement.imported === null ? words.t('evidence.parts.text') : words.t('evidence.parts.textOfImport'),
    shown,
    hash.agree || hash.recomputed === null ? null : h('p', { class: 'warning' }, words.t('evidence.parts.otherText')),
    more,
  );
};

/** The text that was agreed to, and the facts about it. */
export const renderNotice = (statement: Statement, shown: VNode, words: EvidenceText): VNode => {
  const { content } = statement.notice;
  const facts = [...noticeFacts(statement, words), ...(content === null ? [] : termFacts(content, words))];
  const about = h(Fragment, null, h('h3', null, words.t('evidence.parts.ofText')), h(Facts, { facts: facts }));
  return renderNoticeText(statement, shown, words, about);
};
