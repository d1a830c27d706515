import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ListedConsent, RequestErasureRequest, RequestedErasure } from '../../../client/typescript/index.ts';
import { answerDueOn } from '../../../shared/consents/erasure/request-schemas.ts';
import { renderFacts } from '../../parts/consent-parts.ts';
import { Confirmation } from '../acts/confirmation.tsx';
import { useKept } from '../acts/kept.ts';
import { useSending } from '../acts/sending.ts';
import { toFragment } from '../address.ts';
import { useCall } from '../calls/use-call.tsx';
import { Field, Form, Input, SelectField } from '../form.tsx';
import { useText, useWriting } from '../language.ts';
import { useSession } from '../session/session.ts';
import type { Draft } from './draft.ts';
import { emptyDraft, findWrong, firstDay, isReceived, localDay, mostConsents, toRequest } from './draft.ts';

/** The grounds of Article 17(1) GDPR, from (a) to (f). */
const reasons = [
  'no-longer-needed',
  'consent-revoked',
  'objected',
  'unlawful',
  'legal-obligation',
  'child',
] as const satisfies readonly RequestedErasure['reason'][];

const extents = ['evidence', 'everything'] as const satisfies readonly RequestedErasure['extent'][];

/** Links to where the revocations are recorded: up to so many. For more there is the button that revokes all. */
const mostLinks = 5;

/** Warns of consents in force, and leads editors to where they record the revocation. */
const InForce = ({ consents }: { readonly consents: readonly ListedConsent[] }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const { mayWrite } = useSession();
  if (consents.length === 0) return null;
  return (
    <div class="warning">
      <p>{t('erasures.ask.inForce', { count: consents.length })}</p>
      {mayWrite && consents.length > 1 && <p>{t('erasures.ask.revokeAll', { button: t('revokeAll.open') })}</p>}
      {mayWrite && (
        <ul class="items">
          {consents.slice(0, mostLinks).map(({ id, time }) => (
            <li key={id}>
              <a href={toFragment({ view: 'revocation', id })}>
                {t('erasures.ask.revoke', { given: writing.time(time) })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const ErasureForm = ({
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
  const t = useText();
  const writing = useWriting();
  const wrong = findWrong(draft, named);
  return (
    <Form submit={proceed} autocomplete="off">
      <Field label={t('erasures.ask.received')} hint={t('erasures.ask.receivedHint')}>
        <Input
          type="date"
          required
          min={firstDay}
          max={localDay()}
          value={draft.receivedOn}
          change={(receivedOn) => change({ ...draft, receivedOn })}
        />
      </Field>
      <p role="status" class="quiet">
        {isReceived(draft.receivedOn)
          ? `${t('erasures.facts.due')} ${writing.utcDay(answerDueOn(draft.receivedOn))}`
          : ''}
      </p>
      <SelectField
        label={t('erasures.ask.reason')}
        value={draft.reason}
        choices={reasons.map((reason) => [reason, t(`erasures.reasons.${reason}`)])}
        nothing={t('acts.choose')}
        isRequired
        change={(value) => change({ ...draft, reason: reasons.find((one) => one === value) ?? '' })}
      />
      <div role="status">
        {draft.reason === 'consent-revoked' && <InForce consents={named.filter(({ state }) => state === 'active')} />}
      </div>
      <fieldset>
        <legend>{t('erasures.ask.extent')}</legend>
        {extents.map((extent) => (
          <label key={extent} class="choice">
            <input
              type="radio"
              name="extent"
              checked={draft.extent === extent}
              onChange={() => change({ ...draft, extent })}
            />
            <span>{t(`erasures.extents.${extent}`)}</span>
          </label>
        ))}
      </fieldset>
      <Field
        label={t('erasures.ask.reference')}
        hint={t('erasures.ask.referenceHint')}
        fault={wrong === undefined ? '' : t(`erasures.ask.${wrong}`)}
      >
        <Input
          autocapitalize="off"
          spellcheck={false}
          value={draft.reference}
          change={(reference) => change({ ...draft, reference })}
        />
      </Field>
      <p class="actions">
        <button type="submit" class="primary">
          {t('erasures.ask.proceed')}
        </button>
        <button type="button" onClick={back}>
          {t('acts.cancel')}
        </button>
      </p>
    </Form>
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
  const t = useText();
  const writing = useWriting();
  const { receivedOn = '', reason, extent, reference } = request;
  return (
    <section class="stored">
      <p>{t('erasures.ask.stored')}</p>
      {renderFacts([
        [t('erasures.consents'), writing.number(count)],
        [t('erasures.facts.received'), writing.utcDay(receivedOn)],
        [t('erasures.facts.due'), writing.utcDay(answerDueOn(receivedOn))],
        ...(reason === undefined ? [] : [[t('erasures.facts.reason'), t(`erasures.reasons.${reason}`)] as const]),
        ...(extent === undefined ? [] : [[t('erasures.facts.extent'), t(`erasures.extents.${extent}`)] as const]),
        ...(reference === undefined ? [] : [[t('erasures.facts.reference'), reference] as const]),
      ])}
    </section>
  );
};

const Done = ({ request: { dueOn } }: { readonly request: RequestedErasure }): VNode => {
  const t = useText();
  const writing = useWriting();
  const note = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => note.current?.focus(), []);
  return (
    <p ref={note} class="note done" role="status" tabindex={-1}>
      <strong>{t('erasures.ask.done', { day: writing.utcDay(dueOn) })}</strong>{' '}
      <a href={toFragment({ view: 'erasures' })}>{t('erasures.ask.all')}</a>
    </p>
  );
};

/** Warns of consents that the newest requests name already. It says nothing if they cannot be read. */
const AlreadyAsked = ({ ids }: { readonly ids: readonly string[] }): VNode | null => {
  const t = useText();
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
      {t('erasures.ask.already')} <a href={toFragment({ view: 'erasures' })}>{t('erasures.ask.all')}</a>
    </p>
  );
};

/** Asks the operator to erase the consents of a person that the page shows. Readers may ask too. */
export const AskErasure = ({ found }: { readonly found: readonly ListedConsent[] }): VNode | null => {
  const t = useText();
  const writing = useWriting();
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
            {t('erasures.ask.open')}
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
        {t('erasures.ask.heading')}
      </h2>
      <p>{t('erasures.ask.says', { count: ids.length })}</p>
      {all.length > ids.length && (
        <p class="warning">{t('erasures.ask.cut', { most: writing.number(mostConsents) })}</p>
      )}
      <AlreadyAsked ids={ids} />
      <ErasureForm draft={draft} named={named} change={setDraft} proceed={() => setAsked(true)} back={close} />
      {isAsked && request && (
        <Confirmation of="erasures.ask" isFinal sending={sending} send={submit} stop={stop} cancel={cancel}>
          <StoredRequest request={request} count={ids.length} />
        </Confirmation>
      )}
    </section>
  );
};
