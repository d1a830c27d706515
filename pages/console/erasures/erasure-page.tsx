import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type {
  Client,
  ListedConsent,
  RequestErasureRequest,
  RequestedErasure,
  UserData,
  WriteOptions,
} from '../../../client/typescript/index.ts';
import { answerDueOn } from '../../../shared/consents/erasure/request-schemas.ts';
import { isDay } from '../../../shared/runtime/time.ts';
import { Facts } from '../../ui/facts.ts';
import { Field, Form, Input, SelectField } from '../../ui/form.tsx';
import { Confirmation, ConsentItems, NextSteps } from '../actions/confirmation.tsx';
import { useAct, useKept } from '../actions/sending.ts';
import { toFragment } from '../address.ts';
import { Called } from '../calls/use-call.tsx';
import { Trail } from '../frame/trail.tsx';
import { useText, useWriting } from '../language.tsx';
import { useKnownNames } from '../names.tsx';
import { PageHeading } from '../parts.tsx';
import { Careful, PersonSubject, toValues } from '../person/person-value.tsx';
import type { Person } from '../person/read-person.tsx';
import { PersonConsents, ReadPerson, useChosenValues, useUserData } from '../person/read-person.tsx';
import { useSession } from '../session/session.ts';
import { localDay } from '../writing.ts';
import { AlreadyAsked } from './open-requests.tsx';

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

/** Links to where the revocations are recorded: up to so many. For more there is the page that revokes all. */
const mostLinks = 5;

/** Warns of consents in force, and leads editors to where they record the revocation. @param id of the page's consent */
const InForce = ({
  id,
  consents,
}: {
  readonly id: string;
  readonly consents: readonly ListedConsent[];
}): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const { mayWrite } = useSession();
  if (consents.length === 0) return null;
  return (
    <div class="warning">
      <p>{t('erasures.ask.inForce', { count: consents.length })}</p>
      {mayWrite && (
        <>
          <p>{t('erasures.ask.record')}</p>
          <ul class="items">
            {consents.length > 1 && (
              <li>
                <a href={toFragment({ view: 'person-revocation', id })}>{t('revokeAll.open')}</a>
              </li>
            )}
            {consents.slice(0, mostLinks).map((consent) => (
              <li key={consent.id}>
                <a href={toFragment({ view: 'revocation', id: consent.id })}>
                  {t('erasures.ask.revoke', { given: writing.time(consent.time) })}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

const ErasureForm = ({
  id,
  draft,
  named,
  change,
  proceed,
}: {
  readonly id: string;
  readonly draft: Draft;
  /** The consents that the request names. */
  readonly named: readonly ListedConsent[];
  readonly change: (draft: Draft) => void;
  readonly proceed: () => void;
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
        {draft.reason === 'consent-revoked' && (
          <InForce id={id} consents={named.filter(({ state }) => state === 'active')} />
        )}
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
        <a class="button" href={toFragment({ view: 'person', id })}>
          {t('acts.cancel')}
        </a>
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
      <Facts
        facts={[
          [t('erasures.consents'), writing.number(count)],
          [t('erasures.facts.received'), writing.utcDay(receivedOn)],
          [t('erasures.facts.due'), writing.utcDay(answerDueOn(receivedOn))],
          ...(reason === undefined ? [] : [[t('erasures.facts.reason'), t(`erasures.reasons.${reason}`)] as const]),
          ...(extent === undefined ? [] : [[t('erasures.facts.extent'), t(`erasures.extents.${extent}`)] as const]),
          ...(reference === undefined ? [] : [[t('erasures.facts.reference'), reference] as const]),
        ]}
      />
    </section>
  );
};

const Done = ({ id, request: { dueOn } }: { readonly id: string; readonly request: RequestedErasure }): VNode => {
  const t = useText();
  const writing = useWriting();
  return (
    <div>
      <p class="note done" role="status">
        <strong>{t('erasures.ask.done', { day: writing.utcDay(dueOn) })}</strong>
      </p>
      <NextSteps
        steps={[
          { to: { view: 'erasures' }, name: t('erasures.ask.all'), says: t('erasures.ask.allSays') },
          { to: { view: 'person', id }, name: t('consent.person'), says: t('erasures.ask.personSays') },
        ]}
      />
    </div>
  );
};

interface Sent {
  /** Called once the operator has the request. */
  readonly onSent: () => void;
}

type Call = [client: Client, request: RequestErasureRequest, options: WriteOptions];

/** The form, beside what it is about, and the confirmation. */
const Steps = ({
  person,
  all,
  onSent,
}: Sent & {
  readonly person: Person;
  /** Consents that are not erased: at least one. */
  readonly all: readonly ListedConsent[];
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const names = useKnownNames();
  const { id } = person;
  const [draft, setDraft] = useKept(`erasure-request-${id}`, emptyDraft);
  const act = useAct('erasure-request-key', async (...[client, ...call]: Call) => {
    const asked = await client.requestErasure(...call);
    setDraft(emptyDraft);
    onSent();
    return asked;
  });
  if (act.sending.is === 'done') return <Done id={id} request={act.sending.answer} />;
  const named = all.slice(0, mostConsents);
  const ids = named.map((consent) => consent.id);
  const { reason } = draft;
  const request = reason === '' ? undefined : toRequest(ids, { ...draft, reason });
  return (
    <div class="split">
      <section class="panel aside">
        <h2>{t('erasures.consents')}</h2>
        <Careful rows={all} />
        <ConsentItems consents={named} names={names} />
      </section>
      <div>
        <p>{t('erasures.ask.says', { count: ids.length })}</p>
        {all.length > ids.length && (
          <p class="warning">{t('erasures.ask.cut', { most: writing.number(mostConsents) })}</p>
        )}
        <AlreadyAsked ids={ids} />
        <ErasureForm id={id} draft={draft} named={named} change={setDraft} proceed={() => act.ask()} />
      </div>
      {act.isAsked && request && (
        <Confirmation of="erasures.ask" isFinal act={act} send={() => act.send(request)}>
          <StoredRequest request={request} count={ids.length} />
        </Confirmation>
      )}
    </div>
  );
};

const AskFor = ({ person, onSent }: Sent & { readonly person: Person }): VNode => {
  const t = useText();
  const [chosen] = useChosenValues(person);
  return (
    <div>
      <PersonSubject values={person.values} />
      <PersonConsents
        chosen={chosen}
        show={({ rows }) => {
          const all = rows.filter(({ eraseTime }) => eraseTime === null);
          return all.length === 0 ? (
            <p class="note">{t('erasures.ask.nothing')}</p>
          ) : (
            <Steps person={person} all={all} onSent={onSent} />
          );
        }}
      />
    </div>
  );
};

/** Asks the operator to erase the consents of a person. Readers may ask too. @param id of one of the consents */
export const ErasurePage = ({ id }: { readonly id: string }): VNode => {
  const t = useText();
  const calling = useUserData(id);
  const [isSent, setSent] = useState(false);
  return (
    <main id="content">
      <Trail above={{ view: 'person', id }} name={t('person.title')} />
      <PageHeading key={String(isSent)} title={t(isSent ? 'erasures.ask.sent' : 'erasures.ask.heading')} />
      <Called
        calling={calling}
        show={(userData) => (
          <ReadPerson
            id={id}
            userData={userData}
            show={(person) => <AskFor person={person} onSent={() => setSent(true)} />}
          />
        )}
      />
    </main>
  );
};

/** What is typed into the form. */
export interface Draft {
  /** `YYYY-MM-DD` of the reader's calendar. */
  readonly receivedOn: string;
  readonly reason: RequestedErasure['reason'] | '';
  readonly extent: RequestedErasure['extent'];
  readonly reference: string;
}

export const emptyDraft: Draft = { receivedOn: '', reason: '', extent: 'evidence', reference: '' };

/** The first day on which somebody could ask: that of the GDPR. */
export const firstDay = '2018-05-25';

export const isReceived = (day: string): boolean => isDay(day) && day >= firstDay && day <= localDay();

const partsOf = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** A value or a part of one that is shorter stands in many references by chance. */
const fewestCharacters = 3;

/** What a reference may not have: each value without its separators, its parts, and those of an email before the `@`. */
const wordsOf = (value: string): readonly string[] => {
  const parts = partsOf(value.replace(/@.*/s, ''));
  return [parts.join(''), ...parts].filter((word) => word.length >= fewestCharacters);
};

/** Whether a reference has a value of the consents. It stays after their erasure. */
const isPersonal = (reference: string, consents: readonly { readonly userData: UserData }[]): boolean => {
  const parts = partsOf(reference);
  const written = new Set([parts.join(''), ...parts]);
  return consents.some(({ userData }) =>
    toValues(userData).some(({ value }) => wordsOf(value).some((word) => written.has(word))),
  );
};

/**
 * What is wrong with a reference: the service would refuse it, or it has a value of the person, which the service cannot know.
 *
 * @param named the consents of the request
 */
export const findWrong = (
  { reference }: Draft,
  named: readonly { readonly userData: UserData }[],
): 'referenceWrong' | 'referencePersonal' | undefined => {
  if (reference.trim() !== '' && !/^[A-Za-z0-9][A-Za-z0-9._/#-]{0,63}$/.test(reference.trim())) return 'referenceWrong';
  return isPersonal(reference, named) ? 'referencePersonal' : undefined;
};

/** The most consents of one request (`erasureRequestConsents`). */
export const mostConsents = 100;

/** The request of a draft without faults. */
export const toRequest = (
  ids: readonly string[],
  { receivedOn, reason, extent, reference }: Draft & { readonly reason: RequestedErasure['reason'] },
): RequestErasureRequest => ({
  ids: [...ids],
  receivedOn,
  reason,
  extent,
  ...(reference.trim() !== '' && { reference: reference.trim() }),
});
