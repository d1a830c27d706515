import type { ComponentChildren, VNode } from 'preact';
import type { AnswerOf, Client } from '../../client/typescript/index.ts';
import { dayMilliseconds } from '../../shared/runtime/time.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import type { Translate } from '../i18n/format.ts';
import { SelectField } from '../ui/form.tsx';
import type { Column } from '../ui/table.tsx';
import { RecordTable } from '../ui/table.tsx';
import type { Address } from './address.ts';
import { toFragment } from './address.ts';
import type { Followed } from './calls/list-pages.tsx';
import { Cut, ListEnds, Listing, useCount, useListing } from './calls/list-pages.tsx';
import { Refresh } from './calls/use-call.tsx';
import { go } from './frame/history.ts';
import { useLanguage, useText, useWriting } from './language.tsx';
import type { RegisterNames } from './names.tsx';
import { NoticeOf, nameLanguages, ScopeFields, useKnownNames, useNoticeNames } from './names.tsx';
import { Empty, ListHead, PageHeading, ShortTime } from './parts.tsx';
import type { SavedColumn } from './save-table.tsx';
import { SaveTable } from './save-table.tsx';
import type { ListSpeech } from './search/columns.tsx';
import { PersonCell, saidColumns, useListSpeech, useNoticeVersions } from './search/columns.tsx';
import type { Writing } from './writing.ts';

type DueAddress = Extract<Address, { readonly view: 'due' }>;

/** Rows of a page and of one call, and how many calls to make for them. */
const [wanted, perPage, mostCalls] = [50, 50, 40];

const reasons = [
  'expires',
  'superseded',
  'language',
] as const satisfies readonly DueConsent['reasons'][number]['reason'][];

const toReader =
  (client: Client, address: DueAddress, signal: AbortSignal) =>
  async (after: string | undefined, most = perPage) => {
    const { month, reason, project, notice } = address;
    const days = month === undefined ? address.days : daysToEnd(month, new Date());
    const page = await client.listDueConsents(
      {
        perPage: most,
        ...(days !== undefined && { days }),
        ...(reason !== undefined && { reason: reason as (typeof reasons)[number] }),
        ...(project !== undefined && { projectUid: project }),
        ...(notice !== undefined && { consentInformationPid: notice }),
        ...(after !== undefined && { after }),
      },
      { signal },
    );
    return { ...page, data: withoutLater(page.data, address) };
  };

/** Who must be asked again, and why, by the rules of the command `consent due`. */
export const DuePage = ({ address }: { readonly address: DueAddress }): VNode => {
  const t = useText();
  const names = useKnownNames();
  return (
    <main id="content">
      <PageHeading title={t('frame.due')} />
      <p class="quiet">{t('due.says')}</p>
      <Filters address={address} names={names} />
      <Answer address={address} names={names} />
    </main>
  );
};

interface Asked {
  readonly address: DueAddress;
  readonly names: RegisterNames | undefined;
}

/** The progress of up to 40 calls, apart from the filters, which are not drawn anew for each; then what they found. */
const Answer = ({ address, names }: Asked): VNode => {
  const listing = useListing<DueConsent>(
    (client, signal) => ({
      read: toReader(client, address, signal),
      after: address.after,
      wanted,
      perPage,
      calls: mostCalls,
    }),
    [toFragment(address)],
  );
  const refresh = <Refresh calling={listing.calling} />;
  return (
    <Listing
      listing={listing}
      show={(found) => <Found address={address} names={names} found={found} refresh={refresh} />}
    />
  );
};

const Filters = ({ address, names }: Asked): VNode => {
  const t = useText();
  const writing = useWriting();
  const { reason, project, notice } = address;
  const change = (part: Partial<DueAddress>): void => go({ ...address, after: undefined, ...part });
  const nameNotice = useNoticeNames(names);
  const now = new Date();
  const horizon = nameHorizon(address);
  const nameOf = (name: string): string => {
    const monthEnd = ([0, 1] as const).find((i) => nextMonths(now)[i] === name);
    if (monthEnd !== undefined) return t(`due.monthEnds.${monthEnd}`);
    return name.includes('-') ? writing.month(name) : t('due.days', { count: Number(name) });
  };
  const told = [
    [t('due.within'), nameOf(horizon)],
    [t('due.reason'), reasons.flatMap((name) => (name === reason ? t(`due.reasons.${name}`) : []))[0] ?? reason],
    [t('find.notice'), notice === undefined ? undefined : nameNotice(notice)],
    [t('find.project'), names?.projects.find(({ uid }) => uid === project)?.name ?? project],
  ].flatMap(([name = '', value]) => (value === undefined ? [] : [`${name}: ${escapeInvisible(value)}`]));
  return (
    <>
      <p class="paper">{told.join(' · ')}</p>
      <div class="fields screen">
        <SelectField
          label={t('due.within')}
          value={horizon}
          choices={offerHorizons(address, now).map((name) => [name, nameOf(name)])}
          change={(value) => change(readHorizon(value))}
        />
        <SelectField
          label={t('due.reason')}
          value={reason}
          choices={reasons.map((name) => [name, t(`due.reasons.${name}`)])}
          nothing={t('find.any')}
          change={(value) => change({ reason: value || undefined })}
        />
        <ScopeFields project={project} notice={notice} names={names} change={change} />
      </div>
    </>
  );
};

const Found = ({
  address,
  names,
  found,
  refresh,
}: {
  readonly address: DueAddress;
  readonly names: RegisterNames | undefined;
  readonly found: Followed<DueConsent>;
  readonly refresh: ComponentChildren;
}): VNode => {
  const t = useText();
  const groupOf = useNoticeVersions(names);
  const columns = dueColumns(useListSpeech(names));
  const isFirst = address.after === undefined;
  const { rows, next, isCut } = found;
  const count = useCount({ list: toFragment({ ...address, after: undefined }), isFirst, found });
  if (rows.length === 0 && next === null && isFirst)
    return (
      <>
        <ListHead count={count}>{refresh}</ListHead>
        <Empty title={t('due.none')} />
      </>
    );
  return (
    <div>
      <ListHead count={count}>
        {refresh}
        <SaveTable<DueConsent>
          what="ask-again"
          columns={columns}
          groupOf={groupOf}
          begin={async (client, signal) => toReader(client, address, signal)}
        />
      </ListHead>
      {rows.length > 0 && <Rows rows={rows} names={names} caption={count} />}
      {rows.length === 0 && next === null && <Empty title={t('consents.noneOlder')} />}
      {isCut && <Cut next={next} />}
      <ListEnds address={address} name={t('frame.due')} found={found} />
    </div>
  );
};

const Rows = ({
  rows,
  names,
  caption,
}: {
  readonly rows: readonly DueConsent[];
  readonly names: RegisterNames | undefined;
  readonly caption: string;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const nameLanguage = nameLanguages(useLanguage());
  const why = (row: DueConsent): ComponentChildren => tellReasons(row, t, writing).map((reason) => <div>{reason}</div>);
  const columns: readonly Column<DueConsent>[] = [
    {
      name: t('consents.given'),
      show: ({ id, time, lang }) => (
        <>
          <a href={toFragment({ view: 'consent', id })}>
            <ShortTime time={time} />
          </a>
          <div class="quiet">{nameLanguage(lang)}</div>
        </>
      ),
    },
    { name: t('consents.person'), show: (row) => <PersonCell consent={row} />, width: 'wide' },
    { name: t('due.why'), show: why },
    {
      name: t('consents.notice'),
      show: (row) => (
        <>
          <div>
            <NoticeOf pid={row.consentInformationPid} names={names} />
          </div>
          <div class="quiet">{t('consents.version', { version: writing.number(row.consentInformationVersion) })}</div>
        </>
      ),
    },
  ];
  return <RecordTable caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} isLeading isCompact />;
};

/** Why a person must be asked again, in words. */
export const tellReasons = ({ reasons }: DueConsent, t: Translate, writing: Writing): readonly string[] =>
  reasons.map(({ reason, since }) => {
    const isPast = reason === 'expires' && new Date(since) <= new Date();
    return t(`due.because.${isPast ? 'expired' : reason}`, { day: writing.day(since) });
  });

/** The columns of the saved list: those of the screen, in words and by the reader's clock, and the id. */
export const dueColumns = (speech: ListSpeech): readonly SavedColumn<DueConsent>[] => {
  const said = saidColumns(speech);
  return [
    ...said.person,
    { name: speech.t('due.why'), cell: (row) => tellReasons(row, speech.t, speech.writing).join('; ') },
    ...said.notice,
    said.given,
    said.project,
    said.language,
    said.id,
  ];
};

export type DueConsent = AnswerOf<'listDueConsents'>['data'][number];

/** Days to choose from, and those that the service takes by default. */
const [daysToChoose, usualDays] = [[1, 7, 30, 60, 90, 180, 365], 30];

/** The end of a month in the reader's zone. @param month `YYYY-MM` */
export const endOfMonth = (month: string): Date => new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 1);

const monthAfter = (now: Date, months: number): string => {
  const first = new Date(now.getFullYear(), now.getMonth() + months, 1);
  return `${String(first.getFullYear()).padStart(4, '0')}-${String(first.getMonth() + 1).padStart(2, '0')}`;
};

/** Whole days that reach the end of a month. A part of a day counts whole, so that the last day is in them. */
export const daysToEnd = (month: string, now: Date): number =>
  Math.max(1, Math.ceil((endOfMonth(month).getTime() - now.getTime()) / dayMilliseconds));

/** Until when a consent may expire: within so many days, or by the end of a month. */
export interface Horizon {
  readonly days?: number | undefined;
  readonly month?: string | undefined;
}

/** This month and the next one by the reader's clock. */
export const nextMonths = (now: Date): readonly string[] => [monthAfter(now, 0), monthAfter(now, 1)];

/** What a reader may choose, the nearest first, and what an address asks for besides. */
export const offerHorizons = ({ days, month }: Horizon, now: Date): readonly string[] => {
  const months = [...new Set([...nextMonths(now), ...(month === undefined ? [] : [month])])];
  const all: readonly (readonly [string, number])[] = [
    ...[...new Set([...daysToChoose, ...(days === undefined ? [] : [days])])].map(
      (each) => [String(each), each] as const,
    ),
    ...months.map((each) => [each, daysToEnd(each, now)] as const),
  ];
  return all.toSorted(([, one], [, other]) => one - other).map(([name]) => name);
};

/** The chosen one among them. */
export const nameHorizon = ({ days = usualDays, month }: Horizon): string => month ?? String(days);

export const readHorizon = (chosen: string): Horizon =>
  chosen.includes('-') ? { days: undefined, month: chosen } : { days: Number(chosen), month: undefined };

/** Without what expires after the end of the month: the service counts whole days from now. */
export const withoutLater = (rows: readonly DueConsent[], { month }: Horizon): readonly DueConsent[] => {
  if (month === undefined) return rows;
  const end = endOfMonth(month);
  return rows.flatMap((row) => {
    const reasons = row.reasons.filter(({ reason, since }) => reason !== 'expires' || new Date(since) < end);
    return reasons.length === 0 ? [] : [{ ...row, reasons }];
  });
};
