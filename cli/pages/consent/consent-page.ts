import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Proof } from '../../../shared/consents/evidence.ts';
import type { Statement } from '../../../shared/evidence/statement-schema.ts';
import {
  claimedFacts,
  describeErased,
  identityFacts,
  importFacts,
  observedElsewhereFacts,
  observedFacts,
  personFacts,
} from '../../../verifier/wording/consent-facts.ts';
import { describeOutlook, describeState, headState, showTime } from '../../../verifier/wording/consent-state.ts';
import { toTimeline } from '../../../verifier/wording/consent-timeline.ts';
import { renderPage } from '../page.ts';
import { renderCompleteness } from './completeness.ts';
import { renderFacts } from './fact-list.ts';
import { renderProof } from './proof.ts';
import { consentStyle } from './style.ts';
import { renderNotice } from './text.ts';

/** How a page came to be. */
export interface Making {
  /** What shows the same again. */
  readonly command: string;
  /** Which register it was told by. */
  readonly place: string;
}

const renderHeading = (statement: Statement): VNode => {
  const isHolding = statement.state.phases.every(({ state }) => state === 'active');
  return html`<header>
    <h1>${headState(statement)}: consent <code>${statement.id}</code></h1>
    <p class=${`state ${isHolding ? 'holds' : 'ended'}`}>${describeState(statement)}</p>
    <p>${describeOutlook(statement)}</p>
    <p class="remark">All times are UTC.</p>
  </header>`;
};

const claimRemark = 'The register kept it as it came. It cannot know whether it is so.';
const observationRemark =
  'The register noted this when the call came. Address and program are those of the caller. Often that is the server of the site.';

const importRemark =
  'The consent was imported. The register was not there when it was given, and observed nothing of it.';

const renderOrigin = ({ observed, imported }: Statement): VNode => {
  if (imported === null) {
    return html`<h3>What the register observed</h3>
      <p class="remark">${observationRemark}</p>
      ${observed && renderFacts(observedFacts(observed))}`;
  }
  return html`<h3>Where it comes from</h3>
    <p class="remark">${importRemark}</p>
    ${renderFacts(importFacts(imported))}
    ${imported.observed && html`<h4>What another register observed, as the file said</h4>${renderFacts(observedElsewhereFacts(imported.observed))}`}
    ${imported.revocationObserved && html`<h4>The same of the revocation</h4>${renderFacts(observedElsewhereFacts(imported.revocationObserved))}`}`;
};

const renderPerson = (statement: Statement): VNode => {
  const facts = personFacts(statement);
  return html`<h4>Of the person</h4>
    ${facts.length > 0 ? html`<div class="told">${renderFacts(facts)}</div>` : html`<p>${describeErased(statement)}</p>`}`;
};

const renderGiven = (statement: Statement): VNode => html`<section>
  <h2>Who, when and how</h2>
  ${renderFacts(identityFacts(statement))}
  <div class="beside">
    <section>
      <h3>What the site said</h3>
      <p class="remark">${claimRemark}</p>
      ${renderFacts(claimedFacts(statement))}
      ${renderPerson(statement)}
    </section>
    <section>${renderOrigin(statement)}</section>
  </div>
</section>`;

/** A proof, or that it was erased: of no other consent is it empty. */
const renderKeptProof = (statement: Statement, proof: Proof): VNode =>
  Object.keys(proof).length === 0
    ? html`<p>${describeErased(statement)}</p>`
    : html`<p class="remark">As the site gave it. Characters that nobody sees are written as \\u{…}.</p>${renderProof(proof)}`;

const renderRevocation = (statement: Statement): VNode | null => {
  if (statement.revocation === null) return null;
  const { claimed, observed } = statement.revocation;
  return html`<section>
    <h2>The revocation</h2>
    <div class="beside">
      <section><h3>What the site said</h3>${renderFacts([['channel', claimed.channel ?? 'unknown']])}</section>
      ${observed && html`<section><h3>What the register observed</h3>${renderFacts(observedFacts(observed))}</section>`}
    </div>
    <h3>Proof of the revocation</h3>
    ${renderKeptProof(statement, claimed.proof ?? {})}
  </section>`;
};

const renderTimeline = (statement: Statement): VNode => html`<section>
  <h2>What happened</h2>
  <ol class="events">
    ${toTimeline(statement).map(
      ({ time, says, isToCome }) => html`<li class=${isToCome ? 'later' : null}>
        <time datetime=${time}>${showTime(time)}</time>
        <span>${isToCome ? 'To come: ' : ''}${says}</span>
      </li>`,
    )}
  </ol>
</section>`;

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
    <li>This page is not signed, and a file can be changed. Trust the register, not the file.</li>
  </ul>
  <footer>
    <p class="remark">
      Made on ${showTime(issuedAt)} UTC by <code>${command}</code>, on ${place}.
      ${state.isOpen ? ' What is yet to come by then may be otherwise.' : ''}
    </p>
  </footer>
</section>`;

/** One page about one consent, for a person who reads, prints and files it. It needs no network and runs nothing. */
export const renderConsentPage = (statement: Statement, making: Making): string =>
  renderPage({
    title: `Consent ${statement.id}`,
    lang: 'en',
    style: consentStyle(statement.id),
    body: html`<main>
      ${renderHeading(statement)} ${renderGiven(statement)} ${renderNotice(statement)}
      <section>
        <h2>The proof</h2>
        ${renderKeptProof(statement, statement.claimed.proof)}
      </section>
      ${renderRevocation(statement)} ${renderTimeline(statement)} ${renderCompleteness(statement)} ${renderCheck(statement, making)}
    </main>`,
  });
