import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { Field, Input } from '../../ui/form.tsx';
import type { Column } from '../../ui/table.tsx';
import { RecordTable } from '../../ui/table.tsx';
import { useWords } from '../../ui/words.ts';
import { toFragment } from '../address.ts';
import { useLanguage, useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { NoticeOf, nameLanguages } from '../names.tsx';
import { StateBadge } from '../parts.tsx';
import { arrivalOf, revokeArrivalOf } from '../search/listed-consent.ts';
import type { Holding, NoticeHistory, PersonEvent } from './history.ts';
import { consentsOf, isPastDay, mayBeWrittenTo, stateOnDay, today } from './history.ts';

/** For each notice whether the person may be written to, and why; and whether it was in force on a day that the reader asks about. */
export const Answers = ({
  histories,
  names,
  day,
  askDay,
}: {
  readonly histories: readonly NoticeHistory[];
  readonly names: RegisterNames | undefined;
  readonly day: string;
  readonly askDay: (day: string) => void;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const isAsked = isPastDay(day);
  const columns: readonly Column<NoticeHistory>[] = [
    {
      name: t('consents.notice'),
      show: ({ pid }) => (
        <a href={toFragment({ view: 'notice', pid })}>
          <NoticeOf pid={pid} names={names} />
        </a>
      ),
    },
    { name: t('person.mayWrite'), show: (history) => <MayWrite history={history} /> },
    { name: t('consents.state'), show: ({ holding }) => <StateBadge state={stateOf(holding)} /> },
    { name: t('due.why'), show: ({ holding }) => <Why holding={holding} /> },
    ...(isAsked
      ? [
          {
            name: t('person.onDay', { day: writing.utcDay(day) }),
            show: (history: NoticeHistory): ComponentChildren => <OnDay consents={consentsOf(history)} day={day} />,
          },
        ]
      : []),
  ];
  return (
    <section class="answers">
      <RecordTable caption="" columns={columns} rows={histories} keyOf={({ pid }) => pid} />
      <DayField day={day} ask={askDay} />
    </section>
  );
};

const stateOf = (holding: Holding): ListedConsent['state'] => (holding.holds ? 'active' : holding.last.state);

const MayWrite = ({ history }: { readonly history: NoticeHistory }): VNode => {
  const t = useText();
  const writing = useWriting();
  const { holding } = history;
  const latest = holding.holds ? holding.latestEnded : undefined;
  return (
    <>
      <strong>{mayBeWrittenTo(history) ? t('person.yes') : t('person.no')}</strong>
      {latest && latest.state !== 'active' && (
        <div class="small">
          {t('person.noMailing', {
            ended: t(`person.ended.${latest.state}`, { time: writing.time(latest.since) }),
          })}
        </div>
      )}
    </>
  );
};

/** By which consents the notice is in force, or how the last of them ended. */
const Why = ({ holding }: { readonly holding: Holding }): VNode => {
  const t = useText();
  const { time, day, number } = useWriting();
  if (!holding.holds) {
    const { state, since } = holding.last;
    return <>{state === 'active' ? '' : t(`person.ended.${state}`, { time: time(since) })}</>;
  }
  const { newest, oldest, until } = holding;
  const isSame = oldest.consentInformationVersion === newest.consentInformationVersion;
  const since = ({ consentInformationVersion: version, time: given }: ListedConsent): string =>
    t('person.versionSince', { version: number(version), time: time(given) });
  return (
    <>
      <div>{since(isSame ? oldest : newest)}</div>
      {!isSame && <div>{since(oldest)}</div>}
      {until !== null && <div class="small">{t('person.endsOn', { time: day(until) })}</div>}
    </>
  );
};

/** Asks for a day, on which each notice then has its state. */
const DayField = ({ day, ask }: { readonly day: string; readonly ask: (day: string) => void }): VNode => {
  const t = useText();
  return (
    <div class="screen">
      <Field label={t('person.askedDay')}>
        <Input type="date" max={today()} value={day} change={ask} />
      </Field>
    </div>
  );
};

/** Whether a notice was in force on a day, with the consents by which it was. */
const OnDay = ({ consents, day }: { readonly consents: readonly ListedConsent[]; readonly day: string }): VNode => {
  const t = useText();
  const writing = useWriting();
  const { holds, by } = stateOnDay(consents, day);
  return (
    <span role="status">
      {t(`person.held.${holds}`)}
      {by.map(({ id, consentInformationVersion: version }) => (
        <div key={id} class="small">
          <a href={toFragment({ view: 'consent', id, at: day })}>
            {t('person.byVersion', { version: writing.number(version) })}
          </a>
        </div>
      ))}
    </span>
  );
};

/** How many events are shown at first: the newest. */
const shownFirst = 12;

/** A notice, and how the person agreed and withdrew. */
export const NoticeEvents = ({
  history: { pid, events },
  names,
}: {
  readonly history: NoticeHistory;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, events.length - shownFirst);
  return (
    <section>
      <h3>
        <NoticeOf pid={pid} names={names} />
      </h3>
      {hidden > 0 && (
        <p>
          <button type="button" onClick={() => setWhole(true)}>
            {t('person.showAll', { count: writing.number(events.length) })}
          </button>
        </p>
      )}
      <ol class="events">
        {events.slice(hidden).map((event) => (
          <Event key={`${event.consent.id} ${event.what}`} event={event} />
        ))}
      </ol>
    </section>
  );
};

/** What happened, in words. */
const useEventText = ({ what, consent }: PersonEvent): string => {
  const t = useText();
  const writing = useWriting();
  const { how } = useWords().writing;
  const nameLanguage = nameLanguages(useLanguage());
  const version = writing.number(consent.consentInformationVersion);
  if (what === 'given') {
    const given = t('person.events.given', {
      version,
      channel: how(arrivalOf(consent)),
      language: nameLanguage(consent.lang),
    });
    return consent.imported ? `${given}, ${t('person.events.imported')}` : given;
  }
  const ended = `${t(`person.events.${what}`)} (${t('consents.version', { version })})`;
  const revoked = what === 'revoked' ? revokeArrivalOf(consent) : null;
  return revoked ? `${ended}, ${how(revoked)}` : ended;
};

const Event = ({ event }: { readonly event: PersonEvent }): VNode => {
  const t = useText();
  const writing = useWriting();
  const { time, what, consent } = event;
  const { id, consentInformationPid: pid, consentInformationVersion: version, lang } = consent;
  return (
    <li>
      <time datetime={`${time.replace(' ', 'T')}Z`}>{writing.time(time)}</time>
      <span>
        {useEventText(event)} · <a href={toFragment({ view: 'consent', id })}>{t('person.theConsent')}</a>
        {what === 'given' && (
          <>
            {' '}
            ·{' '}
            <a href={toFragment({ view: 'version', pid, version, lang })}>
              {t('person.theText', { version: writing.number(version) })}
            </a>
          </>
        )}
      </span>
    </li>
  );
};
