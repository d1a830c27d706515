import type { ComponentChildren, VNode } from 'preact';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import type { Calling } from '../calls/use-call.tsx';
import { Called, useCall } from '../calls/use-call.tsx';
import type { DueConsent } from '../due.tsx';
import { tellReasons } from '../due.tsx';
import { byDeadline, isOpen, isOverdue } from '../erasures/open-requests.tsx';
import { useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { NoticeOf } from '../names.tsx';
import { Badge } from '../parts.tsx';
import { takeName, toValues } from '../person/person-value.tsx';

/** Rows of the first page of each list, and how many of them are shown. */
const [perPage, shown] = [50, 3];

/** Within how many days an end is near. */
const soon = 30;

type OverviewAddress = Extract<Address, { readonly view: 'overview' }>;
type Due = AnswerOf<'listDueConsents'>;

/** What waits for an officer: the first page of each list, apart from the figures, which do not wait for it. */
export const ToDo = ({
  address: { project, notice },
  names,
}: {
  readonly address: OverviewAddress;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const t = useText();
  const due = useCall(
    (client, signal) =>
      client.listDueConsents(
        {
          days: soon,
          perPage,
          ...(project !== undefined && { projectUid: project }),
          ...(notice !== undefined && { consentInformationPid: notice }),
        },
        { signal },
      ),
    [project, notice],
  );
  return (
    <section class="to-do screen" aria-label={t('overview.toDo.heading')}>
      <Erasures />
      <EndingSoon due={due} address={{ view: 'due', days: soon, reason: 'expires', project, notice }} names={names} />
      <AskAgain due={due} address={{ view: 'due', days: soon, project, notice }} names={names} />
    </section>
  );
};

const Erasures = (): VNode => {
  const t = useText();
  const writing = useWriting();
  const calling = useCall((client, signal) => client.listErasureRequests({ perPage }, { signal }), []);
  return (
    <Panel heading={t('overview.toDo.erasures')} to={{ view: 'erasures' }}>
      <Called
        calling={calling}
        show={({ data, next }) => (
          <Tasks
            rows={data.filter(isOpen).sort(byDeadline)}
            isMore={next !== null}
            keyOf={({ id }) => id}
            show={(request) => (
              <>
                <span>{t('erasures.request', { count: request.consentIds.length })}</span>
                <span>
                  {isOverdue(request) && (
                    <Badge icon="clock" tone="bad">
                      {t('overview.toDo.overdue')}
                    </Badge>
                  )}{' '}
                  {t('overview.toDo.by', { day: writing.utcDay(request.dueOn) })}
                </span>
              </>
            )}
          />
        )}
      />
    </Panel>
  );
};

/** The moment at which a consent expires; undefined if it has already, or is due for another reason. */
const endOf = ({ reasons }: DueConsent, now: Date): string | undefined =>
  reasons.find(({ reason, since }) => reason === 'expires' && new Date(since) > now)?.since;

/** Consents that end soon, the next one first. */
export const findEnding = (data: readonly DueConsent[], now: Date) =>
  data
    .flatMap((consent) => {
      const end = endOf(consent, now);
      return end === undefined ? [] : [{ consent, end }];
    })
    .sort((one, other) => (one.end < other.end ? -1 : 1));

interface DueProps {
  readonly due: Calling<Due>;
  readonly address: Extract<Address, { readonly view: 'due' }>;
  readonly names: RegisterNames | undefined;
}

const EndingSoon = ({ due, address, names }: DueProps): VNode => {
  const t = useText();
  const writing = useWriting();
  return (
    <Panel heading={t('overview.toDo.ending', { days: soon })} to={address}>
      <Called
        calling={due}
        show={({ data, next }) => (
          <Tasks
            rows={findEnding(data, new Date())}
            isMore={next !== null}
            keyOf={({ consent }) => consent.id}
            show={({ consent, end }) => (
              <>
                <div>
                  <PersonLink consent={consent} />
                  <div class="quiet">
                    <NoticeOf pid={consent.consentInformationPid} names={names} />
                  </div>
                </div>
                <span>{writing.day(end)}</span>
              </>
            )}
          />
        )}
      />
    </Panel>
  );
};

const AskAgain = ({ due, address, names }: DueProps): VNode => {
  const t = useText();
  const writing = useWriting();
  return (
    <Panel heading={t('overview.toDo.askAgain')} to={address}>
      <Called
        calling={due}
        show={({ data, next }) => (
          <Tasks
            rows={data}
            isMore={next !== null}
            keyOf={({ id }) => id}
            show={(consent) => (
              <div>
                <PersonLink consent={consent} />
                <div class="quiet">
                  <NoticeOf pid={consent.consentInformationPid} names={names} />:{' '}
                  {tellReasons(consent, t, writing).join(', ')}
                </div>
              </div>
            )}
          />
        )}
      />
    </Panel>
  );
};

const PersonLink = ({ consent: { id, userData } }: { readonly consent: DueConsent }): VNode => {
  const t = useText();
  const { name } = takeName(toValues(userData));
  return (
    <a href={toFragment({ view: 'person', id })}>
      <bdi>{name === '' ? t('consents.nobody') : escapeInvisible(name)}</bdi>
    </a>
  );
};

/** One of the lists, under a heading that leads to all of it. */
const Panel = ({
  heading,
  to,
  children,
}: {
  readonly heading: string;
  readonly to: Address;
  readonly children: ComponentChildren;
}): VNode => (
  <section class="panel">
    <h2>
      <a href={toFragment(to)}>{heading}</a>
    </h2>
    {children}
  </section>
);

/** How many there are on the first page, and the first of them. @param isMore whether the list goes on */
const Tasks = <Row,>({
  rows,
  isMore,
  keyOf,
  show,
}: {
  readonly rows: readonly Row[];
  readonly isMore: boolean;
  readonly keyOf: (row: Row) => string;
  readonly show: (row: Row) => VNode;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const count = writing.number(rows.length);
  if (rows.length === 0) return <p class="quiet">{isMore ? t('overview.toDo.noneFirst') : t('overview.toDo.none')}</p>;
  return (
    <>
      <p class="figure">{isMore ? t('overview.toDo.atLeast', { count }) : count}</p>
      <ul>
        {rows.slice(0, shown).map((row) => (
          <li key={keyOf(row)}>{show(row)}</li>
        ))}
      </ul>
    </>
  );
};
