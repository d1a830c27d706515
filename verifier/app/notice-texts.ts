import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import type { NoticeContent } from '../../shared/notices/content.ts';
import { languagesOf } from '../../shared/notices/content.ts';
import { languageNames } from '../../shared/schema/language-names.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import type { Lang } from '../../shared/schema/vocabulary.ts';
import { makeInert, readPlainText } from '../markup/browser-markup.ts';
import type { MarkupShowing } from '../markup/framed-markup.ts';
import { englishMarkup, renderMarkup, renderSource } from '../markup/framed-markup.ts';
import { shadowStyle } from '../markup/shadow-style.ts';
import { describeMissingText } from '../wording/consent-facts.ts';
import { Folded } from './folded.ts';

/** How the page shows markup. */
export const showing: MarkupShowing = {
  words: englishMarkup,
  makeInert,
  fold: (summary, render) => html`<${Folded} summary=${summary} render=${render} />` as VNode,
};

/** A text apart from the page: no rule and no id of one reaches the other. */
const Apart = ({ text }: { readonly text: string }): VNode => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' });
    root.innerHTML = `<style>${shadowStyle}</style>${text}`;
  }, [text]);
  return html`<div ref=${place}></div>` as VNode;
};

const renderText = (markup: string): VNode => {
  const plain = readPlainText(markup);
  if (plain === undefined) return renderMarkup('the text', markup, showing);
  return html`<div>
    <${Apart} text=${plain} />
    <details><summary>As it is written</summary>${renderSource('Source of the text', markup, showing)}</details>
  </div>`;
};

const renderLanguage = ({ title, descriptionHtml }: NoticeContent, lang: Lang): VNode => {
  const [heading, text] = [title[lang], descriptionHtml[lang]];
  return html`<div class="text" lang=${languageNames[lang].tag} dir="ltr">
    ${heading === undefined ? null : html`<h3><bdi>${tame(heading)}</bdi></h3>`}
    ${text === undefined ? html`<p lang="en">There is no text in this language.</p>` : renderText(text)}
  </div>`;
};

/** A text is read when the reader opens it. */
const renderOther = (content: NoticeContent, lang: Lang): VNode => {
  const { tag, name } = languageNames[lang];
  return html`<details class="other"><summary>In <span lang=${tag}>${name}</span></summary>${renderLanguage(content, lang)}</details>`;
};

/** The text in the language that was agreed in, and the same version in all its others. */
export const NoticeTexts = ({ statement }: { readonly statement: Statement }): VNode => {
  const { notice, claimed } = statement;
  const { content } = notice;
  if (content === null) return html`<p class="warning">${describeMissingText(statement)}</p>`;
  const isThere = content.descriptionHtml[claimed.lang] !== undefined;
  const others = languagesOf(content).filter((lang) => lang !== claimed.lang || !isThere);
  return html`<div>
    ${isThere ? renderLanguage(content, claimed.lang) : html`<p class="warning">${describeMissingText(statement)}</p>`}
    ${others.length === 0 ? null : html`<h3>The same version in other languages</h3>${others.map((lang) => renderOther(content, lang))}`}
  </div>`;
};
