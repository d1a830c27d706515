import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Client, RequestedErasure, UserData } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Fact } from '../../describe/consent.ts';
import { Facts } from '../../ui/facts.ts';
import { Confirmation } from '../actions/confirmation.tsx';
import { useAct } from '../actions/sending.ts';
import { toFragment } from '../address.ts';
import type { Followed } from '../calls/list-pages.tsx';
import { followList } from '../calls/list-pages.tsx';
import type { Calling } from '../calls/use-call.tsx';
import { Called, Refresh, useCall } from '../calls/use-call.tsx';
import { useText, useWriting } from '../language.tsx';
import { Badge, Empty, ListHead, PageHeading } from '../parts.tsx';
import { Careful, tellWhose } from '../person/person-value.tsx';
import { useSession } from '../session/session.ts';
import { byDeadline, isOpen, isOverdue } from './open-requests.tsx';

/** Requests of one call, and by how many more the list grows; after so many calls it ends. */
const [perPage, mostCalls] = [50, 40];

/** What was asked of a request, and what became of it; but for the deadline of one that is open, which stands above. */
const useFacts = (request: RequestedErasure): readonly Fact[] => {
  const t = useText();
  const writing = useWriting();
  const { user } = useSession();
  const { state, endTime, reference, refusal } = request;
  const who = request.userId === user.id ? t('erasures.you') : t('erasures.user', { id: String(request.userId) });
  return [
    ...(refusal === null ? [] : [[t('erasures.facts.refusal'), escapeInvisible(refusal)] as const]),
    ...(endTime === null || state === 'open' || state === 'erasing'
      ? []
      : [[t(`erasures.facts.end.${state}`), writing.time(endTime)] as const]),
    ...(state === 'done' ? [[t('erasures.facts.erased'), writing.number(request.erased)] as const] : []),
    [t('erasures.facts.received'), writing.utcDay(request.receivedOn)],
    ...(isOpen(request) ? [] : [[t('erasures.facts.due'), writing.utcDay(request.dueOn)] as const]),
    [t('erasures.facts.reason'), t(`erasures.reasons.${request.reason}`)],
    [t('erasures.facts.extent'), t(`erasures.extents.${request.extent}`)],
    ...(reference === null ? [] : [[t('erasures.facts.reference'), reference] as const]),
    [t('erasures.facts.asked'), t('erasures.by', { time: writing.time(request.requestTime), user: who })],
  ];
};

/** @param refresh reads the list again */
const Withdrawal = ({ id, refresh }: { readonly id: string; readonly refresh: () => void }): VNode => {
  const t = useText();
  const act = useAct(`erasure-withdrawal-${id}`, (client, request: { readonly withdraw: string }, options) =>
    client.requestErasure(request, options),
  );
  useEffect(() => {
    if (act.sending.is === 'done') refresh();
  }, [act.sending.is]);
  return (
    <p class="actions screen">
      <button type="button" onClick={() => act.ask()}>
        {t('erasures.withdrawal.open')}
      </button>
      {act.isAsked && (
        <Confirmation of="erasures.withdrawal" act={act} send={() => act.send({ withdraw: id })}>
          {null}
        </Confirmation>
      )}
    </p>
  );
};

/** How a state looks. One that waits is due, one that is being carried out is in motion. */
const looks = {
  open: { icon: 'clock', tone: 'due' },
  erasing: { icon: 'again', tone: 'past' },
  done: { icon: 'check', tone: 'good' },
  refused: { icon: 'cross', tone: 'bad' },
  withdrawn: { icon: 'back', tone: 'none' },
} as const satisfies Readonly<Record<RequestedErasure['state'], object>>;

const Request = ({ request, refresh }: { readonly request: RequestedErasure; readonly refresh: () => void }): VNode => {
  const t = useText();
  const writing = useWriting();
  const { user } = useSession();
  const facts = useFacts(request);
  const { id, state, consentIds } = request;
  return (
    <section class="panel">
      <div class="page-head">
        <h3>
          {t('erasures.request', { count: consentIds.length })}{' '}
          <Badge {...looks[state]}>{t(`erasures.states.${state}`)}</Badge>
        </h3>
        {isOpen(request) && (
          <p>
            {t('erasures.facts.due')} <strong>{writing.utcDay(request.dueOn)}</strong>{' '}
            {isOverdue(request) && (
              <Badge icon="clock" tone="bad">
                {t('erasures.overdue')}
              </Badge>
            )}
          </p>
        )}
      </div>
      {state === 'done' && <p>{t('erasures.next')}</p>}
      <div class="beside">
        <div>
          {isOpen(request) && <Whose ids={consentIds} />}
          {!isOpen(request) && <Consents ids={consentIds} heading={t('erasures.consents')} />}
          {state === 'open' && request.userId === user.id && <Withdrawal id={id} refresh={refresh} />}
        </div>
        <Facts facts={facts} />
      </div>
    </section>
  );
};

/** The requests that were read, and the ids of those that are damaged. */
interface Found extends Followed<RequestedErasure> {
  readonly damaged: readonly string[];
}

const Damaged = ({ ids }: { readonly ids: readonly string[] }): VNode | null => {
  const t = useText();
  if (ids.length === 0) return null;
  return (
    <div class="warning" role="alert">
      <p>{t('erasures.damaged')}</p>
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
  calling,
  more,
}: {
  readonly found: Found;
  readonly calling: Calling<Found>;
  readonly more: () => void;
}): VNode => {
  const t = useText();
  if (rows.length + damaged.length === 0) return <Empty title={t('erasures.none')} />;
  const parts = [
    [t('erasures.open'), rows.filter(isOpen).sort(byDeadline)],
    [t('erasures.ended'), rows.filter((request) => !isOpen(request))],
  ] as const;
  return (
    <div>
      <ListHead count={t('erasures.counted', { count: rows.length })}>
        <Refresh calling={calling} />
      </ListHead>
      <Damaged ids={damaged} />
      {parts
        .filter(([, requests]) => requests.length > 0)
        .map(([heading, requests]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {requests.map((request) => (
              <Request key={`${request.id} ${request.state}`} request={request} refresh={calling.again} />
            ))}
          </section>
        ))}
      {next !== null && (
        <p class="actions screen">
          <button type="button" onClick={more}>
            {t('erasures.earlier')}
          </button>
        </p>
      )}
    </div>
  );
};

/** What was asked of the operator to erase: open requests with the nearest deadline first, then what became of the others. */
export const ErasureList = (): VNode => {
  const t = useText();
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
      });
      return { ...followed, damaged: [...damaged] };
    },
    [wanted],
  );
  return (
    <main id="content">
      <PageHeading title={t('erasures.title')} />
      <p class="quiet">
        {t('erasures.says')} {t('erasures.how')}
      </p>
      <p class="actions screen">
        <a class="button" href={toFragment({ view: 'consents', filter: {} })}>
          {t('erasures.find')}
        </a>
      </p>
      <Called
        calling={calling}
        show={(found) => <Requests found={found} calling={calling} more={() => setWanted(wanted + perPage)} />}
      />
    </main>
  );
};

/** Consents of a request that are read without being asked for: a page may have many requests. */
const readFirst = 5;

/** What was read, by the id of the consent; without values if it was erased. */
type Read = ReadonlyMap<string, UserData>;

const readValues = async (client: Client, ids: readonly string[], signal: AbortSignal): Promise<Read> => {
  const read = new Map<string, UserData>();
  for (const id of ids) {
    const { data } = await client.searchConsents({ id, userData: {} }, { signal });
    read.set(id, data[0]?.userData ?? {});
  }
  return read;
};

const listValues = (userData: UserData): readonly string[] => tellWhose(userData).map(escapeInvisible);

/** The values of the person, each once, and a warning if they may be of several. */
const Person = ({ read }: { readonly read: Read }): VNode => {
  const t = useText();
  const values = [...new Set([...read.values()].flatMap(listValues))];
  return (
    <div>
      <p>
        {t('erasures.whose')} <bdi>{values.length === 0 ? t('consents.nobody') : values.join(', ')}</bdi>
      </p>
      <Careful rows={[...read.values()].map((userData) => ({ userData }))} />
    </div>
  );
};

const Item = ({ id, userData }: { readonly id: string; readonly userData: UserData | undefined }): VNode => {
  const t = useText();
  const values = userData && listValues(userData);
  return (
    <li>
      <a href={toFragment({ view: 'consent', id })}>
        <code>{id}</code>
      </a>
      {values && <bdi> {values.length === 0 ? t('consents.nobody') : values.join(', ')}</bdi>}
    </li>
  );
};

/**
 * Whose the consents of a request are, as the register knows it now: the request does not say it. The first are read at once, all when somebody
 * opens the list.
 */
export const Whose = ({ ids }: { readonly ids: readonly string[] }): VNode => {
  const t = useText();
  const [isOpened, setOpened] = useState(false);
  const wanted = isOpened ? ids : ids.slice(0, readFirst);
  const calling = useCall((client, signal) => readValues(client, wanted, signal), [wanted.length]);
  const { outcome } = calling;
  const read = outcome.is === 'done' ? outcome.value : undefined;
  return (
    <div>
      <Called calling={calling} show={(found) => <Person read={found} />} />
      <Consents ids={ids} read={read} open={() => setOpened(true)} heading={t('erasures.consents')} />
    </div>
  );
};

/** The consents of a request, folded. @param read what is known of whose they are; undefined where it is not looked up */
export const Consents = ({
  ids,
  read,
  open,
  heading,
}: {
  readonly ids: readonly string[];
  readonly read?: Read | undefined;
  readonly open?: () => void;
  readonly heading: string;
}): VNode => (
  <details onToggle={open}>
    <summary>{heading}</summary>
    <ul class="items">
      {ids.map((id) => (
        <Item key={id} id={id} userData={read?.get(id)} />
      ))}
    </ul>
  </details>
);
