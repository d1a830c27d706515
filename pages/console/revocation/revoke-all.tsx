import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { ConsentItems } from '../acts/consent-items.tsx';
import { useKept } from '../acts/kept.ts';
import { NextSteps } from '../acts/next-steps.tsx';
import { toFragment } from '../address.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { Called } from '../calls/use-call.tsx';
import { Careful } from '../consents/careful.tsx';
import { Dialog } from '../dialog.tsx';
import type { PersonValue } from '../find/person-value.ts';
import { takeName } from '../find/person-value.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { useKnownNames } from '../find/register-names.ts';
import { Trail } from '../frame/trail.tsx';
import { go } from '../frame/use-address.ts';
import { useText, useWriting } from '../language.ts';
import { PageHeading } from '../parts.tsx';
import type { Person } from '../person/read-person.tsx';
import { PersonConsents, ReadPerson, useChosenValues, useUserData } from '../person/read-person.tsx';
import { useSession } from '../session/session.ts';
import type { Draft } from './draft.ts';
import { emptyDraft } from './draft.ts';
import { RevocationForm, StoredRevocation } from './revocation-form.tsx';
import { isRevocable, useRevokingAll } from './revoking-all.ts';

interface DialogProps {
  readonly consents: readonly ListedConsent[];
  readonly draft: Draft;
  readonly values: readonly PersonValue[];
  readonly names: RegisterNames | undefined;
  readonly cancel: () => void;
  /** Ends what was begun. */
  readonly finish: () => void;
}

/** Why some failed, each reason once. */
const toReasons = (failed: ReadonlyMap<string, unknown>): readonly unknown[] => {
  const codeOf = (error: unknown): string => (error instanceof ConsentRegisterError ? error.code : '');
  return [...new Map([...failed.values()].map((error) => [codeOf(error), error])).values()];
};

/** What has come of it so far. */
const Progress = ({
  revoking: { state, revoked, failed, later },
  all,
  names,
}: {
  readonly revoking: ReturnType<typeof useRevokingAll>;
  readonly all: readonly ListedConsent[];
  readonly names: RegisterNames | undefined;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const earlier = [...revoked.values()].filter(({ byThis }) => byThis === false).length;
  const count = (of: { readonly size: number }): string => writing.number(of.size);
  return (
    <div>
      <div role="status">
        {state === 'under-way' && (
          <p>{t('revokeAll.progress', { done: count(revoked), all: writing.number(all.length) })}</p>
        )}
        {state === 'looking' && <p>{t('revokeAll.looking')}</p>}
        {state === 'done' && (
          <p class="note done">
            <strong>{t('revokeAll.done', { count: count(revoked) })}</strong>
          </p>
        )}
        {earlier > 0 && <p>{t('revokeAll.earlier', { count: writing.number(earlier) })}</p>}
      </div>
      {state === 'stopped' && (
        <p class="warning" role="alert">
          {t('revokeAll.stopped')}
        </p>
      )}
      {state === 'not-looked' && (
        <p class="warning" role="alert">
          {t('revokeAll.notLooked')}
        </p>
      )}
      {failed.size > 0 && (
        <div>
          <p class="wrong">{t('revokeAll.failed', { count: count(failed) })}</p>
          <ConsentItems consents={all.filter(({ id }) => failed.has(id))} names={names} />
          {toReasons(failed).map((error) => (
            <Failure error={error} />
          ))}
        </div>
      )}
      {later.length > 0 && (
        <div class="warning" role="alert">
          <p>{t('revokeAll.later')}</p>
          <ConsentItems consents={later} names={names} />
        </div>
      )}
    </div>
  );
};

/** Asks for confirmation, revokes one after the other, and looks for more. It says what of it failed. */
const RevokeAllDialog = ({ consents, draft, values, names, cancel, finish }: DialogProps): VNode => {
  const t = useText();
  const writing = useWriting();
  const revoking = useRevokingAll(values, draft);
  const { state, later, send, look, stop } = revoking;
  const all = [...new Map([...consents, ...later].map((consent) => [consent.id, consent])).values()];
  const isBusy = state === 'under-way' || state === 'looking';
  const isBegun = state !== 'not-sent';
  const leave = (): void => (isBegun ? finish() : cancel());
  const act = {
    'not-sent': t('revokeAll.act'),
    'under-way': t('revokeAll.act'),
    looking: t('revokeAll.act'),
    stopped: t('acts.again'),
    failed: t('acts.again'),
    later: t('revokeAll.goOn'),
    'not-looked': t('revokeAll.look'),
    done: t('revokeAll.refresh'),
  }[state];
  const proceed = (): void => {
    if (isBusy) return;
    if (state === 'done') finish();
    else if (state === 'not-looked') look();
    else send(all);
  };
  return (
    <Dialog heading={isBegun ? t('revokeAll.heading') : t('revokeAll.confirm')} isBusy={isBusy} leave={leave}>
      {!isBegun && (
        <div>
          <p>{t('revocation.final')}</p>
          <p>{t('revokeAll.count', { count: writing.number(consents.length) })}</p>
          <ConsentItems consents={consents} names={names} />
          <StoredRevocation draft={draft} />
        </div>
      )}
      {isBegun && <Progress revoking={revoking} all={all} names={names} />}
      {state === 'under-way' && <Waiting what={t('revocation.sending')} stop={stop} />}
      <p class="actions">
        <button
          type="button"
          class={state === 'done' || state === 'not-looked' ? 'primary' : 'primary final'}
          aria-disabled={isBusy}
          onClick={proceed}
        >
          {act}
        </button>
        {!isBusy && state !== 'done' && (
          <button type="button" onClick={leave}>
            {isBegun ? t('revokeAll.refresh') : t('acts.cancel')}
          </button>
        )}
      </p>
    </Dialog>
  );
};

/** The form, beside the consents that it is about, and the confirmation. */
const Steps = ({
  id,
  consents,
  values,
}: {
  readonly id: string;
  /** Those that can be revoked: at least one. */
  readonly consents: readonly ListedConsent[];
  readonly values: readonly PersonValue[];
}): VNode => {
  const t = useText();
  const names = useKnownNames();
  const [isAsked, setAsked] = useState(false);
  const [draft, setDraft] = useKept(`revocation-of-all-${id}`, emptyDraft);
  const finish = (): void => {
    setDraft(emptyDraft);
    go({ view: 'person', id });
  };
  return (
    <div class="split">
      <section class="panel aside">
        <h2>{t('erasures.consents')}</h2>
        <ConsentItems consents={consents} names={names} />
      </section>
      <div>
        <p class="warning">{t('revokeAll.says')}</p>
        <RevocationForm draft={draft} change={setDraft} proceed={() => setAsked(true)}>
          <a class="button" href={toFragment({ view: 'person', id })}>
            {t('acts.cancel')}
          </a>
        </RevocationForm>
      </div>
      {isAsked && (
        <RevokeAllDialog
          consents={consents}
          draft={draft}
          values={values}
          names={names}
          cancel={() => setAsked(false)}
          finish={finish}
        />
      )}
    </div>
  );
};

/** That there is nothing left to revoke, and what comes next. */
const NothingLeft = ({ id }: { readonly id: string }): VNode => {
  const t = useText();
  return (
    <div>
      <p class="note" role="status">
        {t('revokeAll.nothing')}
      </p>
      <NextSteps
        steps={[
          { to: { view: 'person', id }, name: t('consent.person'), says: t('revocation.personSays') },
          { to: { view: 'person-erasure', id }, name: t('erasures.ask.heading'), says: t('revocation.erasureSays') },
        ]}
      />
    </div>
  );
};

const RevokeAll = ({ person }: { readonly person: Person }): VNode => {
  const [chosen] = useChosenValues(person);
  const { id } = person;
  return (
    <div>
      <p class="subject">
        <bdi>{escapeInvisible(takeName(person.values).name)}</bdi>
      </p>
      <PersonConsents
        chosen={chosen}
        show={({ rows }) => {
          const consents = rows.filter(isRevocable);
          return consents.length === 0 ? (
            <NothingLeft id={id} />
          ) : (
            <div>
              <Careful rows={rows} />
              <Steps id={id} consents={consents} values={chosen} />
            </div>
          );
        }}
      />
    </div>
  );
};

/** Revokes all consents of a person that can be revoked, each under its own key. @param id of one of the consents */
export const RevokeAllPage = ({ id }: { readonly id: string }): VNode => {
  const t = useText();
  const { mayWrite } = useSession();
  const calling = useUserData(id);
  return (
    <main id="content">
      <Trail above={{ view: 'person', id }} name={t('person.title')} />
      <PageHeading title={t('revokeAll.heading')} />
      {mayWrite ? (
        <Called
          calling={calling}
          show={(userData) => (
            <ReadPerson id={id} userData={userData} show={(person) => <RevokeAll person={person} />} />
          )}
        />
      ) : (
        <p class="note">{t('revocation.readOnly')}</p>
      )}
    </main>
  );
};
