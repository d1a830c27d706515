import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ListedConsent } from '../../../client/typescript/index.ts';
import { nameKeys } from '../../../shared/consents/person-data.ts';
import { isMailbox } from '../../../shared/schema/matching.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import type { Followed } from '../calls/use-call.tsx';
import { toTyped } from '../find/guess.ts';
import { NoticeName, useDistinctNames } from '../find/notice-name.tsx';
import type { PersonValue } from '../find/person-value.ts';
import { chooseTelling, labelOf, toValues } from '../find/person-value.ts';
import type { Ask } from '../find/question.ts';
import { nameValue, tellReading } from '../find/question.ts';
import type { Reading } from '../find/readings.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice } from '../find/register-names.ts';
import { isPlain, pushEntry, readEntry } from '../frame/history-entry.ts';
import { useEvidenceText, useLanguage, useText, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import type { Column } from '../parts.tsx';
import { Empty, RecordTable, StateMark } from '../parts.tsx';
import { SaveTable } from '../saving/save-table.tsx';
import { Careful } from './careful.tsx';
import type { Found, Search } from './found.ts';
import type { ListSpeech } from './listed-columns.ts';
import { listedColumns } from './listed-columns.ts';
import type { FoundConsent } from './listed-consent.ts';
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
  readonly found: Found;
  readonly ask: Ask;
  /** Whether the form asks for something else by now. Then the list cannot be saved, which would not be what the form says. */
  readonly isChanged: boolean;
}

/** The rows found, how many of them are shown, and links to the rest. */
export const Results = ({ address, search, names, found, ask, isChanged }: ResultsProps): VNode => {
  const t = useText();
  const writing = useWriting();
  const groupOf = useNoticeVersions(names);
  const columns = listedColumns(useListSpeech(names));
  const { rows, next, isCut } = found;
  const question = { filter: search.filter, readings: found.looked };
  const ends = <ListEnds address={address} next={next} isCut={isCut} />;
  if (rows.length === 0 && next === null) {
    return address.after === undefined ? (
      <NothingFound search={search} found={found} ask={ask} />
    ) : (
      <div>
        <p>{t('consents.noneOlder')}</p>
        {ends}
      </div>
    );
  }
  const rest = isCut
    ? t('consents.lookedThrough', { day: writing.day(timeOfId(next ?? '')) })
    : t('consents.thereIsMore');
  const count = t('consents.shown', { count: rows.length });
  const caption = `${count} ${next === null ? (address.after === undefined ? t('consents.thatIsAll') : t('consents.thatIsEnd')) : rest}`;
  const person = search.typed.length > 0 ? findPerson(rows) : undefined;
  return (
    <div>
      {search.typed.length > 0 && (
        <>
          <FoundAs search={search} rows={rows} ask={ask} />
          <Careful rows={rows} />
        </>
      )}
      {person && (
        <p class="actions">
          <a class="button" href={toFragment({ view: 'person', id: person.id })}>
            {t('consents.timeline')}
          </a>
        </p>
      )}
      {isChanged ? (
        <p class="note screen" role="status">
          {t('find.changed')}
        </p>
      ) : (
        <SaveTable
          key={JSON.stringify(question)}
          what="consents"
          columns={columns}
          groupOf={groupOf}
          draw={(all) => <ConsentRows rows={all} names={names} caption="" />}
          begin={async (client, signal) => {
            const read = await beginList(client, question, signal);
            return (after) => read(after, mostPerPage);
          }}
        />
      )}
      {rows.length === 0 ? <p role="status">{caption}</p> : <ConsentRows rows={rows} names={names} caption={caption} />}
      {ends}
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
  const [language, writing] = [useLanguage(), useWriting()];
  const notices = new Map(names?.notices.map((notice) => [notice.pid, notice]));
  const projects = new Map(names?.projects.map(({ uid, name }) => [uid, name]));
  const nameLanguage = nameLanguages(language);
  const hasProjects = projects.size !== 1;
  const time = ({ id, time: given, imported }: ListedConsent): ComponentChildren => (
    <>
      <a href={toFragment({ view: 'consent', id })}>{writing.time(given)}</a>
      {imported ? <div class="quiet">{t('consents.imported')}</div> : null}
    </>
  );
  const notice = (row: ListedConsent): ComponentChildren => (
    <>
      <NoticeName notice={notices.get(row.consentInformationPid) ?? { name: String(row.consentInformationPid) }} />
      <div class="quiet">{t('consents.version', { version: writing.number(row.consentInformationVersion) })}</div>
    </>
  );
  const project = ({ projectUid }: ListedConsent): ComponentChildren => (
    <bdi>{escapeInvisible(projects.get(projectUid) ?? projectUid)}</bdi>
  );
  const state = ({ state: name, since, time: given, expiryTime }: ListedConsent): ComponentChildren => (
    <>
      <StateMark state={name} />
      {since === given ? null : <div class="quiet small">{t('consents.since', { time: writing.time(since) })}</div>}
      {name === 'active' && expiryTime !== null ? (
        <div class="quiet small">{t('consents.expires', { time: writing.day(expiryTime) })}</div>
      ) : null}
    </>
  );
  return [
    { name: t('consents.given'), show: time },
    { name: t('consents.person'), show: (row) => <PersonCell consent={row} /> },
    { name: t('consents.notice'), show: notice },
    { name: t('consents.state'), show: state },
    ...(hasProjects ? [{ name: t('consents.project'), show: project }] : []),
    { name: t('consents.language'), show: ({ lang }) => nameLanguage(lang) },
    { name: t('consents.channel'), show: (consent) => evidence.writing.how(arrivalOf(consent)) },
  ];
};

/** Consents, one row each. A row links to the page of its consent. */
const ConsentRows = ({
  rows,
  names,
  caption,
}: {
  readonly rows: readonly ListedConsent[];
  readonly names: RegisterNames | undefined;
  readonly caption: ComponentChildren;
}): VNode => {
  const columns = useColumns(names);
  return <RecordTable caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} />;
};

/** How many more values of a person a row shows. */
const mostShown = 3;

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
      {shown.map((value) => (
        <div>
          {value.key === 'name' ? null : (
            <span class="quiet">{escapeInvisible(labelOf(userData, value.key) ?? nameValue(t, value.key))}</span>
          )}{' '}
          <Value value={value} />
        </div>
      ))}
      {hidden > 0 ? <div class="quiet">{t('consents.more', { count: hidden })}</div> : null}
    </div>
  );
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
  const groups = [...Map.groupBy(rows, ({ foundAs }) => tellReading(t, foundAs))];
  if (groups.length === 0 || (groups.length === 1 && typed.every(({ chosen }) => chosen !== undefined))) return null;
  return (
    <div class="asked">
      <p>{t('consents.foundAs')}</p>
      <ul>
        {groups.map(([told, [first, ...others]]) => (
          <li>
            {groups.length === 1 ? (
              <bdi>{escapeInvisible(told)}</bdi>
            ) : (
              <button
                type="button"
                class="plain"
                onClick={() => ask({ view: 'consents', filter }, toTyped(first?.foundAs ?? []))}
              >
                <bdi>{escapeInvisible(told)}</bdi> ({writing.number(others.length + 1)})
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The names of the keys that were looked under, such as `telephone, mobile telephone and tax code`. */
const useKeyNames = (looked: readonly Reading[]): string => {
  const t = useText();
  const writing = useWriting();
  const keys = new Set(looked.flatMap((reading) => reading.map(({ key }) => key)));
  const names = [...keys].map((key) => escapeInvisible(nameValue(t, key)));
  return writing.all(names);
};

/** If nothing was found: under which keys, what to check, and a way to look under all keys. */
const NothingFound = ({
  search: { filter, typed },
  found: { looked, isPartial },
  ask,
}: {
  readonly search: Search;
  readonly found: Found;
  readonly ask: Ask;
}): VNode => {
  const t = useText();
  const keyNames = useKeyNames(looked);
  const isOfPerson = typed.length > 0;
  const isNarrowed = Object.keys(filter).length > 0;
  const hints = [
    ...(isOfPerson ? [t('consents.tryWhole')] : []),
    ...(isNarrowed && !isOfPerson ? [t('consents.tryFilter')] : []),
    ...(isOfPerson ? [t('consents.tryErased')] : []),
  ];
  const open = typed.map(({ text }) => ({ text, ownKey: '' }));
  return (
    <Empty>
      <p>
        <strong>
          {isPartial
            ? t('consents.nonePartly')
            : isOfPerson && isNarrowed
              ? t('consents.noneNarrowed')
              : t('consents.none')}
        </strong>
      </p>
      {isOfPerson && <p>{t('consents.lookedAs', { keys: keyNames })}</p>}
      {hints.length > 0 && (
        <ul>
          {hints.map((hint) => (
            <li>{hint}</li>
          ))}
        </ul>
      )}
      {isOfPerson && isNarrowed && (
        <p class="actions">
          <button type="button" onClick={() => ask({ view: 'consents', filter: {} }, typed)}>
            {t('consents.searchAll')}
          </button>
        </p>
      )}
      {typed.some(({ chosen }) => chosen !== undefined) && (
        <p class="actions">
          <button type="button" onClick={() => ask({ view: 'consents', filter }, open)}>
            {t('consents.lookEverywhere')}
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
  next,
  isCut,
}: {
  readonly address: ListAddress;
  readonly next: string | null;
  readonly isCut: boolean;
}): VNode => {
  const t = useText();
  const { question, follows } = readEntry();
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
        <a class="button" href={older} onClick={lead(older, { follows: 'newer' })}>
          {isCut ? t('consents.goOn') : t('consents.older')}
        </a>
      )}
    </nav>
  );
};
