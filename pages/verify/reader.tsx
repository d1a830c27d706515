import type { VNode } from 'preact';
import type { Statement } from '../../shared/evidence/statement-schema.ts';
import { renderCompleteness } from '../parts/completeness.ts';
import { renderErasure } from '../parts/erasure.tsx';
import { renderGiven } from '../parts/given.ts';
import { renderHashes } from '../parts/hashes.tsx';
import { renderHistory } from '../parts/history.tsx';
import { renderNotice } from '../parts/notice.ts';
import { renderProofOfConsent, renderRevocation } from '../parts/proofs.ts';
import { renderTimeline } from '../parts/timeline.ts';
import type { Signer } from '../../verifier/verification.ts';
import { showTime } from '../wording/plain-time.ts';
import { spellThumbprint } from '../../verifier/thumbprint.ts';
import { pageEnglish } from '../words/evidence/eng.ts';
import { NoticeTexts, showIn } from './notice-texts.tsx';
import { saveFile } from './save-file.ts';
import { StateQuestion } from './state-question.tsx';

/** A document that was not refused. */
export interface Shown {
  readonly statement: Statement;
  readonly signer: Signer;
  readonly bytes: Uint8Array;
}

const renderOtherTools = ({ statement, signer, bytes }: Shown): VNode => (
  <section>
    <h2>How to check it with other tools</h2>
    <ul>
      <li>
        Save only the document, byte for byte:{' '}
        <button type="button" onClick={() => saveFile(bytes, `evidence-${statement.id}.json`, 'application/json')}>
          Save evidence-{statement.id}.json
        </button>
      </li>
      <li>
        The command line of the register:{' '}
        <code>consent-register evidence verify evidence-{statement.id}.json --key keys.json</code>
      </li>
      <li>
        Any library for JSON Web Signatures: the file is a flattened JWS (RFC 7515) without <code>payload</code>. The
        payload is the member <code>statement</code> as canonical JSON (RFC 8785) in base64url. The signature is ES256.{' '}
        <code>docs/evidence.md</code> of the register has all the rules.
      </li>
      <li>
        The thumbprint of the key (RFC 7638) is <code>{spellThumbprint(signer.kid)}</code>, as <code>kid</code>{' '}
        <code>{signer.kid}</code>. Compare it with the thumbprint that the register publishes.
      </li>
    </ul>
    {renderHashes(statement, pageEnglish)}
    <p class="remark">The document was issued on {showTime(statement.issuedAt)} UTC.</p>
  </section>
);

const showing = showIn(pageEnglish);

/** Everything that the document says about the consent. */
export const renderReader = (shown: Shown): VNode => {
  const { statement } = shown;
  return (
    <div key={statement.hashes.record}>
      <StateQuestion statement={statement} words={pageEnglish} />
      {renderGiven(statement, pageEnglish)}
      {renderNotice(statement, <NoticeTexts statement={statement} words={pageEnglish} />, pageEnglish)}
      {renderProofOfConsent(statement, showing, pageEnglish)} {renderRevocation(statement, showing, pageEnglish)}{' '}
      {renderErasure(statement, pageEnglish)}
      {renderTimeline(statement, pageEnglish)} {renderCompleteness(statement, pageEnglish)}{' '}
      {renderHistory(statement, pageEnglish)} {renderOtherTools(shown)}
    </div>
  );
};
