import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import { renderCompleteness } from '../../../verifier/parts/completeness.ts';
import { renderGiven } from '../../../verifier/parts/given.ts';
import { renderNotice } from '../../../verifier/parts/notice.ts';
import { renderProofOfConsent, renderRevocation } from '../../../verifier/parts/proofs.ts';
import { consentStyle } from '../../../verifier/parts/style.ts';
import { renderTimeline } from '../../../verifier/parts/timeline.ts';
import { describeOutlook, describeState, headState } from '../../../verifier/wording/consent-state.ts';
import { showTime } from '../../../verifier/wording/plain-time.ts';
import { pageEnglish } from '../../../verifier/wording/words/english.ts';
import { englishShowing } from '../markup/shown-notice-text.ts';
import { renderPage } from '../page.ts';
import { renderAgreedWords } from './text.ts';

/** How to get the page again. */
export interface Making {
  /** The command that shows the same again. */
  readonly command: string;
  /** The register that it comes from. */
  readonly place: string;
}

const renderHeading = (statement: Statement): VNode => {
  const isHolding = statement.state.phases.every(({ state }) => state === 'active');
  return html`<header>
    <h1>${headState(statement, pageEnglish)}: consent <code>${statement.id}</code></h1>
    <p class=${`state ${isHolding ? 'holds' : 'ended'}`}>${describeState(statement, pageEnglish)}</p>
    <p>${describeOutlook(statement, pageEnglish)}</p>
    <p class="warning"><strong>This page is not signed.</strong> It says what the register had on ${showTime(statement.issuedAt)} UTC, and anybody can change a file. As evidence, use a signed document: <code>consent-register evidence show ${statement.id}</code>.</p>
    <p class="remark">All times are UTC.</p>
  </header>`;
};

const describeNow = ({ recomputed }: Statement['notice']['hash']) =>
  recomputed === null
    ? 'The text itself is gone.'
    : html`That of the text as it is stored now is <code>${recomputed}</code>.`;

const renderCheck = ({ issuedAt, notice, state }: Statement, { command, place }: Making): VNode => html`<section>
  <h2>How to check it</h2>
  <ul>
    <li>Run <code>${command}</code> where the register is run. It tells the same, unless something happened since.</li>
    <li>
      Compare the SHA-256 of the text, a number that changes with every change of it. With the consent, since it was
      given: <code>${notice.hash.storedWithConsent}</code>. ${describeNow(notice.hash)}
    </li>
    <li>Trust the register, not this file.</li>
  </ul>
  <footer>
    <p class="remark">
      Made on ${showTime(issuedAt)} UTC by <code>${command}</code>, on ${place}.
      ${state.isOpen ? ' Later events by then may still change it.' : ''}
    </p>
  </footer>
</section>`;

/** A page about one consent, for reading, printing and filing. It needs no network and runs no script. */
export const renderConsentPage = (statement: Statement, making: Making): string =>
  renderPage({
    title: `Consent ${statement.id}`,
    lang: 'en',
    style: consentStyle(statement.id),
    body: html`<main>
      ${renderHeading(statement)} ${renderGiven(statement, pageEnglish)} ${renderNotice(statement, renderAgreedWords(statement), pageEnglish)}
      ${renderProofOfConsent(statement, englishShowing, pageEnglish)} ${renderRevocation(statement, englishShowing, pageEnglish)} ${renderTimeline(statement, pageEnglish)} ${renderCompleteness(statement, pageEnglish)} ${renderCheck(statement, making)}
    </main>`,
  });
