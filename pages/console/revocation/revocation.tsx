import type { ComponentChildren, VNode } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Client, Revocation, RevokedConsent } from '../../../client/typescript/index.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import { renderFacts } from '../../parts/consent-parts.ts';
import { toFragment } from '../address.ts';
import { Failure, Waiting } from '../calls/failure.tsx';
import { Called, useCall } from '../calls/use-call.tsx';
import type { Statement } from '../consent/evidence.tsx';
import { usePersonFacts, Who } from '../consent/who.tsx';
import { useWords, useWriting } from '../language.ts';
import { Field, PageHeading } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import type { Draft, Wrong } from './draft.ts';
import { channels, emptyDraft, findWrong, toRevocation } from './draft.ts';

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

type Typed = Event & { readonly currentTarget: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement };

/** The form for a revocation. @param proceed called if the input is valid */
const RevocationForm = ({
  id,
  draft,
  change,
  proceed,
}: {
  readonly id: string;
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
  readonly proceed: () => void;
}): VNode => {
  const words = useWords('revocation');
  const { writing } = useWords('evidence');
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const wrong = isTried ? findWrong(id, draft) : [];
  const say = (name: Wrong): string => (wrong.includes(name) ? words.wrong[name] : '');
  const set =
    (name: keyof Draft) =>
    ({ currentTarget }: Typed) =>
      change({ ...draft, [name]: currentTarget.value });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (findWrong(id, draft).length === 0) proceed();
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <Field
        label={words.reason}
        hint={words.reasonHint}
        wrong={say('reason-missing')}
        control={(attributes) => <textarea {...attributes} required value={draft.reason} onInput={set('reason')} />}
      />
      <Field
        label={words.channel}
        hint={words.channelHint}
        wrong={say('channel-missing')}
        control={(attributes) => (
          <select {...attributes} required value={draft.channel} onChange={set('channel')}>
            <option value="">{words.choose}</option>
            {channels.map((channel) => (
              <option value={channel}>{writing.channels[channel]}</option>
            ))}
          </select>
        )}
      />
      <Field
        label={words.url}
        hint={words.urlHint}
        wrong={say('url-malformed')}
        control={(attributes) => (
          <input {...attributes} type="url" inputmode="url" value={draft.url} onInput={set('url')} />
        )}
      />
      <Field
        label={words.request}
        hint={words.requestHint}
        wrong={say('too-long')}
        control={(attributes) => <textarea {...attributes} rows={8} value={draft.request} onInput={set('request')} />}
      />
      <p class="actions">
        <button type="submit" class="primary">
          {words.proceed}
        </button>
        <a href={toFragment({ view: 'consent', id })}>{words.back}</a>
      </p>
    </form>
  );
};

/** A revoked consent. @property byThis whether this revocation did it, not an earlier one; undefined if unknown */
interface Revoked {
  readonly time: string;
  readonly byThis: boolean | undefined;
}

/** The state of a revocation. */
type Revoking =
  | { readonly is: 'not-sent' }
  | { readonly is: 'under-way' }
  /** The reader stopped waiting, so it is unknown whether the revocation was recorded. */
  | { readonly is: 'stopped' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'done'; readonly revoked: Revoked };

/** A request and its idempotency key: the register records it once (docs/contract.md, Idempotency). */
interface Keyed {
  readonly request: string;
  readonly key: string;
}

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The first revocation counts, and another user may have been earlier. */
const isOurs = async (client: Client, { id, proof, channel }: Revocation): Promise<boolean | undefined> => {
  try {
    const { data } = await client.searchConsents({ id, userData: {}, first: true });
    if (data?.revokeProof == null) return undefined;
    const kept = Object.entries(data.revokeProof);
    return (
      data.revokeChannel === channel &&
      kept.length === Object.keys(proof).length &&
      kept.every(([name, text]) => proof[name] === text)
    );
  } catch {
    return undefined;
  }
};

/** Sends a revocation. Every attempt uses the same key, also after a new sign-in. So a revocation whose answer was lost is recorded once. */
const useRevoking = (
  id: string,
): {
  readonly revoking: Revoking;
  readonly send: (revocation: Revocation) => void;
  readonly stop: () => void;
  readonly reset: () => void;
} => {
  const { client } = useSession();
  const [keyed, setKeyed] = useKept<Keyed | undefined>(`revocation-key-${id}`, undefined);
  const [revoking, setRevoking] = useState<Revoking>({ is: 'not-sent' });
  const giveUp = useRef(new AbortController());
  useEffect(() => () => giveUp.current.abort(), []);

  const send = useCallback(
    async (revocation: Revocation) => {
      const request = JSON.stringify(revocation);
      const { key } = keyed?.request === request ? keyed : { key: newKey() };
      setKeyed({ request, key });
      setRevoking({ is: 'under-way' });
      giveUp.current = new AbortController();
      const { signal } = giveUp.current;
      try {
        const { time }: RevokedConsent = await client.revokeConsent(revocation, { signal, idempotencyKey: key });
        const byThis = await isOurs(client, revocation);
        setRevoking({ is: 'done', revoked: { time, byThis } });
      } catch (error) {
        if (!signal.aborted) setRevoking({ is: 'failed', error });
      }
    },
    [client, keyed],
  );
  const stop = useCallback(() => {
    giveUp.current.abort();
    setRevoking({ is: 'stopped' });
  }, []);
  const reset = useCallback(() => setRevoking({ is: 'not-sent' }), []);
  return { revoking, send, stop, reset };
};

/** The consent to be revoked, in a few facts, and the reason. */
const Summary = ({ statement, draft }: { readonly statement: Statement; readonly draft: Draft }): VNode => {
  const [words, { agreedTo, given }, { time }] = [useWords('revocation'), useWords('consent'), useWriting()];
  const person = usePersonFacts(statement);
  const { claimed, notice, times } = statement;
  return (
    <div>
      {renderFacts([
        ...person,
        [agreedTo, tame(notice.content?.title[claimed.lang] ?? notice.name)],
        [given, time(times.given)],
        [words.reason, draft.reason.trim()],
      ])}
    </div>
  );
};

/** Asks for confirmation before anything is sent. @param children the facts of the consent and the reason */
const Confirmation = ({
  revoking,
  revoke,
  stop,
  cancel,
  children,
}: {
  readonly revoking: Revoking;
  readonly revoke: () => void;
  readonly stop: () => void;
  readonly cancel: () => void;
  readonly children: ComponentChildren;
}): VNode => {
  const words = useWords('revocation');
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    heading.current?.focus();
  }, []);
  const isUnderWay = revoking.is === 'under-way';
  const leave = (event: Event): void => {
    event.preventDefault();
    if (!isUnderWay) cancel();
  };
  return (
    <dialog ref={dialog} aria-labelledby="confirmation" onCancel={leave}>
      <h2 ref={heading} id="confirmation" tabindex={-1}>
        {words.confirm}
      </h2>
      <p>{words.final}</p>
      {children}
      {isUnderWay && <Waiting what={words.sending} stop={stop} />}
      {revoking.is === 'stopped' && (
        <p class="warning" role="alert">
          {words.stopped}
        </p>
      )}
      {revoking.is === 'failed' && <Failure error={revoking.error} />}
      <p class="actions">
        <button type="button" class="primary final" aria-disabled={isUnderWay} onClick={() => isUnderWay || revoke()}>
          {revoking.is === 'failed' || revoking.is === 'stopped' ? words.again : words.revoke}
        </button>
        {!isUnderWay && (
          <button type="button" onClick={cancel}>
            {words.change}
          </button>
        )}
      </p>
    </dialog>
  );
};

/**
 * Like `useState`, but keeps the value while the reader is on other pages of the session. It is only in memory.
 *
 * @param name unique over all pages; a name belongs to one type
 */
const useKept = <Value,>(name: string, initial: Value): readonly [Value, (value: Value) => void] => {
  const { memory } = useSession();
  const [value, setValue] = useState(() => (memory.has(name) ? (memory.get(name) as Value) : initial));
  const keep = useCallback(
    (next: Value) => {
      memory.set(name, next);
      setValue(() => next);
    },
    [memory, name],
  );
  return [value, keep];
};
