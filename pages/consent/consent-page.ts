import type { JSX, VNode } from 'preact';
import { Fragment, h } from 'preact';
import type { Statement } from '../../shared/evidence/statement.ts';
import { findAgreedWords } from '../../shared/evidence/statement.ts';
import { languageNames } from '../../shared/schema/vocabulary.ts';
import { englishShowing, renderNoticeText } from '../markup/shown-notice-text.ts';
import { renderPage } from '../page.ts';
import { renderGiven, renderHeads, renderState, renderTimeline } from '../parts/consent-parts.ts';
import { renderNotice } from '../parts/notice.ts';
import { renderCompleteness, renderProofOfConsent, renderRevocation } from '../parts/proof-parts.ts';
import { consentStyle } from '../parts/style.ts';
import { headStates } from '../sentences/consent-facts.ts';
import { describeMissingText } from '../sentences/notice-facts.ts';
import { showTime } from '../sentences/plain-time.ts';
import { pageEnglish } from '../words/evidence/eng.ts';

/** How to get the page again. */
export interface Making {
  /** The command that shows the same again. */
  readonly command: string;
  /** The register that it comes from. */
  readonly place: string;
}

/** After one state on its line, below the states of two times. */
const nameConsent = (statement: Statement) =>
  headStates(statement, pageEnglish).length === 1 ? ': consent ' : [h('br', null), 'Consent '];

const renderHeading = (statement: Statement): VNode =>
  h(
    'header',
    null,
    h('h1', null, renderHeads(statement, pageEnglish), nameConsent(statement), h('code', null, statement.id)),
    renderState(statement, pageEnglish),
    h(
      'p',
      { class: 'warning' },
      h('strong', null, 'This page is not signed.'),
      ` It says what the register had on ${showTime(statement.issuedAt)} UTC, and anybody can change a file. As evidence, use a signed document: `,
      h('code', null, `consent-register evidence show ${statement.id}`),
      '.',
    ),
    h('p', { class: 'remark' }, 'All times are UTC.'),
  );

const describeNow = ({ recomputed }: Statement['notice']['hash']) =>
  recomputed === null
    ? 'The text itself is gone.'
    : h(Fragment, null, 'That of the text as it is stored now is ', h('code', null, recomputed), '.');

const renderCheck = ({ issuedAt, notice, state }: Statement, { command, place }: Making): VNode =>
  h(
    'section',
    null,
    h('h2', null, 'How to check it'),
    h(
      'ul',
      null,
      h(
        'li',
        null,
        'Run ',
        h('code', null, command),
        ' where the register is run. It tells the same, unless something happened since.',
      ),
      h(
        'li',
        null,
        'Compare the SHA-256 of the text, a number that changes with every change of it. With the consent, since it was given: ',
        h('code', null, notice.hash.storedWithConsent),
        '. ',
        describeNow(notice.hash),
      ),
      h('li', null, 'Trust the register, not this file.'),
    ),
    h(
      'footer',
      null,
      h(
        'p',
        { class: 'remark' },
        `Made on ${showTime(issuedAt)} UTC by `,
        h('code', null, command),
        `, on ${place}.${state.isOpen ? ' Later events by then may still change it.' : ''}`,
      ),
    ),
  );

/** A page about one consent, for reading, printing and filing. It needs no network and runs no script. */
export const renderConsentPage = (statement: Statement, making: Making): string =>
  renderPage({
    title: `Consent ${statement.id}`,
    lang: 'en',
    style: consentStyle(statement.id),
    body: h(
      'main',
      null,
      renderHeading(statement),
      ' ',
      renderGiven(statement, pageEnglish),
      ' ',
      renderNotice(statement, renderAgreedWords(statement), pageEnglish),
      renderProofOfConsent(statement, englishShowing, pageEnglish),
      ' ',
      renderRevocation(statement, englishShowing, pageEnglish),
      ' ',
      renderTimeline(statement, pageEnglish),
      ' ',
      renderCompleteness(statement, pageEnglish),
      ' ',
      renderCheck(statement, making),
    ),
  });

/** The agreed text, in the language in which it was agreed to. */
const renderAgreedWords = (statement: Statement): JSX.Element => {
  const words = findAgreedWords(statement);
  if (words === undefined) return h('p', { class: 'warning' }, describeMissingText(statement, pageEnglish));
  const { lang, title, descriptionHtml } = words;
  return h(
    'div',
    { class: 'text', lang: languageNames[lang].tag, dir: 'ltr' },
    title === null ? null : h('h3', null, title),
    ' ',
    renderNoticeText(descriptionHtml),
  );
};
