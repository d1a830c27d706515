import type { VNode } from 'preact';
import { renderChecks } from '../../parts/checks.tsx';
import { renderFacts } from '../../parts/fact-list.ts';
import { renderHashes } from '../../parts/hashes.tsx';
import { askAbout } from '../../parts/state.tsx';
import { isDoubt } from '../../../verifier/verification.ts';
import { spanOf } from '../../wording/plain-time.ts';
import { spellThumbprint } from '../../../verifier/thumbprint.ts';
import { useWords } from '../language.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Foldable } from '../parts/foldable.tsx';
import { nameFile } from './save-document.ts';
import { Saving } from './saving.tsx';
import type { Held, Statement } from './statement.ts';

/** Checks left to the reader, except who signed, which the page explains separately. */
const countOpen = ({ verification }: Held): number => verification.checks.filter(isDoubt).length;

interface Signing {
  readonly statement: Statement;
  readonly at: string | undefined;
  readonly sign: (at: string | undefined) => void;
}

/** The time that the document was signed for, and a way to sign one for the time now shown. */
const SignedFor = ({ statement, at, sign }: Signing): VNode => {
  const { evidence: words } = useWords('consent');
  const { writing } = useWords('evidence');
  const { state, issuedAt } = statement;
  const isForNow = state.from === issuedAt;
  const asked = at === undefined ? undefined : askAbout(statement, at);
  const isOther = asked ? asked.state.from !== state.from || asked.state.until !== state.until : !isForNow;
  return (
    <div>
      <p class="remark">{isForNow ? words.signedForNow : words.signedFor(writing.span(spanOf(state)))}</p>
      {isOther && (
        <p class="screen">
          <button type="button" onClick={() => sign(at)}>
            {words.sign}
          </button>
        </p>
      )}
    </div>
  );
};

/** The document: ways to save it, the browser's checks, and what only the reader can check. */
export const Evidence = ({ held, ...signing }: { readonly held: Held } & Omit<Signing, 'statement'>): VNode => {
  const { evidence: words } = useWords('consent');
  const evidence = useWords('evidence');
  const { statement, signer, verification } = held;
  const open = countOpen(held);
  const file = nameFile(held);
  const thumbprint = spellThumbprint(signer.kid);
  return (
    <section>
      <h2>{words.heading}</h2>
      <p>{words.says}</p>
      <div class="actions">
        <Saving held={held} />
        <button type="button" onClick={() => print()}>
          {words.print}
        </button>
        <code class="screen">{file}</code>
      </div>
      <SignedFor statement={statement} {...signing} />
      <div class="note">
        <p>
          <strong>{words.unchanged}</strong>
        </p>
        <p>{words.trust}</p>
        {open > 0 && (
          <p>
            <strong>{words.open(open)}</strong>
          </p>
        )}
      </div>
      {renderFacts([[words.thumbprint, thumbprint]])}
      <CopyButton text={thumbprint} />
      {renderFacts([
        [words.keyId, signer.kid],
        [words.issued, evidence.facts.time(statement.issuedAt)],
      ])}
      <Foldable heading={<h3>{words.handOn}</h3>}>
        <p>{words.asPage}</p>
        <p>
          <code>
            consent-register evidence show {statement.id} --out {nameFile(held, 'html')}
          </code>
        </p>
        <p>{words.verifyWith}</p>
        <p>
          <code>consent-register evidence verify {file} --key keys.json</code>
        </p>
      </Foldable>
      {renderChecks(verification, evidence)}
      {renderHashes(statement, evidence)}
    </section>
  );
};
