import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Revocation } from '../../../client/typescript/index.ts';
import { Confirmation } from '../acts/confirmation.tsx';
import { useKept } from '../acts/kept.ts';
import { NextSteps } from '../acts/next-steps.tsx';
import { useSending } from '../acts/sending.ts';
import { toFragment } from '../address.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import type { Statement } from '../consent/evidence.tsx';
import { InShort } from '../consent/who.tsx';
import { Trail } from '../frame/trail.tsx';
import { useText, useWriting } from '../language.ts';
import { PageHeading } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import { emptyDraft, toRevocation } from './draft.ts';
import { RevocationForm, StoredRevocation } from './revocation-form.tsx';
import type { Revoked } from './revoke-once.ts';
import { readConsent, revokeOnce } from './revoke-once.ts';

const Done = ({ id, revoked: { time, byThis } }: { readonly id: string; readonly revoked: Revoked }): VNode => {
  const t = useText();
  const writing = useWriting();
  return (
    <div>
      <PageHeading title={t('revocation.done')} />
      <div class="note done" role="status">
        <p>
          <strong>{t('revocation.revokedAt', { time: writing.time(time) })}</strong>
        </p>
        <p>{byThis === false ? t('revocation.notThis') : t('revocation.holds')}</p>
      </div>
      <NextSteps
        steps={[
          { to: { view: 'consent', id }, name: t('revocation.toEvidence'), says: t('revocation.evidenceSays') },
          { to: { view: 'person', id }, name: t('consent.person'), says: t('revocation.personSays') },
          { to: { view: 'person-erasure', id }, name: t('erasures.ask.heading'), says: t('revocation.erasureSays') },
        ]}
      />
    </div>
  );
};

/** The form and the confirmation for a consent that can be revoked. */
const Steps = ({ statement }: { readonly statement: Statement }): VNode => {
  const t = useText();
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
      <Trail above={{ view: 'consent', id }} name={t('consent.title')} />
      <PageHeading title={t('revocation.heading')} />
      <div class="split">
        <section class="panel aside">
          <h2>{t('revocation.about')}</h2>
          <InShort statement={statement} />
        </section>
        <div>
          <div class="warning">
            <p>{t('revocation.consequences.0')}</p>
            <p>{t('revocation.consequences.1')}</p>
            <p>{t('revocation.consequences.2')}</p>
          </div>
          <RevocationForm draft={draft} change={setDraft} proceed={() => setAsked(true)}>
            <a class="button" href={toFragment({ view: 'consent', id })}>
              {t('acts.cancel')}
            </a>
          </RevocationForm>
        </div>
      </div>
      {isAsked && (
        <Confirmation
          of="revocation"
          isFinal
          sending={sending}
          send={() => send(toRevocation(id, draft))}
          stop={stop}
          cancel={cancel}
        >
          <InShort statement={statement} />
          <StoredRevocation draft={draft} />
        </Confirmation>
      )}
    </div>
  );
};

/** Why a consent cannot be revoked here; undefined if it can. */
const useHindrance = ({ times }: Statement): string | undefined => {
  const t = useText();
  const writing = useWriting();
  const { mayWrite } = useSession();
  if (times.revoked !== null) return t('revocation.already', { time: writing.time(times.revoked) });
  if (times.erased !== null) return t('revocation.erased', { time: writing.time(times.erased) });
  return mayWrite ? undefined : t('revocation.readOnly');
};

const Shown = ({ id, statement }: { readonly id: string; readonly statement: Statement }): VNode => {
  const t = useText();
  const isOther = statement.id !== id;
  const hindrance = useHindrance(statement);
  if (!isOther && hindrance === undefined) return <Steps statement={statement} />;
  return (
    <div>
      <PageHeading title={t('revocation.heading')} />
      {isOther ? (
        <p class="failed" role="alert">
          {t('consent.evidence.otherConsent')} {t('consent.evidence.refusedDo')}
        </p>
      ) : (
        <p class="note">{hindrance}</p>
      )}
      <p>
        <a href={toFragment({ view: 'consent', id })}>{t('revocation.toEvidence')}</a>
      </p>
    </div>
  );
};

/** The page for revoking a consent. */
export const RevocationPage = ({ id }: { readonly id: string }): VNode => {
  const t = useText();
  const calling = useCall(async (client, signal) => readConsent(client, id, signal), [id]);
  return (
    <main id="content">
      {calling.outcome.is === 'done' ? null : <PageHeading title={t('revocation.heading')} />}
      <Called calling={calling} show={(statement) => <Shown id={id} statement={statement} />} />
    </main>
  );
};
