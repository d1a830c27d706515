import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { toFragment } from '../address.ts';
import { Called } from '../calls/called.tsx';
import { useCall } from '../calls/use-call.ts';
import type { Statement } from '../consent/statement.ts';
import { Who } from '../consent/who.tsx';
import { useWords, useWriting } from '../language.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import { useKept } from '../session/memory.ts';
import { useSession } from '../session/session.ts';
import { Confirmation } from './confirmation.tsx';
import { emptyDraft, toRevocation } from './draft.ts';
import { RevocationForm } from './revocation-form.tsx';
import { Summary } from './summary.tsx';
import type { Revoked } from './use-revoking.ts';
import { useRevoking } from './use-revoking.ts';

const Done = ({ id, revoked: { time, byThis } }: { readonly id: string; readonly revoked: Revoked }): VNode => {
  const [words, writing] = [useWords('revocation'), useWriting()];
  return (
    <div>
      <PageHeading title={words.done} />
      <div class="note done" role="status">
        <p>
          <strong>{words.revokedAt(writing.time(time))}</strong>
        </p>
        <p>{byThis === false ? words.notThis : words.holds}</p>
      </div>
      <p>
        <a class="button" href={toFragment({ view: 'consent', id })}>
          {words.toEvidence}
        </a>
      </p>
    </div>
  );
};

/** The form and the confirmation for a consent that can be revoked. */
const Steps = ({ statement }: { readonly statement: Statement }): VNode => {
  const words = useWords('revocation');
  const { id } = statement;
  const [draft, setDraft] = useKept(`revocation-${id}`, emptyDraft);
  const [isAsked, setAsked] = useState(false);
  const { revoking, send, stop, reset } = useRevoking(id);
  if (revoking.is === 'done') return <Done id={id} revoked={revoking.revoked} />;
  const cancel = (): void => {
    setAsked(false);
    reset();
  };
  return (
    <div>
      <PageHeading title={words.heading} />
      <Who statement={statement} />
      <div class="warning">
        {words.consequences.map((sentence) => (
          <p>{sentence}</p>
        ))}
      </div>
      <RevocationForm id={id} draft={draft} change={setDraft} proceed={() => setAsked(true)} />
      {isAsked && (
        <Confirmation revoking={revoking} revoke={() => send(toRevocation(id, draft))} stop={stop} cancel={cancel}>
          <Summary statement={statement} draft={draft} />
        </Confirmation>
      )}
    </div>
  );
};

/** Why a consent cannot be revoked here; undefined if it can. */
const useHindrance = ({ times }: Statement): string | undefined => {
  const [words, writing] = [useWords('revocation'), useWriting()];
  const { mayWrite } = useSession();
  if (times.revoked !== null) return words.already(writing.time(times.revoked));
  if (times.erased !== null) return words.erased(writing.time(times.erased));
  return mayWrite ? undefined : words.readOnly;
};

const Shown = ({ id, statement }: { readonly id: string; readonly statement: Statement }): VNode => {
  const words = useWords('revocation');
  const { evidence } = useWords('consent');
  const isOther = statement.id !== id;
  const hindrance = useHindrance(statement);
  if (!isOther && hindrance === undefined) return <Steps statement={statement} />;
  return (
    <div>
      <PageHeading title={words.heading} />
      {isOther ? (
        <p class="failed" role="alert">
          {evidence.otherConsent} {evidence.refusedDo}
        </p>
      ) : (
        <p class="note">{hindrance}</p>
      )}
      <p>
        <a href={toFragment({ view: 'consent', id })}>{words.toEvidence}</a>
      </p>
    </div>
  );
};

/** The page for revoking a consent. */
export const RevocationPage = ({ id }: { readonly id: string }): VNode => {
  const words = useWords('revocation');
  const calling = useCall(
    async (client, signal) => (await client.getEvidence({ id }, { signal })).statement as Statement,
    [id],
  );
  return (
    <main id="content">
      {calling.outcome.is === 'done' ? null : <PageHeading title={words.heading} />}
      <Called calling={calling} show={(statement) => <Shown id={id} statement={statement} />} />
    </main>
  );
};
