import type { ComponentChildren, VNode } from 'preact';
import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { nameKeys } from '../../../shared/consents/person-data.ts';
import { isMailbox } from '../../../shared/schema/matching.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import type { Followed } from '../calls/use-call.tsx';
import type { Reading } from '../find/guess.ts';
import { toReadings, toTyped } from '../find/guess.ts';
import { NoticeName, useDistinctNames } from '../find/notice-name.tsx';
import type { PersonValue } from '../find/person-value.ts';
import { chooseTelling, toValues } from '../find/person-value.ts';
import type { Ask } from '../find/question.ts';
import { nameOfValue, tellReading } from '../find/question.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice } from '../find/register-names.ts';
import { isPlain, pushEntry, readEntry } from '../frame/history-entry.ts';
import { useEvidenceText, useLanguage, useText, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import type { Column } from '../parts.tsx';
import { Empty, ListHead, RecordTable, ShortTime, StateBadge } from '../parts.tsx';
import { SaveTable } from '../saving/save-table.tsx';
import { Careful } from './careful.tsx';
import { Cut, useCount } from './count.tsx';
import type { ListSpeech } from './listed-columns.ts';
import { listedColumns } from './listed-columns.ts';
import type { FoundConsent, Search } from './listed-consent.ts';
import { arrivalOf, beginList, mostPerPage, timeOfId } from './listed-consent.ts';

/** How far a search for rare rows has got, and a way to stop it. */
export const Progress = ({ found, stop }: { readonly found: Followed<unknown>; readonly stop: () => void }): VNode => {
  const t = useText();
  const writing = useWriting();
  const [isStopping, setStopping] = useState(false);
  const { rows, next } = found;
  const day = next === null ? '' : writing.day(timeOfId(next));
  const end = (): void => {
    setStopping(true);
    stop();
  };
  return (
    <p class="note">
      <span role="status">{t('consents.looking', { day, count: rows.length })}</span>
      <button type="button" disabled={isStopping} onClick={end}>
        {t('consents.stop')}
      </button>
    </p>
  );
};

/** The progress of a search while it runs. */
export const useProgress = <Found extends Followed<unknown>>(key: string) => {
  const [progress, setProgress] = useState<{ readonly key: string; readonly found: Found }>();
  const stopped = useRef('');
  return {
    found: progress?.key === key ? progress.found : undefined,
    tell: (found: Found): void => setProgress({ key, found }),
    stop: (): void => {
      stopped.current = key;
    },
    isStopped: (): boolean => stopped.current === key,
  };
};

/** The person whose consents are shown; undefined if there may be several. */
const findPerson = (rows: readonly ListedConsent[]): ListedConsent | undefined => {
  const told = rows.map(({ userData }) => JSON.stringify(chooseTelling(toValues(userData))).toLowerCase());
  return told[0] !== '[]' && new Set(told).size === 1 ? rows[0] : undefined;
};

interface ResultsProps {
  readonly address: Extract<Address, { view: 'consents' }>;
  readonly search: Search;
  readonly names: RegisterNames | undefined;
  readonly found: Followed<FoundConsent>;
  readonly ask: Ask;
  /** What of the page stands beside the count. */
  readonly refresh: ComponentChildren;
}

/** The rows found, how many there are, and links to the rest. */
export const Results = ({ address, search, names, found, ask, refresh }: ResultsProps): VNode => {
  const t = useText();
  const groupOf = useNoticeVersions(names);
  const columns = listedColumns(useListSpeech(names));
  const count = useCount({ list: JSON.stringify(search), isFirst: address.after === undefined, found });
  const { rows, next, isCut } = found;
  if (rows.length === 0 && next === null && address.after === undefined)
    return <NothingFound search={search} ask={ask} />;
  const person = search.typed !== undefined ? findPerson(rows) : undefined;
  return (
    <div>
      {search.typed !== undefined && <FoundAs search={search} rows={rows} ask={ask} />}
      {search.typed !== undefined && <Careful rows={rows} />}
      <ListHead count={count}>
        {person && (
          <a class="button" href={toFragment({ view: 'person', id: person.id })}>
            {t('consents.timeline')}
          </a>
        )}
        {refresh}
        <SaveTable
          key={JSON.stringify(search)}
          what="consents"
          columns={columns}
          groupOf={groupOf}
          begin={async (client, signal) => {
            const question = { filter: search.filter, readings: toReadings(search.typed), names };
            const read = beginList(client, question, signal);
            return (after) => read(after, mostPerPage);
          }}
        />
      </ListHead>
      {rows.length > 0 && <ConsentRows rows={rows} names={names} caption={count} />}
      {rows.length === 0 && next === null && <Empty title={t('consents.noneOlder')} />}
      {isCut && <Cut next={next} />}
      <ListEnds address={address} found={found} />
    </div>
  );
};

/** The notice of a number, by name; the number until the names are loaded. */
export const useNoticeNames = (names: RegisterNames | undefined) => {
  const language = useLanguage();
  const notices = new Map(names?.notices.map((notice) => [notice.pid, escapeInvisible(nameNotice(notice, language))]));
  return (pid: number): string => notices.get(pid) ?? String(pid);
};

/** What the columns of a saved list are written with. */
export const useListSpeech = (names: RegisterNames | undefined): ListSpeech => {
  const nameNotice = useNoticeNames(names);
  const projects = new Map(names?.projects.map(({ uid, name }) => [uid, name]));
  return {
    t: useText(),
    evidence: useEvidenceText(),
    writing: useWriting(),
    nameLanguage: nameLanguages(useLanguage()),
    nameNotice,
    nameProject: (uid) => projects.get(uid) ?? uid,
  };
};

type Versioned = Pick<ListedConsent, 'consentInformationPid' | 'consentInformationVersion'>;

/** The notice and version of a consent, by name. */
export const useNoticeVersions = (names: RegisterNames | undefined) => {
  const t = useText();
  const writing = useWriting();
  const noticeOf = useDistinctNames(names);
  return ({ consentInformationPid: pid, consentInformationVersion: version }: Versioned): string =>
    `${noticeOf(pid)}, ${t('consents.version', { version: writing.number(version) })}`;
};

const useColumns = (names: RegisterNames | undefined): readonly Column<ListedConsent>[] => {
  const t = useText();
  const evidence = useEvidenceText();
  const language = useLanguage();
  const writing = useWriting();
  const notices = new Map(names?.notices.map((notice) => [notice.pid, notice]));
  const projects = new Map(names?.projects.map(({ uid, name }) => [uid, name]));
  const nameLanguage = nameLanguages(language);
  const given = (row: ListedConsent): ComponentChildren => {
    const how = evidence.writing.how(arrivalOf(row));
    return (
      <>
        <a href={toFragment({ view: 'consent', id: row.id })}>
          <ShortTime time={row.time} />
        </a>
        <div class="quiet">{row.imported ? `${t('consents.imported')}, ${how}` : how}</div>
      </>
    );
  };
  const notice = (row: ListedConsent): ComponentChildren => {
    const { consentInformationPid: pid, consentInformationVersion: version, lang } = row;
    return (
      <>
        <div>
          <NoticeName notice={notices.get(pid) ?? { name: String(pid) }} />
        </div>
        <div class="quiet">
          {t('consents.version', { version: writing.number(version) })}, {nameLanguage(lang)}
        </div>
      </>
    );
  };
  const project = ({ projectUid }: ListedConsent): ComponentChildren => (
    <bdi>{escapeInvisible(projects.get(projectUid) ?? projectUid)}</bdi>
  );
  const state = ({ state: name, since, time, expiryTime }: ListedConsent): ComponentChildren => (
    <>
      <StateBadge state={name} />
      {since !== time && (
        <div class="quiet" title={writing.time(since)}>
          {t('consents.since', { time: writing.day(since) })}
        </div>
      )}
      {name === 'active' && expiryTime !== null && (
        <div class="quiet" title={writing.time(expiryTime)}>
          {t('consents.expires', { time: writing.day(expiryTime) })}
        </div>
      )}
    </>
  );
  return [
    { name: t('consents.given'), show: given },
    { name: t('consents.person'), show: (row) => <PersonCell consent={row} />, width: 'wide' },
    { name: t('consents.notice'), show: notice },
    { name: t('consents.state'), show: state, width: 'narrow' },
    ...(projects.size === 1 ? [] : [{ name: t('consents.project'), show: project, width: 'narrow' } as const]),
  ];
};

/** Consents, one row each, which leads to the page of its consent. */
const ConsentRows = ({
  rows,
  names,
  caption,
}: {
  readonly rows: readonly ListedConsent[];
  readonly names: RegisterNames | undefined;
  readonly caption: string;
}): VNode => (
  <RecordTable caption={caption} columns={useColumns(names)} rows={rows} keyOf={({ id }) => id} isLeading isCompact />
);

/** How many more values of a person a row shows. */
const mostShown = 2;

const isName = ({ key }: PersonValue): boolean => nameKeys.includes(key);

/** First name and last name count as one value. */
const joinNames = (values: readonly PersonValue[]): readonly PersonValue[] => {
  const names = values.filter(isName);
  const at = values.findIndex(isName);
  const joined = { key: 'name', value: names.map(({ value }) => value).join(' ') };
  return at < 0 ? values : [...values.slice(0, at), joined, ...values.slice(at).filter((value) => !isName(value))];
};

/** A value, which says of an email that cannot be one. */
const Value = ({ value: { key, value } }: { readonly value: PersonValue }): VNode => {
  const t = useText();
  return (
    <>
      <bdi>{escapeInvisible(value)}</bdi>
      {key === 'email' && !isMailbox(value) && <span class="quiet"> ({t('consents.noMailbox')})</span>}
    </>
  );
};

/** The person of a consent. The most telling value links to all consents of the person. */
export const PersonCell = ({
  consent: { id, userData },
}: {
  readonly consent: Pick<ListedConsent, 'id' | 'userData'>;
}): VNode => {
  const t = useText();
  const [first, ...others] = joinNames(toValues(userData));
  if (first === undefined) return <span class="quiet">{t('consents.nobody')}</span>;
  const shown = others.slice(0, mostShown);
  const hidden = others.length - shown.length;
  return (
    <div class="person">
      <a href={toFragment({ view: 'person', id })}>
        <Value value={first} />
      </a>
      <div class="quiet">
        {shown.map((value, i) => (
          <Fragment key={value.key}>
            {i > 0 && ' · '}
            {value.key !== 'name' && `${escapeInvisible(nameOfValue(t, userData, value.key))} `}
            <Value value={value} />
          </Fragment>
        ))}
        {hidden > 0 && ` ${t('consents.more', { count: hidden })}`}
      </div>
    </div>
  );
};

/** What was searched for or found, in words. */
const ReadingList = ({ name, items }: { readonly name: string; readonly items: readonly VNode[] }): VNode => (
  <div class="asked">
    <p>{name}</p>
    <ul>
      {items.map((item) => (
        <li>{item}</li>
      ))}
    </ul>
  </div>
);

const ReadingText = ({ reading }: { readonly reading: Reading }): VNode => {
  const t = useText();
  return <bdi>{escapeInvisible(tellReading(t, reading))}</bdi>;
};

/** The keys under which the consents were found. If there are several, each is a button that shows only its own. */
const FoundAs = ({
  search: { filter, typed },
  rows,
  ask,
}: {
  readonly search: Search;
  readonly rows: readonly FoundConsent[];
  readonly ask: Ask;
}): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const groups = [...Map.groupBy(rows, ({ foundAs }) => foundAs)];
  if (groups.length === 0 || (groups.length === 1 && typed?.chosen !== undefined)) return null;
  const items = groups.map(([reading, found]) =>
    groups.length === 1 ? (
      <ReadingText reading={reading} />
    ) : (
      <button type="button" class="plain" onClick={() => ask({ view: 'consents', filter }, toTyped(reading))}>
        <ReadingText reading={reading} /> ({writing.number(found.length)})
      </button>
    ),
  );
  return <ReadingList name={t('consents.foundAs')} items={items} />;
};

/** If nothing was found: what was looked for, what to check, and how to look for something else. */
const NothingFound = ({ search: { filter, typed }, ask }: { readonly search: Search; readonly ask: Ask }): VNode => {
  const t = useText();
  const isNarrowed = Object.keys(filter).length > 0;
  const told = isNarrowed ? t('consents.noneNarrowed') : t('consents.none');
  const hints = typed
    ? [t('consents.tryKind', { field: t('find.takenAs') }), t('consents.tryWhole'), t('consents.tryErased')]
    : isNarrowed
      ? [t('consents.tryFilter')]
      : [];
  return (
    <Empty title={told}>
      {typed && (
        <ReadingList
          name={t('consents.lookedAs')}
          items={toReadings(typed).map((reading) => <ReadingText reading={reading} />)}
        />
      )}
      {hints.length > 0 && (
        <ul>
          {hints.map((hint) => (
            <li>{hint}</li>
          ))}
        </ul>
      )}
      {typed && isNarrowed && (
        <p class="actions">
          <button type="button" onClick={() => ask({ view: 'consents', filter: {} }, typed)}>
            {t('consents.searchAll')}
          </button>
        </p>
      )}
    </Empty>
  );
};

type ListAddress = Extract<Address, { view: 'consents' }>;

/** Links to older and newer rows. The browser history keeps the search values for them. */
const ListEnds = ({
  address,
  found: { rows, next, isCut },
}: {
  readonly address: ListAddress;
  readonly found: Followed<unknown>;
}): VNode => {
  const t = useText();
  const { question, follows, shown = address.after === undefined ? 0 : undefined } = readEntry();
  const count = rows.length;
  const lead =
    (fragment: string, entry: ReturnType<typeof readEntry>) =>
    (event: MouseEvent): void => {
      if (!isPlain(event)) return;
      event.preventDefault();
      pushEntry(fragment, { ...(question !== undefined && { question }), ...entry });
    };
  const newest = toFragment({ ...address, after: undefined });
  const older = next === null ? '' : toFragment({ ...address, after: next });
  return (
    <nav class="actions screen" aria-label={t('consents.heading')}>
      {address.after === undefined ? null : (
        <a class="button" href={newest} onClick={lead(newest, {})}>
          {t('consents.newest')}
        </a>
      )}
      {follows === 'newer' ? (
        <button type="button" onClick={() => history.back()}>
          {t('consents.newer')}
        </button>
      ) : null}
      {older === '' ? null : (
        <a
          class="button"
          href={older}
          onClick={lead(older, { follows: 'newer', ...(shown !== undefined && { shown: shown + count }) })}
        >
          {isCut ? t('consents.goOn') : t('consents.older')}
        </a>
      )}
    </nav>
  );
};
