import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { partNames } from '../../shared/evidence/statement-format.ts';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import { renderCompleteness } from '../parts/completeness.ts';
import { renderFacts } from '../parts/fact-list.ts';
import { renderGiven } from '../parts/given.ts';
import { renderNotice } from '../parts/notice.ts';
import { renderProofOfConsent, renderRevocation } from '../parts/proofs.ts';
import { renderTimeline } from '../parts/timeline.ts';
import type { Signer } from '../verification.ts';
import { showTime } from '../wording/consent-state.ts';
import { spellThumbprint } from '../wording/thumbprint.ts';
import { NoticeTexts, showing } from './notice-texts.ts';
import { StateQuestion } from './state-question.ts';

/** What the page shows of a document whose signature holds. */
export interface Shown {
  readonly statement: Statement;
  readonly signer: Signer;
  readonly bytes: Uint8Array;
}

const renderHistory = ({ notice }: Statement): VNode => html`<section>
  <h2>Versions of the notice</h2>
  <div class="wide" role="group" tabindex="0" aria-label="Versions of the notice">
    <table>
      <thead><tr><th scope="col">Version</th><th scope="col">Published (UTC)</th><th scope="col">By</th><th scope="col">Current until</th><th scope="col">Asks again</th></tr></thead>
      <tbody>
        ${notice.history.map(
          ({ version, versionId, publishedAt, publishedBy, currentUntil, askAgain }) => html`<tr>
            <th scope="row">${version}${versionId === notice.versionId ? ' (agreed to)' : ''}</th>
            <td>${showTime(publishedAt)}</td>
            <td><bdi>${tame(publishedBy)}</bdi></td>
            <td>${currentUntil === null ? 'current when this was issued' : showTime(currentUntil)}</td>
            <td>${askAgain ? 'yes' : 'no'}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>
</section>`;

const renderErasure = ({ erasure }: Statement): VNode | null =>
  erasure &&
  html`<section>
    <h2>The erasure</h2>
    <p>What was personal in the consent was erased on ${showTime(erasure.time)} UTC: the data of the person, the proofs, addresses and programs. What is left shows that there was a consent, and how it ended.</p>
  </section>`;

const renderHashes = ({ hashes }: Statement): VNode => html`<details>
  <summary>SHA-256 of each part</summary>
  <p class="remark">Each is made of the canonical JSON (RFC 8785) of the part. Compare them where you have a part from elsewhere.</p>
  ${renderFacts(partNames.map((name) => [name, hashes[name]]))}
</details>`;

/** The document by itself, for other programs. */
const save = (bytes: Uint8Array, id: string): void => {
  const address = URL.createObjectURL(new Blob([bytes.slice()], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `evidence-${id}.json`;
  link.click();
  URL.revokeObjectURL(address);
};

const renderOtherTools = ({ statement, signer, bytes }: Shown): VNode => html`<section>
  <h2>How to check it with other tools</h2>
  <ul>
    <li>Save the document by itself, byte for byte: <button type="button" onClick=${() => save(bytes, statement.id)}>Save evidence-${statement.id}.json</button></li>
    <li>The command line of the register: <code>consent-register evidence verify evidence-${statement.id}.json --key keys.json</code></li>
    <li>
      Any library for JSON Web Signatures: the file is a flattened JWS (RFC 7515) whose payload, the member <code>statement</code> as canonical JSON
      (RFC 8785) in base64url, stands beside it. The signature is ES256. <code>docs/evidence.md</code> of the register has all the rules.
    </li>
    <li>The thumbprint of the key (RFC 7638) is <code>${spellThumbprint(signer.kid)}</code>, as <code>kid</code> <code>${signer.kid}</code>. Compare it with the thumbprint that the register publishes.</li>
  </ul>
  ${renderHashes(statement)}
  <p class="remark">The document was issued on ${showTime(statement.issuedAt)} UTC.</p>
</section>`;

/** All that the document says of the consent, for a person who reads, prints and files it. */
export const renderReader = (shown: Shown): VNode => {
  const { statement } = shown;
  return html`<div key=${statement.hashes.record}>
    <${StateQuestion} statement=${statement} />
    ${renderGiven(statement)}
    ${renderNotice(statement, html`<${NoticeTexts} statement=${statement} />` as VNode)}
    ${renderProofOfConsent(statement, showing)} ${renderRevocation(statement, showing)} ${renderErasure(statement)}
    ${renderTimeline(statement)} ${renderCompleteness(statement)} ${renderHistory(statement)} ${renderOtherTools(shown)}
  </div>` as VNode;
};
