import type { VNode } from 'preact';
import type { Client, Revocation, WriteOptions } from '../../../client/typescript/index.ts';
import type { Facts } from '../../../shared/evidence/schema.ts';
import type { Statement } from '../../../shared/evidence/statement.ts';
import { toStatement } from '../../../shared/evidence/statement.ts';
import { toFragment } from '../address.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import { InShort, WhoToWhat } from '../consent/who.tsx';
import { Trail } from '../frame/trail.tsx';
import { useText, useWriting } from '../language.tsx';
import { PageHeading } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import { Confirmation, NextSteps } from './confirmation.tsx';
import { emptyDraft, RevocationForm, StoredRevocation, toRevocation } from './revocation-form.tsx';
import { useAct, useKept } from './sending.ts';

const Done = ({
  statement,
  revoked: { time, byThis },
}: {
  readonly statement: Statement;
  readonly revoked: Revoked;
}): VNode => {
  const { id } = statement;
  const t = useText();
  const writing = useWriting();
  return (
    <div>
      <PageHeading title={t('revocation.done')} />
      <p class="subject">
        <WhoToWhat statement={statement} />
      </p>
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
  const act = useAct(`revocation-key-${id}`, (client, revocation: Revocation, options) =>
    revokeOnce(client, user.id, revocation, options),
  );
  if (act.sending.is === 'done') return <Done statement={statement} revoked={act.sending.answer} />;
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
          <RevocationForm draft={draft} change={setDraft} proceed={() => act.ask()}>
            <a class="button" href={toFragment({ view: 'consent', id })}>
              {t('acts.cancel')}
            </a>
          </RevocationForm>
        </div>
      </div>
      {act.isAsked && (
        <Confirmation of="revocation" isFinal act={act} send={() => act.send(toRevocation(id, draft))}>
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

/** A revoked consent. @property byThis whether this revocation did it, not an earlier one; undefined if unknown */
export interface Revoked {
  readonly time: string;
  readonly byThis: boolean | undefined;
}

/** What the register says of a consent, as it answers: nobody needs to verify what is about to change. */
export const readConsent = async (client: Client, id: string, signal?: AbortSignal): Promise<Statement> => {
  const { statement } = await client.getEvidence({ id }, { signal });
  return toStatement(statement as unknown as Facts);
};

/** The first revocation counts. Another user may have been earlier, with the same words: the document says who it was. */
const isOurs = async (
  client: Client,
  userId: number,
  { id, proof, channel }: Revocation,
): Promise<boolean | undefined> => {
  try {
    const { revocation } = await readConsent(client, id);
    if (revocation?.observed == null) return undefined;
    const { claimed, observed } = revocation;
    const kept = Object.entries(revocation.claimed.proof);
    return (
      'user' in observed &&
      observed.user?.id === userId &&
      claimed.channel === channel &&
      kept.length === Object.keys(proof).length &&
      kept.every(([name, text]) => proof[name] === text)
    );
  } catch {
    return undefined;
  }
};

/** Revokes a consent, and looks whether it was this revocation that counts. @param userId of the user who revokes */
export const revokeOnce = async (
  client: Client,
  userId: number,
  revocation: Revocation,
  options: WriteOptions,
): Promise<Revoked> => {
  const { time } = await client.revokeConsent(revocation, options);
  return { time, byThis: await isOurs(client, userId, revocation) };
};
