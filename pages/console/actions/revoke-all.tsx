import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Client, ListedConsent } from '../../../client/typescript/index.ts';
import { ConsentRegisterError } from '../../../client/typescript/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toFragment } from '../address.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { followList } from '../calls/list-pages.tsx';
import { Called } from '../calls/use-call.tsx';
import { go } from '../frame/history.ts';
import { Trail } from '../frame/trail.tsx';
import { useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { useKnownNames } from '../names.tsx';
import { PageHeading } from '../parts.tsx';
import type { PersonValue } from '../person/person-value.tsx';
import { Careful, PersonSubject } from '../person/person-value.tsx';
import type { Person } from '../person/read-person.tsx';
import { PersonConsents, ReadPerson, useChosenValues, useUserData } from '../person/read-person.tsx';
import { beginList, isRevocable, mostPerPage } from '../search/listed-consent.ts';
import { useSession } from '../session/session.ts';
import { ConsentItems, NextSteps } from './confirmation.tsx';
import type { Draft } from './revocation-form.tsx';
import { emptyDraft, RevocationForm, StoredRevocation, toRevocation } from './revocation-form.tsx';
import type { Revoked } from './revoke.tsx';
import { revokeOnce } from './revoke.tsx';
import type { Keyed } from './sending.ts';
import { isRefusal, keyFor, useKept } from './sending.ts';

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
      <PersonSubject values={person.values} />
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

/** How far a revocation of several consents has come. */
export type RevokingState =
  | 'not-sent'
  | 'under-way'
  /** Some failed, and may be sent again. */
  | 'failed'
  | 'stopped'
  /** All are revoked, and the list is read again. */
  | 'looking'
  | 'not-looked'
  /** The second look found more. */
  | 'later'
  | 'done';

/** After so many failures in a row, the rest would fail too. */
const mostInARow = 3;

/** The most consents and calls of a second look. What it does not reach, the next one does. */
const [mostConsents, mostCalls] = [1_000, 60];

/** Milliseconds in which lists of values follow (docs/api.md, Finding). */
const moment = 1_500;

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, moment);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const findRest = async (client: Client, values: readonly PersonValue[], signal: AbortSignal) => {
  const { rows } = await followList({
    read: beginList(client, { filter: {}, readings: [values] }, signal),
    wanted: mostConsents,
    perPage: mostPerPage,
    calls: mostCalls,
    isStopped: () => signal.aborted,
  });
  return rows.filter(isRevocable);
};

/** Revokes consents one after the other, each once: a repeated attempt has the key of the first. Then it looks for more. */
export const useRevokingAll = (values: readonly PersonValue[], draft: Draft) => {
  const { client, memory, user } = useSession();
  const [state, setState] = useState<RevokingState>('not-sent');
  const [revoked, setRevoked] = useState<ReadonlyMap<string, Revoked>>(new Map());
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [later, setLater] = useState<readonly ListedConsent[]>([]);
  const giveUp = useRef(new AbortController());
  useEffect(() => () => giveUp.current.abort(), []);

  const begin = (next: RevokingState): AbortSignal => {
    giveUp.current = new AbortController();
    setState(next);
    return giveUp.current.signal;
  };

  const lookAgain = async (signal: AbortSignal): Promise<void> => {
    setState('looking');
    await pause(signal);
    try {
      const rest = await findRest(client, values, signal);
      if (signal.aborted) return;
      setLater(rest);
      setState(rest.length === 0 ? 'done' : 'later');
    } catch {
      if (!signal.aborted) setState('not-looked');
    }
  };

  const revoke = async (id: string, signal: AbortSignal): Promise<Revoked> => {
    const revocation = toRevocation(id, draft);
    const place = `revocation-key-${id}`;
    const keyed = keyFor(memory.get(place) as Keyed | undefined, revocation);
    memory.set(place, keyed);
    try {
      return await revokeOnce(client, user.id, revocation, { signal, idempotencyKey: keyed.key });
    } catch (error) {
      if (isRefusal(error)) memory.delete(place);
      throw error;
    }
  };

  const send = async (consents: readonly ListedConsent[]): Promise<void> => {
    const signal = begin('under-way');
    const [done, wrong] = [new Map(revoked), new Map<string, unknown>()];
    setFailed(wrong);
    setLater([]);
    let inARow = 0;
    for (const { id } of consents.filter((one) => !done.has(one.id))) {
      try {
        if (inARow < mostInARow) done.set(id, await revoke(id, signal));
        else wrong.set(id, [...wrong.values()].at(-1));
        inARow = inARow < mostInARow ? 0 : inARow;
      } catch (error) {
        if (signal.aborted) break;
        wrong.set(id, error);
        inARow += 1;
      }
      setRevoked(new Map(done));
      setFailed(new Map(wrong));
    }
    if (signal.aborted) return;
    if (wrong.size > 0) setState('failed');
    else await lookAgain(signal);
  };

  const stop = (): void => {
    giveUp.current.abort();
    setState('stopped');
  };
  const look = (): Promise<void> => lookAgain(begin('looking'));
  return { state, revoked, failed, later, send, look, stop };
};
