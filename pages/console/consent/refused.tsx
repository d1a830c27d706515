import type { VNode } from 'preact';
import { renderChecks } from '../../parts/checks.tsx';
import type { Verification } from '../../../verifier/verification.ts';
import { useWords } from '../language.ts';
import { PageHeading } from '../parts/page-heading.tsx';

/** The message for a refused document, or a document of another consent. It shows nothing from the document. */
export const Refused = ({
  verification,
  again,
}: {
  readonly verification: Verification;
  readonly again: () => void;
}): VNode => {
  const { title, evidence: words } = useWords('consent');
  const calls = useWords('calls');
  const evidence = useWords('evidence');
  const failed = verification.checks.filter(({ holds }) => holds === false);
  const places = [...new Set(failed.map(({ part }) => evidence.checks.place(part)))].join(', ');
  return (
    <div>
      <PageHeading title={title}>{words.refused}</PageHeading>
      <div class="failed" role="alert">
        <p>{failed.length === 0 ? words.otherConsent : words.refusedSays(places)}</p>
        <p>{words.refusedDo}</p>
        <p>
          <button type="button" onClick={again}>
            {calls.again}
          </button>
        </p>
      </div>
      {renderChecks(verification, evidence)}
    </div>
  );
};
