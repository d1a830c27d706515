import type { ComponentChildren, VNode } from 'preact';
import type { AnswerOf, Client } from '../../../client/typescript/index.ts';
import type { CsvRow } from '../../../shared/csv.ts';
import { tame } from '../../../shared/schema/visible-text.ts';
import { dayMilliseconds } from '../../../shared/time.ts';
import type { Address } from '../address.ts';
import { toFragment } from '../address.ts';
import type { Followed } from '../calls/use-call.tsx';
import { Called, followList, useCall } from '../calls/use-call.tsx';
import { PersonCell, Progress, useProgress } from '../consents/results.tsx';
import { ChoiceField } from '../find/ask-filter.tsx';
import { NoticeName } from '../find/notice-name.tsx';
import { toValues } from '../find/person-value.ts';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice, useNames } from '../find/register-names.ts';
import { go } from '../frame/use-address.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import { nameLanguages } from '../notices/version-facts.ts';
import { Empty, PageHeading, RecordTable, SelectField } from '../parts.tsx';
import { SaveTable } from '../saving/save-table.tsx';

type DueAddress = Extract<Address, { readonly view: 'due' }>;
type DueConsent = AnswerOf<'listDueConsents'>['data'][number];
type DueReason = DueConsent['reasons'][number]['reason'];

/** Days to choose from, and those that the service takes by default. */
const [daysToChoose, usualDays] = [[1, 7, 30, 60, 90, 180, 365], 30];

/** Days until the ends of this and the next month in UTC. A part of a day counts whole, so that the last day is in it. */
const daysToMonthEnds = (now: Date): readonly number[] =>
  [1, 2].map((months) => {
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1);
    return Math.ceil((end - now.getTime()) / dayMilliseconds);
  });

/** Rows of a page and of one call, and how many calls to make for them. */
const [wanted, perPage, mostCalls] = [50, 50, 40];

const reasons: readonly DueReason[] = ['expires', 'superseded', 'language'];

const toReader =
  (client: Client, { days, reason, project, notice }: DueAddress, signal: AbortSignal) =>
  (after: string | undefined, most = perPage) =>
    client.listDueConsents(
      {
        perPage: most,
        ...(days !== undefined && { days }),
        ...(reason !== undefined && { reason: reason as DueReason }),
        ...(project !== undefined && { projectUid: project }),
        ...(notice !== undefined && { consentInformationPid: notice }),
        ...(after !== undefined && { after }),
      },
      { signal },
    );

/** Who must be asked again, and why, by the rules of the command `consent due`. */
export const DuePage = ({ address }: { readonly address: DueAddress }): VNode => {
  const words = useWords('due');
  const naming = useNames().outcome;
  const names = naming.is === 'done' ? naming.value : undefined;
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
  return (
    <main id="content">
      <PageHeading title={words.heading} />
      <p>{words.says}</p>
      <Filters address={address} names={names} />
      {foundSoFar ? (
        <Progress found={foundSoFar} stop={progress.stop} />
      ) : (
        <Called calling={calling} show={(found) => <Found address={address} names={names} found={found} />} />
      )}
    </main>
  );
};

const Filters = ({
  address,
  names,
}: {
  readonly address: DueAddress;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const [words, find] = [useWords('due'), useWords('find')];
  const [language, writing] = [useLanguage(), useWriting()];
  const { days = usualDays, reason, project, notice } = address;
  const change = (part: Partial<DueAddress>): void => go({ ...address, after: undefined, ...part });
  const notices = names?.notices.map((one) => [String(one.pid), nameNotice(one, language)] as const) ?? [];
  const projects = names?.projects.map(({ uid, name }) => [uid, name] as const) ?? [];
  const monthEnds = daysToMonthEnds(new Date());
  const nameDays = (count: number): string =>
    daysToChoose.includes(count)
      ? words.days(count, writing.number(count))
      : (words.monthEnds[monthEnds.indexOf(count)] ?? words.days(count, writing.number(count)));
  const offered = [...new Set([...daysToChoose, ...monthEnds, days])].sort((one, other) => one - other);
  const told = [
    [words.within, nameDays(days)],
    [words.reason, reasons.flatMap((name) => (name === reason ? words.reasons[name] : []))[0] ?? reason],
    [find.notice, notices.find(([pid]) => pid === String(notice))?.[1]],
    [find.project, projects.find(([uid]) => uid === project)?.[1] ?? project],
  ].flatMap(([name = '', value]) => (value === undefined ? [] : [`${name}: ${tame(value)}`]));
  return (
    <>
      <p class="paper">{told.join(' · ')}</p>
      <div class="fields screen">
        <SelectField
          label={words.within}
          values={offered}
          chosen={days}
          nameOf={nameDays}
          choose={(value) => change({ days: Number(value) })}
        />
        <ChoiceField
          label={words.reason}
          value={reason}
          choices={reasons.map((name) => [name, words.reasons[name]])}
          change={(value) => change({ reason: value })}
        />
        <ChoiceField
          label={find.notice}
          value={notice === undefined ? undefined : String(notice)}
          choices={notices}
          change={(value) => change({ notice: value === undefined ? undefined : Number(value) })}
        />
        {(projects.length > 1 || project !== undefined) && (
          <ChoiceField
            label={find.project}
            value={project}
            choices={projects}
            change={(value) => change({ project: value })}
          />
        )}
      </div>
    </>
  );
};

const useNoticeName = (names: RegisterNames | undefined) => {
  const language = useLanguage();
  const notices = new Map(names?.notices.map((notice) => [notice.pid, tame(nameNotice(notice, language))]));
  return (pid: number): string => notices.get(pid) ?? String(pid);
};

/** The columns of the CSV of `consent due`, in its order. */
export const dueColumns = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'mobile_phone',
  'lang',
  'project',
  'notice',
  'version',
  'id',
  'given',
  'reasons',
  'due',
] as const;

/** A consent as a row of that CSV. @param names of notices, as their operators call them */
export const toDueRow = (consent: DueConsent, names: ReadonlyMap<number, string>): CsvRow => ({
  ...Object.fromEntries(toValues(consent.userData).map(({ key, value }) => [key, value])),
  lang: consent.lang,
  project: consent.projectUid,
  notice: names.get(consent.consentInformationPid) ?? consent.consentInformationPid,
  version: consent.consentInformationVersion,
  id: consent.id,
  given: consent.time.slice(0, 19).replace('T', ' '),
  reasons: consent.reasons.map(({ reason }) => reason).join(' '),
  due: consent.due.slice(0, 10),
});

const Found = ({
  address,
  names,
  found: { rows, next, isCut },
}: {
  readonly address: DueAddress;
  readonly names: RegisterNames | undefined;
  readonly found: Followed<DueConsent>;
}): VNode => {
  const [words, consents, writing] = [useWords('due'), useWords('consents'), useWriting()];
  const nameOf = useNoticeName(names);
  const called = new Map(names?.notices.map(({ pid, name }) => [pid, name]));
  const rest = next === null ? consents.thatIsAll : consents.thereIsMore;
  const isFirst = address.after === undefined;
  return (
    <div>
      {rows.length === 0 && next === null ? null : (
        <SaveTable<DueConsent>
          what="ask-again"
          columns={dueColumns}
          toRow={(row) => toDueRow(row, called)}
          groupOf={({ consentInformationPid: pid, consentInformationVersion: version }) =>
            `${nameOf(pid)}, ${consents.version(writing.number(version))}`
          }
          draw={(all) => <Rows rows={all} names={names} caption="" />}
          begin={async (client, signal) => toReader(client, address, signal)}
        />
      )}
      {rows.length === 0 ? (
        <Empty>
          <p>{next === null && isFirst ? words.none : consents.noneOlder}</p>
        </Empty>
      ) : (
        <Rows
          rows={rows}
          names={names}
          caption={`${consents.shown(rows.length, writing.number(rows.length))}${next === null && !isFirst ? consents.thatIsEnd : rest}`}
        />
      )}
      <nav class="actions screen" aria-label={words.heading}>
        {isFirst ? null : (
          <a class="button" href={toFragment({ ...address, after: undefined })}>
            {consents.newest}
          </a>
        )}
        {next === null ? null : (
          <a class="button" href={toFragment({ ...address, after: next })}>
            {isCut ? consents.goOn : consents.older}
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
  const [words, consents, writing] = [useWords('due'), useWords('consents'), useWriting()];
  const nameLanguage = nameLanguages(useLanguage());
  const notices = new Map(names?.notices.map((notice) => [notice.pid, notice]));
  const why = (row: DueConsent): ComponentChildren =>
    row.reasons.map(({ reason, since }) => {
      const isPast = reason === 'expires' && new Date(since) <= new Date();
      return <div>{words.because[isPast ? 'expired' : reason](writing.day(since))}</div>;
    });
  const columns = [
    { name: consents.person, show: (row: DueConsent) => <PersonCell consent={row} /> },
    { name: words.why, show: why },
    {
      name: consents.notice,
      show: (row: DueConsent) => (
        <>
          <NoticeName notice={notices.get(row.consentInformationPid) ?? { name: String(row.consentInformationPid) }} />
          <div class="quiet">{consents.version(writing.number(row.consentInformationVersion))}</div>
        </>
      ),
    },
    {
      name: consents.given,
      show: ({ id, time }: DueConsent) => <a href={toFragment({ view: 'consent', id })}>{writing.time(time)}</a>,
    },
    { name: consents.language, show: ({ lang }: DueConsent) => nameLanguage(lang) },
  ];
  return <RecordTable caption={caption} columns={columns} rows={rows} keyOf={({ id }) => id} />;
};
