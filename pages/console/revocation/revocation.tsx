import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Revocation } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { renderFacts } from '../../parts/consent-parts.ts';
import { Confirmation } from '../acts/confirmation.tsx';
import { useKept } from '../acts/kept.ts';
import { useSending } from '../acts/sending.ts';
import { toFragment } from '../address.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import type { Statement } from '../consent/evidence.tsx';
import { usePersonFacts, Who } from '../consent/who.tsx';
import { useWords, useWriting } from '../language.ts';
import { PageHeading } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import type { Draft } from './draft.ts';
import { emptyDraft, toRevocation } from './draft.ts';
import { RevocationForm, StoredRevocation } from './revocation-form.tsx';
import type { Revoked } from './revoke-once.ts';
import { readConsent, revokeOnce } from './revoke-once.ts';

const Done = ({ id, revoked: { time, byThis } }: { readonly id: string; readonly revoked: Revoked }): VNode => {
  const [words, { person }, writing] = [useWords('revocation'), useWords('consent'), useWriting()];
  return (
    <div>
      <PageHeading title={words.done} />
      <div class="note done" role="status">
        <p>
          <strong>{words.revokedAt(writing.time(time))}</strong>
        </p>
        <p>{byThis === false ? words.notThis : words.holds}</p>
      </div>
      <p class="actions">
        <a class="button" href={toFragment({ view: 'consent', id })}>
          {words.toEvidence}
        </a>
        <a class="button" href={toFragment({ view: 'person', id })}>
          {person}
        </a>
      </p>
    </div>
  );
};

/** The form and the confirmation for a consent that can be revoked. */
const Steps = ({ statement }: { readonly statement: Statement }): VNode => {
  const [words, { facts }] = [useWords('revocation'), useWords('evidence')];
  const { id } = statement;
  const { user } = useSession();
  const [draft, setDraft] = useKept(`revocation-${id}`, emptyDraft);
  const [isAsked, setAsked] = useState(false);
  const { sending, send, stop, reset } = useSending(`revocation-key-${id}`, (client, revocation: Revocation, options) =>
    revokeOnce(client, user.id, revocation, options),
  );
  if (sending.is === 'done') return <Done id={id} revoked={sending.answer} />;
  const cancel = (): void => {
    setAsked(false);
    reset();
  };
  return (
    <div>
      <PageHeading title={words.heading} />
      <Who statement={statement} facts={[[facts.names.consent, id]]} />
      <div class="warning">
        {words.consequences.map((sentence) => (
          <p>{sentence}</p>
        ))}
      </div>
      <RevocationForm draft={draft} change={setDraft} proceed={() => setAsked(true)}>
        <a href={toFragment({ view: 'consent', id })}>{words.back}</a>
      </RevocationForm>
      {isAsked && (
        <Confirmation
          words={words}
          isFinal
          sending={sending}
          send={() => send(toRevocation(id, draft))}
          stop={stop}
          cancel={cancel}
        >
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
  const calling = useCall(async (client, signal) => readConsent(client, id, signal), [id]);
  return (
    <main id="content">
      {calling.outcome.is === 'done' ? null : <PageHeading title={words.heading} />}
      <Called calling={calling} show={(statement) => <Shown id={id} statement={statement} />} />
    </main>
  );
};

/** The consent to be revoked, in a few facts, and all that will be stored. */
const Summary = ({ statement, draft }: { readonly statement: Statement; readonly draft: Draft }): VNode => {
  const [{ agreedTo, given }, { time }] = [useWords('consent'), useWriting()];
  const person = usePersonFacts(statement);
  const { claimed, notice, times } = statement;
  return (
    <div>
      {renderFacts([
        ...person,
        [agreedTo, escapeInvisible(notice.content?.title[claimed.lang] ?? notice.name)],
        [given, time(times.given)],
      ])}
      <StoredRevocation draft={draft} />
    </div>
  );
};
