import type { ComponentChildren, VNode } from 'preact';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { toFragment } from '../address.ts';
import { NoticeName } from '../find/notice-name.tsx';
import type { RegisterNames } from '../find/register-names.ts';
import { Field, Input } from '../form.tsx';
import { useText, useWriting } from '../language.ts';
import type { Column } from '../parts.tsx';
import { RecordTable, StateBadge } from '../parts.tsx';
import type { Holding, NoticeHistory } from './histories.ts';
import { consentsOf, mayBeWrittenTo } from './histories.ts';
import { isPastDay, stateOnDay, today } from './state-on-day.ts';

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
          <NoticeName notice={names?.notices.find((one) => one.pid === pid) ?? { name: String(pid) }} />
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
