import type { ComponentChildren, VNode } from 'preact';
import { Fragment } from 'preact';
import type { ListedConsent, UserData } from '../../../client/typescript/index.ts';
import { knownKeys } from '../../../shared/consents/person-data.ts';
import { isMailbox } from '../../../shared/schema/matching.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { EvidenceText } from '../../describe/writing.ts';
import { capitalise } from '../../describe/writing.ts';
import type { Translate } from '../../i18n/format.ts';
import type { Column } from '../../ui/table.tsx';
import { useWords } from '../../ui/words.ts';
import { toFragment } from '../address.ts';
import { useLanguage, useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { NoticeOf, nameLanguages, useDistinctNames, useNoticeNames } from '../names.tsx';
import { ShortTime, StateBadge } from '../parts.tsx';
import type { PersonValue } from '../person/person-value.tsx';
import { isKnownKey, joinNames, labelOf, nameOfValue, toValues } from '../person/person-value.tsx';
import type { SavedColumn } from '../save-table.tsx';
import type { Writing } from '../writing.ts';
import { arrivalOf } from './listed-consent.ts';

/** What the columns of a saved list are written with. */
export const useListSpeech = (names: RegisterNames | undefined): ListSpeech => {
  const nameNotice = useNoticeNames(names);
  const projects = new Map(names?.projects.map(({ uid, name }) => [uid, name]));
  return {
    t: useText(),
    evidence: useWords(),
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

export const useColumns = (names: RegisterNames | undefined): readonly Column<ListedConsent>[] => {
  const t = useText();
  const evidence = useWords();
  const language = useLanguage();
  const writing = useWriting();
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
          <NoticeOf pid={pid} names={names} />
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

/** How many more values of a person a row shows. */
const mostShown = 2;

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

/** What the columns of a saved list are written with. */
export interface ListSpeech {
  readonly t: Translate;
  readonly evidence: EvidenceText;
  readonly writing: Writing;
  /** The name of the language of a text. */
  readonly nameLanguage: (lang: string) => string;
  readonly nameNotice: (pid: number) => string;
  readonly nameProject: (uid: string) => string;
}

type Said = Pick<
  ListedConsent,
  'id' | 'time' | 'userData' | 'consentInformationPid' | 'consentInformationVersion' | 'projectUid' | 'lang'
>;

const textOf = (member: UserData[string] | undefined): string | undefined =>
  typeof member === 'object' ? member.value : member;

/** The values under an account's own keys, as a row of the screen has them. */
const ownValues = ({ userData }: Pick<ListedConsent, 'userData'>): string =>
  toValues(userData)
    .filter(({ key }) => !isKnownKey(key))
    .map(({ key, value }) => `${labelOf(userData, key) ?? key} ${value}`)
    .join(', ');

/** The columns that every list of consents has. An id bears the same name in every language. */
export const saidColumns = ({ t, writing, ...speech }: ListSpeech) =>
  ({
    given: { name: writing.inZone(t('consents.given')), cell: ({ time }) => writing.sheetTime(time) },
    person: [
      ...knownKeys.map((key) => ({
        name: capitalise(t(`find.kinds.${key}`)),
        cell: ({ userData }: Said) => textOf(userData[key]),
      })),
      { name: t('consents.otherValues'), cell: ownValues },
    ],
    notice: [
      { name: t('consents.notice'), cell: ({ consentInformationPid: pid }) => speech.nameNotice(pid) },
      { name: t('find.version'), cell: ({ consentInformationVersion: version }) => version },
    ],
    project: { name: t('consents.project'), cell: ({ projectUid }) => speech.nameProject(projectUid) },
    id: { name: 'id', cell: ({ id }) => id },
    language: { name: t('consents.language'), cell: ({ lang }) => speech.nameLanguage(lang) },
  }) satisfies Readonly<Record<string, SavedColumn<Said> | readonly SavedColumn<Said>[]>>;

/** The columns of a saved list: those of the screen, in words and by the reader's clock, and the id. */
export const listedColumns = (speech: ListSpeech): readonly SavedColumn<ListedConsent>[] => {
  const { t, evidence, writing } = speech;
  const said = saidColumns(speech);
  return [
    said.given,
    ...said.person,
    ...said.notice,
    { name: t('consents.state'), cell: ({ state }) => t(`parts.states.${state}`) },
    { name: writing.inZone(t('consents.stateSince')), cell: ({ since }) => writing.sheetTime(since) },
    {
      name: writing.inZone(t('consents.expiry')),
      cell: ({ expiryTime }) => (expiryTime === null ? undefined : writing.sheetTime(expiryTime)),
    },
    said.project,
    said.language,
    { name: t('consents.channel'), cell: (consent) => evidence.writing.how(arrivalOf(consent)) },
    said.id,
  ];
};
