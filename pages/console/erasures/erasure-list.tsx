import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RequestedErasure } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { renderFacts } from '../../parts/consent-parts.ts';
import type { Fact } from '../../sentences/consent-facts.ts';
import { erasureWords } from '../../words/erasures/languages.ts';
import { Confirmation } from '../acts/confirmation.tsx';
import { useSending } from '../acts/sending.ts';
import type { Followed } from '../calls/use-call.tsx';
import { Called, followList, useCall } from '../calls/use-call.tsx';
import { useWordsOf, useWriting } from '../language.ts';
import { Empty, PageHeading } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import { localDay } from './draft.ts';
import { Consents, Whose } from './whose.tsx';

/** Requests of one call, and by how many more the list grows; after so many calls it ends. */
const [perPage, mostCalls] = [50, 40];

/** What was asked of a request, and what became of it. */
const useFacts = (request: RequestedErasure): readonly Fact[] => {
  const [words, writing, { user }] = [useWordsOf(erasureWords), useWriting(), useSession()];
  const { facts } = words;
  const { state, endTime, reference, refusal } = request;
  const who = request.userId === user.id ? words.you : words.user(String(request.userId));
  return [
    [facts.received, writing.utcDay(request.receivedOn)],
    [facts.due, writing.utcDay(request.dueOn)],
    [facts.reason, words.reasons[request.reason]],
    [facts.extent, words.extents[request.extent]],
    ...(reference === null ? [] : [[facts.reference, reference] as const]),
    [facts.asked, words.by(writing.time(request.requestTime), who)],
    ...(endTime === null || state === 'open' || state === 'erasing'
      ? []
      : [[facts.end[state], writing.time(endTime)] as const]),
    ...(state === 'done' ? [[facts.erased, writing.number(request.erased)] as const] : []),
    ...(refusal === null ? [] : [[facts.refusal, escapeInvisible(refusal)] as const]),
  ];
};

/** @param refresh reads the list again */
const Withdrawal = ({ id, refresh }: { readonly id: string; readonly refresh: () => void }): VNode => {
  const { withdrawal } = useWordsOf(erasureWords);
  const [isAsked, setAsked] = useState(false);
  const { sending, send, stop, reset } = useSending(
    `erasure-withdrawal-${id}`,
    (client, request: { readonly withdraw: string }, options) => client.requestErasure(request, options),
  );
  useEffect(() => {
    if (sending.is === 'done') refresh();
  }, [sending.is]);
  const cancel = (): void => {
    setAsked(false);
    reset();
  };
  return (
    <p class="actions screen">
      <button type="button" onClick={() => setAsked(true)}>
        {withdrawal.open}
      </button>
      {isAsked && (
        <Confirmation
          words={withdrawal}
          sending={sending}
          send={() => send({ withdraw: id })}
          stop={stop}
          cancel={cancel}
        >
          {null}
        </Confirmation>
      )}
    </p>
  );
};

const isOpen = ({ state }: RequestedErasure): boolean => state === 'open' || state === 'erasing';

const Request = ({ request, refresh }: { readonly request: RequestedErasure; readonly refresh: () => void }): VNode => {
  const [words, writing, { user }] = [useWordsOf(erasureWords), useWriting(), useSession()];
  const facts = useFacts(request);
  const { id, state, consentIds } = request;
  const isOverdue = isOpen(request) && request.dueOn < localDay();
  return (
    <section>
      <h3>
        {words.request(consentIds.length, writing.number(consentIds.length))} · {words.states[state]}
      </h3>
      {isOverdue && <p class="warning">{words.overdue}</p>}
      {renderFacts(facts)}
      {state === 'done' && <p>{words.next}</p>}
      {isOpen(request) ? <Whose ids={consentIds} /> : <Consents ids={consentIds} heading={words.consents} />}
      {state === 'open' && request.userId === user.id && <Withdrawal id={id} refresh={refresh} />}
    </section>
  );
};

const byDeadline = (one: RequestedErasure, other: RequestedErasure): number => (one.dueOn < other.dueOn ? -1 : 1);

/** The requests that were read, and the ids of those that are damaged. */
interface Found extends Followed<RequestedErasure> {
  readonly damaged: readonly string[];
}

const Damaged = ({ ids }: { readonly ids: readonly string[] }): VNode | null => {
  const words = useWordsOf(erasureWords);
  if (ids.length === 0) return null;
  return (
    <div class="warning" role="alert">
      <p>{words.damaged}</p>
      <ul class="items">
        {ids.map((id) => (
          <li key={id}>
            <code>{escapeInvisible(id)}</code>
          </li>
        ))}
      </ul>
    </div>
  );
};

const Requests = ({
  found: { rows, next, damaged },
  refresh,
  more,
}: {
  readonly found: Found;
  readonly refresh: () => void;
  readonly more: () => void;
}): VNode => {
  const words = useWordsOf(erasureWords);
  if (rows.length + damaged.length === 0)
    return (
      <Empty>
        <p>{words.none}</p>
      </Empty>
    );
  const parts = [
    [words.open, rows.filter(isOpen).sort(byDeadline)],
    [words.ended, rows.filter((request) => !isOpen(request))],
  ] as const;
  return (
    <div>
      <Damaged ids={damaged} />
      {parts
        .filter(([, requests]) => requests.length > 0)
        .map(([heading, requests]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {requests.map((request) => (
              <Request key={`${request.id} ${request.state}`} request={request} refresh={refresh} />
            ))}
          </section>
        ))}
      {next !== null && (
        <p class="actions screen">
          <button type="button" onClick={more}>
            {words.earlier}
          </button>
        </p>
      )}
    </div>
  );
};

/** What was asked of the operator to erase: open requests with the nearest deadline first, then what became of the others. */
export const ErasureList = (): VNode => {
  const words = useWordsOf(erasureWords);
  const [wanted, setWanted] = useState(perPage);
  const calling = useCall<Found>(
    async (client, signal) => {
      const damaged = new Set<string>();
      const followed = await followList({
        read: async (after, most) => {
          const listing = { perPage: most, ...(after !== undefined && { after }) };
          const page = await client.listErasureRequests(listing, { signal });
          for (const id of page.damaged) damaged.add(id);
          return page;
        },
        wanted,
        perPage,
        calls: mostCalls,
        isStopped: () => signal.aborted,
        onProgress: () => {},
      });
      return { ...followed, damaged: [...damaged] };
    },
    [wanted],
  );
  return (
    <main id="content">
      <PageHeading title={words.title} />
      <p>
        {words.says} {words.how}
      </p>
      <Called
        calling={calling}
        show={(found) => <Requests found={found} refresh={calling.again} more={() => setWanted(wanted + perPage)} />}
      />
    </main>
  );
};
