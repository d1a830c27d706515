import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListedConsent, RequestErasureRequest, RequestedErasure } from '../../../client/typescript/index.ts';
import { answerDueOn } from '../../../shared/consents/erasure/request-schemas.ts';
import { renderFacts } from '../../parts/consent-parts.ts';
import { erasureWords } from '../../words/erasures/languages.ts';
import { useCheckedForm } from '../acts/checked-form.ts';
import { Confirmation } from '../acts/confirmation.tsx';
import { useKept } from '../acts/kept.ts';
import { useSending } from '../acts/sending.ts';
import { toFragment } from '../address.ts';
import { useCall } from '../calls/use-call.tsx';
import { useWords, useWordsOf, useWriting } from '../language.ts';
import { Field } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import type { Draft, Wrong } from './draft.ts';
import { emptyDraft, findWrong, localDay, mostConsents, toRequest } from './draft.ts';

const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>): readonly Key[] =>
  Object.keys(names) as Key[];

/** Links to where the revocations are recorded: up to so many. For more there is the button that revokes all. */
const mostLinks = 5;

/** Warns of consents in force, and leads editors to where they record the revocation. */
const InForce = ({ consents }: { readonly consents: readonly ListedConsent[] }): VNode | null => {
  const [{ ask }, { open }, writing] = [useWordsOf(erasureWords), useWords('revokeAll'), useWriting()];
  const { mayWrite } = useSession();
  if (consents.length === 0) return null;
  return (
    <div class="warning">
      <p>{ask.inForce(consents.length, writing.number(consents.length))}</p>
      {mayWrite && consents.length > 1 && <p>{ask.revokeAll(open)}</p>}
      {mayWrite && (
        <ul class="items">
          {consents.slice(0, mostLinks).map(({ id, time }) => (
            <li key={id}>
              <a href={toFragment({ view: 'revocation', id })}>{ask.revoke(writing.time(time))}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const Form = ({
  draft,
  named,
  change,
  proceed,
  back,
}: {
  readonly draft: Draft;
  /** The consents that the request names. */
  readonly named: readonly ListedConsent[];
  readonly change: (draft: Draft) => void;
  readonly proceed: () => void;
  readonly back: () => void;
}): VNode => {
  const [words, writing] = [useWordsOf(erasureWords), useWriting()];
  const { ask, facts, reasons, extents } = words;
  const find = (): readonly Wrong[] => findWrong(draft, named);
  const { form, submit, wrong } = useCheckedForm(find, proceed);
  const say = (name: Wrong, text: string): string => (wrong.includes(name) ? text : '');
  const isDated = !find().includes('received');
  return (
    <form ref={form} onSubmit={submit} noValidate autocomplete="off">
      <Field
        label={ask.received}
        hint={ask.receivedHint}
        wrong={say('received', ask.receivedWrong)}
        control={(attributes) => (
          <input
            {...attributes}
            type="date"
            required
            max={localDay()}
            value={draft.receivedOn}
            onInput={({ currentTarget }) => change({ ...draft, receivedOn: currentTarget.value })}
          />
        )}
      />
      <p role="status" class="quiet">
        {isDated ? `${facts.due} ${writing.utcDay(answerDueOn(draft.receivedOn))}` : ''}
      </p>
      <Field
        label={ask.reason}
        wrong={say('reason', ask.reasonWrong)}
        control={(attributes) => (
          <select
            {...attributes}
            required
            value={draft.reason}
            onChange={({ currentTarget }) =>
              change({ ...draft, reason: keysOf(reasons).find((one) => one === currentTarget.value) ?? '' })
            }
          >
            <option value="">{ask.choose}</option>
            {keysOf(reasons).map((reason) => (
              <option value={reason}>{reasons[reason]}</option>
            ))}
          </select>
        )}
      />
      <div role="status">
        {draft.reason === 'consent-revoked' && <InForce consents={named.filter(({ state }) => state === 'active')} />}
      </div>
      <fieldset>
        <legend>
          <strong>{ask.extent}</strong>
        </legend>
        {keysOf(extents).map((extent) => (
          <label class="choice">
            <input
              type="radio"
              name="extent"
              checked={draft.extent === extent}
              onChange={() => change({ ...draft, extent })}
            />
            <span>{extents[extent]}</span>
          </label>
        ))}
      </fieldset>
      <Field
        label={ask.reference}
        hint={ask.referenceHint}
        wrong={say('reference', ask.referenceWrong) || say('reference-personal', ask.referencePersonal)}
        control={(attributes) => (
          <input
            {...attributes}
            type="text"
            autocapitalize="off"
            spellcheck={false}
            value={draft.reference}
            onInput={({ currentTarget }) => change({ ...draft, reference: currentTarget.value })}
          />
        )}
      />
      <p class="actions">
        <button type="submit" class="primary">
          {ask.proceed}
        </button>
        <button type="button" onClick={back}>
          {ask.back}
        </button>
      </p>
    </form>
  );
};

/** All that is stored of a request. */
const StoredRequest = ({
  request,
  count,
}: {
  readonly request: RequestErasureRequest;
  readonly count: number;
}): VNode => {
  const [words, writing] = [useWordsOf(erasureWords), useWriting()];
  const { facts } = words;
  const { receivedOn = '', reason, extent, reference } = request;
  return (
    <section class="stored">
      <p>{words.ask.stored}</p>
      {renderFacts([
        [words.consents, writing.number(count)],
        [facts.received, writing.utcDay(receivedOn)],
        [facts.due, writing.utcDay(answerDueOn(receivedOn))],
        ...(reason === undefined ? [] : [[facts.reason, words.reasons[reason]] as const]),
        ...(extent === undefined ? [] : [[facts.extent, words.extents[extent]] as const]),
        ...(reference === undefined ? [] : [[facts.reference, reference] as const]),
      ])}
    </section>
  );
};

const Done = ({ request: { dueOn } }: { readonly request: RequestedErasure }): VNode => {
  const [{ ask }, writing] = [useWordsOf(erasureWords), useWriting()];
  const note = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => note.current?.focus(), []);
  return (
    <p ref={note} class="note done" role="status" tabindex={-1}>
      <strong>{ask.done(writing.utcDay(dueOn))}</strong> <a href={toFragment({ view: 'erasures' })}>{ask.all}</a>
    </p>
  );
};

/** Warns of consents that the newest requests name already. It says nothing if they cannot be read. */
const AlreadyAsked = ({ ids }: { readonly ids: readonly string[] }): VNode | null => {
  const { ask } = useWordsOf(erasureWords);
  const { outcome } = useCall((client, signal) => client.listErasureRequests({ perPage: 50 }, { signal }), []);
  if (outcome.is !== 'done') return null;
  const named = new Set(
    outcome.value.data
      .filter(({ state }) => state === 'open' || state === 'erasing')
      .flatMap(({ consentIds }) => consentIds),
  );
  if (!ids.some((id) => named.has(id))) return null;
  return (
    <p class="warning" role="status">
      {ask.already} <a href={toFragment({ view: 'erasures' })}>{ask.all}</a>
    </p>
  );
};

/** Asks the operator to erase the consents of a person that the page shows. Readers may ask too. */
export const AskErasure = ({ found }: { readonly found: readonly ListedConsent[] }): VNode | null => {
  const [{ ask }, writing] = [useWordsOf(erasureWords), useWriting()];
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [draft, setDraft] = useKept(`erasure-request-${found.at(-1)?.id}`, emptyDraft);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { sending, send, stop, reset } = useSending(
    'erasure-request-key',
    (client, request: RequestErasureRequest, options) => client.requestErasure(request, options),
  );
  useLayoutEffect(() => {
    if (isOpen) heading.current?.focus();
  }, [isOpen]);
  const all = found.filter(({ eraseTime }) => eraseTime === null);
  const named = all.slice(0, mostConsents);
  const ids = named.map(({ id }) => id);
  if (ids.length === 0) return null;
  if (sending.is === 'done') return <Done request={sending.answer} />;
  const close = (): void => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const cancel = (): void => {
    setAsked(false);
    reset();
  };
  if (!isOpen)
    return (
      <div class="screen">
        <p class="actions">
          <button ref={opener} type="button" onClick={() => setOpen(true)}>
            {ask.open}
          </button>
        </p>
        <AlreadyAsked ids={ids} />
      </div>
    );
  const { reason } = draft;
  const request = reason === '' ? undefined : toRequest(ids, { ...draft, reason });
  const submit = async (): Promise<void> => {
    if (request === undefined) return;
    await send(request);
  };
  return (
    <section class="screen">
      <h2 ref={heading} tabindex={-1}>
        {ask.heading}
      </h2>
      <p>{ask.says(ids.length, writing.number(ids.length))}</p>
      {all.length > ids.length && <p class="warning">{ask.cut(writing.number(mostConsents))}</p>}
      <AlreadyAsked ids={ids} />
      <Form draft={draft} named={named} change={setDraft} proceed={() => setAsked(true)} back={close} />
      {isAsked && request && (
        <Confirmation words={ask} isFinal sending={sending} send={submit} stop={stop} cancel={cancel}>
          <StoredRequest request={request} count={ids.length} />
        </Confirmation>
      )}
    </section>
  );
};
