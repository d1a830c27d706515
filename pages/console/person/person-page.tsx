import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ListedConsent, UserData } from '../../../client/typescript/index.ts';
import type { EndStateName } from '../../../shared/consents/state.ts';
import { endStates, endsThrough } from '../../../shared/consents/state.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import { toFragment } from '../address.ts';
import { Loaded } from '../calls/loaded.tsx';
import type { Followed } from '../calls/use-call.tsx';
import { Called, followList, useCall } from '../calls/use-call.tsx';
import { Careful } from '../consents/careful.tsx';
import type { FoundConsent } from '../consents/listed-consent.ts';
import { arrivalOf, beginList, mostPerPage, revokeArrivalOf } from '../consents/listed-consent.ts';
import { Progress, useProgress } from '../consents/results.tsx';
import { toTyped } from '../find/guess.ts';
import { NoticeName } from '../find/notice-name.tsx';
import type { PersonValue } from '../find/person-value.ts';
import { chooseTelling, toValues } from '../find/person-value.ts';
import { nameValue, useQuestion } from '../find/question.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { useKnownNames } from '../find/register-names.ts';
import { amendEntry, readEntry } from '../frame/history-entry.ts';
import { Trail } from '../frame/trail.tsx';
import { useEvidenceText, useLanguage, useText, useWriting } from '../language.ts';
import { loadAskErasure, loadRevokeAll } from '../later.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import { Empty, PageHeading } from '../parts.tsx';
import { useSession } from '../session/session.ts';
import { CopyForPerson } from './copy/copy-button.tsx';
import { DayField, OnDay } from './day-field.tsx';
import { isPastDay } from './state-on-day.ts';

/** What a person agreed to and withdrew, found by the values of one of the consents. No value is in the address. */
export const PersonPage = ({ id }: { readonly id: string }): VNode => {
  const t = useText();
  const [shown, setShown] = useState('');
  const calling = useCall(
    async (client, signal) => (await client.searchConsents({ id, userData: {} }, { signal })).data[0]?.userData ?? null,
    [id],
  );
  const show = (userData: UserData | null): VNode => {
    if (userData === null)
      return (
        <Empty>
          <p>{t('person.unknown')}</p>
        </Empty>
      );
    const values = toValues(userData);
    if (values.length === 0)
      return (
        <Empty>
          <p>{t('person.erased')}</p>
        </Empty>
      );
    return <PersonTimeline values={values} tell={setShown} />;
  };
  return (
    <main id="content">
      <Trail above={{ view: 'consent', id }} name={t('person.back')} />
      <PageHeading title={t('person.title')}>
        {shown === '' ? t('person.title') : t('person.heading', { value: escapeInvisible(shown) })}
      </PageHeading>
      <Called calling={calling} show={show} />
    </main>
  );
};

type Found = Followed<FoundConsent>;

/** The most consents and calls for one person. A list shows the rest. */
const [mostConsents, mostCalls] = [1_000, 60];

const Histories = ({
  found,
  values,
  refresh,
}: {
  readonly found: Found;
  readonly values: readonly PersonValue[];
  readonly refresh: () => void;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const { ask } = useQuestion();
  const { mayWrite } = useSession();
  const [day, setDay] = useState(() => readEntry().day ?? '');
  /** The history entry keeps the day, so that Back finds it again. */
  const askDay = (asked: string): void => {
    setDay(asked);
    amendEntry({ day: asked });
  };
  const names = useKnownNames();
  const { rows, next } = found;
  const histories = useMemo(() => toHistories(rows), [rows]);
  const all = (): void => ask({ view: 'consents', filter: {} }, toTyped(values));
  return (
    <div>
      <p role="status">
        {next === null
          ? t('person.found', { count: rows.length })
          : t('person.cut', { count: writing.number(rows.length) })}{' '}
        <button type="button" class="plain screen" onClick={all}>
          {t('person.all')}
        </button>
      </p>
      <Careful rows={rows} />
      <CopyForPerson found={rows} values={values} />
      <Loaded load={loadAskErasure} show={({ AskErasure }) => <AskErasure found={rows} />} />
      {mayWrite && (
        <Loaded
          load={loadRevokeAll}
          show={({ RevokeAll }) => <RevokeAll found={rows} values={values} names={names} refresh={refresh} />}
        />
      )}
      <DayField day={day} ask={askDay} />
      {histories.map((history) => (
        <NoticeSection key={history.pid} history={history} names={names} day={isPastDay(day) ? day : undefined} />
      ))}
      <p class="quiet small">{t('person.noErased')}</p>
    </div>
  );
};

const Reading = ({ values }: { readonly values: readonly PersonValue[] }): VNode => {
  const progress = useProgress<Found>('all');
  const calling = useCall<Found>(
    async (client, signal) =>
      followList({
        read: beginList(client, { filter: {}, readings: [values] }, signal),
        wanted: mostConsents,
        perPage: mostPerPage,
        calls: mostCalls,
        isStopped: progress.isStopped,
        onProgress: progress.tell,
      }),
    [],
  );
  const show = (read: Found): VNode => <Histories found={read} values={values} refresh={calling.again} />;
  const found = calling.outcome.is === 'waiting' ? progress.found : undefined;
  if (found) return <Progress found={found} stop={progress.stop} />;
  return <Called calling={calling} show={show} />;
};

/** All consents with the same values, by notice. @param tell passes the person's name to the heading */
const PersonTimeline = ({
  values,
  tell,
}: {
  readonly values: readonly PersonValue[];
  readonly tell: (whose: string) => void;
}): VNode => {
  const t = useText();
  const [chosen, setChosen] = useState(() => chooseTelling(values));
  const whose = chosen.map(({ value }) => value).join(', ');
  useEffect(() => tell(whose), [whose]);
  return (
    <div>
      <ChooseValues values={values} chosen={chosen} choose={setChosen} />
      {chosen.length === 0 ? (
        <p class="note">{t('person.chooseOne')}</p>
      ) : (
        <Reading key={JSON.stringify(chosen)} values={chosen} />
      )}
    </div>
  );
};

/** Something that happened to a consent. */
interface PersonEvent {
  readonly time: string;
  readonly what: 'given' | EndStateName;
  readonly consent: ListedConsent;
}

/** What is in force for a notice. */
type Holding =
  | {
      readonly holds: true;
      /** The newest and the oldest consent in force. */
      readonly newest: ListedConsent;
      readonly oldest: ListedConsent;
      /** When the last of them expires; null if one never does. */
      readonly until: string | null;
      /** The latest consent if it has ended: a check before a mailing goes by it alone. */
      readonly latestEnded: ListedConsent | undefined;
    }
  | { readonly holds: false; readonly last: ListedConsent };

/** The consents of a person to one notice. */
interface NoticeHistory {
  readonly pid: number;
  readonly holding: Holding;
  /** Newest first. */
  readonly events: readonly PersonEvent[];
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const eventsOf = (consent: ListedConsent, end: EndStateName): readonly PersonEvent[] => {
  const time = consent[endStates[end].listed];
  return time === null ? [] : [{ time, what: end, consent }];
};

/**
 * How a consent ended by time, if nobody ended it before. It ends once: later times change nothing (docs/contract.md, States). An active consent
 * has not ended by the service's clock; the reader's clock may be wrong.
 */
const endByTime = (consent: ListedConsent): readonly PersonEvent[] => {
  if (consent.state === 'active') return [];
  const ends = endsThrough('time', 'version').flatMap((end) => eventsOf(consent, end));
  const acts = endsThrough('act').flatMap((act) => eventsOf(consent, act));
  return ends
    .sort((one, other) => compare(one.time, other.time))
    .slice(0, 1)
    .filter(({ time }) => acts.every((act) => time < act.time));
};

const toEvents = (consent: ListedConsent): readonly PersonEvent[] => [
  { time: consent.time, what: 'given', consent },
  ...endByTime(consent),
  ...endsThrough('act').flatMap((act) => eventsOf(consent, act)),
];

const findLast = (consents: readonly ListedConsent[], first: ListedConsent): ListedConsent =>
  consents.reduce((last, one) => (one.since > last.since ? one : last), first);

const latestEnd = (consents: readonly ListedConsent[]): string | null =>
  consents.some(({ expiryTime }) => expiryTime === null)
    ? null
    : (consents
        .map(({ expiryTime }) => expiryTime ?? '')
        .sort(compare)
        .at(-1) ?? null);

const holdingOf = (consents: readonly ListedConsent[], first: ListedConsent): Holding => {
  const active = consents.filter(({ state }) => state === 'active').sort((one, other) => compare(one.time, other.time));
  const [oldest, newest] = [active[0], active.at(-1)];
  const latest = consents.reduce((last, one) => (one.id > last.id ? one : last), first);
  return oldest && newest
    ? {
        holds: true,
        newest,
        oldest,
        until: latestEnd(active),
        latestEnded: latest.state === 'active' ? undefined : latest,
      }
    : { holds: false, last: findLast(consents, first) };
};

/** What a person agreed to and withdrew, by notice. The notice with the latest event comes first. */
export const toHistories = (consents: readonly ListedConsent[]): readonly NoticeHistory[] =>
  [...Map.groupBy(consents, ({ consentInformationPid }) => consentInformationPid)]
    .flatMap(([pid, own]) => {
      const [first] = own;
      if (first === undefined) return [];
      const events = own.flatMap(toEvents).sort((one, other) => compare(other.time, one.time));
      return [{ pid, holding: holdingOf(own, first), events }];
    })
    .sort((one, other) => compare(other.events[0]?.time ?? '', one.events[0]?.time ?? ''));

/** How many events are shown at first. */
const shownFirst = 12;

/** What is in force and why, in one line. */
const useVerdict = (holding: Holding): string => {
  const t = useText();
  const { time, day, number } = useWriting();
  if (!holding.holds) {
    const { state, since } = holding.last;
    return state === 'active'
      ? t('person.notInForce')
      : `${t('person.notInForce')}: ${t(`person.ended.${state}`, { time: time(since) })}`;
  }
  const { newest, oldest, until } = holding;
  const version = newest.consentInformationVersion;
  const isSame = oldest.consentInformationVersion === version;
  const parts = [
    t('person.inForce', { version: number(version), time: time(isSame ? oldest.time : newest.time) }),
    ...(isSame
      ? []
      : [t('person.alreadySince', { version: number(oldest.consentInformationVersion), time: time(oldest.time) })]),
    ...(until === null ? [] : [t('person.endsOn', { time: day(until) })]),
  ];
  return parts.join(', ');
};

/** That the person may not be written to, where an earlier consent is in force and the latest is not. */
const NoMailing = ({ latest: { state, since } }: { readonly latest: ListedConsent }): VNode => {
  const t = useText();
  const { time } = useWriting();
  return (
    <p class="note">
      {state !== 'active' && t('person.noMailing', { ended: t(`person.ended.${state}`, { time: time(since) }) })}
    </p>
  );
};

const Event = ({ event: { time, what, consent } }: { readonly event: PersonEvent }): VNode => {
  const t = useText();
  const evidence = useEvidenceText();
  const writing = useWriting();
  const nameLanguage = nameLanguages(useLanguage());
  const { id, consentInformationPid: pid, consentInformationVersion, lang, imported } = consent;
  const version = writing.number(consentInformationVersion);
  const { how } = evidence.writing;
  const revoked = what === 'revoked' ? revokeArrivalOf(consent) : null;
  const says =
    what === 'given'
      ? `${t('person.events.given', { version, channel: how(arrivalOf(consent)), language: nameLanguage(lang) })}${imported ? `, ${t('person.events.imported')}` : ''}`
      : `${t(`person.events.${what}`)} (${t('consents.version', { version })})${revoked ? `, ${how(revoked)}` : ''}`;
  const text = toFragment({ view: 'version', pid, version: consentInformationVersion, lang });
  return (
    <li>
      <time datetime={`${time.replace(' ', 'T')}Z`}>{writing.time(time)}</time>
      <span>
        {says} · <a href={toFragment({ view: 'consent', id })}>{t('person.theConsent')}</a>
        {what === 'given' && (
          <>
            {' '}
            · <a href={text}>{t('person.theText', { version })}</a>
          </>
        )}
      </span>
    </li>
  );
};

/** A notice, and how the person agreed and withdrew. */
const NoticeSection = ({
  history: { pid, holding, events },
  names,
  day,
}: {
  readonly history: NoticeHistory;
  readonly names: RegisterNames | undefined;
  /** The day that is asked about. */
  readonly day: string | undefined;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const [isWhole, setWhole] = useState(false);
  const verdict = useVerdict(holding);
  const notice = names?.notices.find((one) => one.pid === pid) ?? { name: String(pid) };
  const hidden = isWhole ? 0 : Math.max(0, events.length - shownFirst);
  return (
    <section>
      <h2>
        <a href={toFragment({ view: 'notice', pid })}>
          <NoticeName notice={notice} />
        </a>
      </h2>
      <p class={`state ${holding.holds ? 'holds' : 'ended'}`}>
        <NoticeName notice={notice} />, {verdict}
      </p>
      {holding.holds && holding.latestEnded && <NoMailing latest={holding.latestEnded} />}
      {day && <OnDay consents={events.flatMap(({ what, consent }) => (what === 'given' ? [consent] : []))} day={day} />}
      <ol class="events">
        {(hidden === 0 ? events : events.slice(0, shownFirst)).map((event) => (
          <Event key={`${event.consent.id} ${event.what}`} event={event} />
        ))}
      </ol>
      {hidden > 0 && (
        <p>
          <button type="button" onClick={() => setWhole(true)}>
            {t('person.showAll', { count: writing.number(events.length) })}
          </button>
        </p>
      )}
    </section>
  );
};

/** Lets the reader choose which values identify the person when searching for other consents. */
const ChooseValues = ({
  values,
  chosen,
  choose,
}: {
  readonly values: readonly PersonValue[];
  readonly chosen: readonly PersonValue[];
  readonly choose: (values: readonly PersonValue[]) => void;
}): VNode => {
  const t = useText();
  const isChosen = ({ key }: PersonValue): boolean => chosen.some((one) => one.key === key);
  const turn = (turned: PersonValue): void =>
    choose(values.filter((value) => (value === turned ? !isChosen(value) : isChosen(value))));
  return (
    <details class="screen">
      <summary>
        {t('person.choose')} {chosen.map(({ key }) => escapeInvisible(nameValue(t, key))).join(' + ')}
      </summary>
      <fieldset>
        <legend class="quiet">{t('person.chooseHelp')}</legend>
        {values.map((value) => (
          <label class="choice">
            <input type="checkbox" checked={isChosen(value)} onChange={() => turn(value)} />
            <span>
              {escapeInvisible(nameValue(t, value.key))} <bdi>{escapeInvisible(value.value)}</bdi>
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
};
