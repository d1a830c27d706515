import type { ComponentChildren, VNode } from 'preact';
import type { Client } from '../../../client/typescript/index.ts';
import { escapeInvisible } from '../../../shared/schema/visible-text.ts';
import type { Translate } from '../../i18n/format.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import type { Followed } from '../calls/use-call.tsx';
import { Called, followList, Refresh, useCall } from '../calls/use-call.tsx';
import { Cut, useCount } from '../consents/count.tsx';
import type { ListSpeech } from '../consents/listed-columns.ts';
import { saidColumns } from '../consents/listed-columns.ts';
import { PersonCell, Progress, useListSpeech, useNoticeVersions, useProgress } from '../consents/results.tsx';
import { NoticeName } from '../find/notice-name.tsx';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice, useKnownNames } from '../find/register-names.ts';
import { SelectField } from '../form.tsx';
import { go } from '../frame/use-address.ts';
import { useLanguage, useText, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import type { Column } from '../parts.tsx';
import { Empty, ListHead, PageHeading, RecordTable, ShortTime } from '../parts.tsx';
import { SaveTable } from '../saving/save-table.tsx';
import type { SavedColumn } from '../saving/saved-table.ts';
import type { Writing } from '../writing.ts';
import type { DueConsent } from './horizon.ts';
import { daysToEnd, nameHorizon, nextMonths, offerHorizons, readHorizon, withoutLater } from './horizon.ts';

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
  const asked = toFragment(address);
  const progress = useProgress<Followed<DueConsent>>(asked);
  const calling = useCall(
    (client, signal) =>
      followList<DueConsent>({
        read: toReader(client, address, signal),
        after: address.after,
        wanted,
        perPage,
        calls: mostCalls,
        isStopped: progress.isStopped,
        onProgress: progress.tell,
      }),
    [asked],
  );
  const foundSoFar = calling.outcome.is === 'waiting' ? progress.found : undefined;
  if (foundSoFar) return <Progress found={foundSoFar} stop={progress.stop} />;
  return (
    <Called
      calling={calling}
      show={(found) => <Found address={address} names={names} found={found} refresh={<Refresh calling={calling} />} />}
    />
  );
};

const Filters = ({ address, names }: Asked): VNode => {
  const t = useText();
  const language = useLanguage();
  const writing = useWriting();
  const { reason, project, notice } = address;
  const change = (part: Partial<DueAddress>): void => go({ ...address, after: undefined, ...part });
  const notices = names?.notices.map((one) => [String(one.pid), nameNotice(one, language)] as const) ?? [];
  const projects = names?.projects.map(({ uid, name }) => [uid, name] as const) ?? [];
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
    [t('find.notice'), notices.find(([pid]) => pid === String(notice))?.[1]],
    [t('find.project'), projects.find(([uid]) => uid === project)?.[1] ?? project],
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
        <SelectField
          label={t('find.notice')}
          value={notice === undefined ? undefined : String(notice)}
          choices={notices}
          nothing={t('find.any')}
          change={(value) => change({ notice: value === '' ? undefined : Number(value) })}
        />
        {(projects.length > 1 || project !== undefined) && (
          <SelectField
            label={t('find.project')}
            value={project}
            choices={projects}
            nothing={t('find.any')}
            change={(value) => change({ project: value || undefined })}
          />
        )}
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
      <nav class="actions screen" aria-label={t('frame.due')}>
        {!isFirst && (
          <a class="button" href={toFragment({ ...address, after: undefined })}>
            {t('consents.newest')}
          </a>
        )}
        {next !== null && (
          <a class="button" href={toFragment({ ...address, after: next })}>
            {isCut ? t('consents.goOn') : t('consents.older')}
          </a>
        )}
      </nav>
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
  const notices = new Map(names?.notices.map((notice) => [notice.pid, notice]));
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
            <NoticeName
              notice={notices.get(row.consentInformationPid) ?? { name: String(row.consentInformationPid) }}
            />
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
