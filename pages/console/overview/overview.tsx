import type { ComponentChildren, VNode } from 'preact';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import type { EndStateName } from '../../../shared/consents/state.ts';
import { endNames } from '../../../shared/consents/state.ts';
import { drawLineChart, drawMonthBars, drawRateBars, formatShare } from '../../charts/charts.ts';
import type { Lettering } from '../../charts/frame.ts';
import { drawForAnyScreen, letteringOf } from '../../charts/frame.ts';
import type { Translate } from '../../i18n/format.ts';
import { chooseRegion } from '../../i18n/index.ts';
import { saveBlob } from '../../verify/save-file.ts';
import type { Address } from '../address.ts';
import { Called, useCall } from '../calls/use-call.tsx';
import { useDistinctNames } from '../find/notice-name.tsx';
import type { RegisterNames } from '../find/register-names.ts';
import { nameNotice, useKnownNames } from '../find/register-names.ts';
import { SelectField } from '../form.tsx';
import { go } from '../frame/use-address.ts';
import { useLanguage, useText, useWriting } from '../language.ts';
import { MenuButton } from '../menu-button.tsx';
import type { Column } from '../parts.tsx';
import { Empty, PageHeading, RecordTable } from '../parts.tsx';
import type { SavedColumn } from '../saving/saved-table.ts';
import { nameTable, newTableDraft } from '../saving/saved-table.ts';
import type { Writing } from '../writing.ts';

type Overview = AnswerOf<'getOverview'>;

/** The most months of one call. */
const months = 24;

/** The fewest months to show. */
const fewest = 6;

/** The months without leading empty ones. */
const withoutBlank = (data: readonly OverviewMonth[]): readonly OverviewMonth[] => {
  const first = data.findIndex(({ month: _, ...counts }) => Object.values(counts).some((count) => count > 0));
  return first < 0 ? data.slice(-fewest) : data.slice(Math.min(first, data.length - fewest));
};

/** How many consents ended in a span, in whatever way. */
const endedOf = (flow: Flow): number => sum(endNames.map((name) => flow[name]));

/** How many consents were in force before the span. */
const openingOf = (month: OverviewMonth): number => month.active - month.given + endedOf(month);

/** The figures of what came and how it ended, as columns. */
const useFlowColumns = <Row extends Flow>(): readonly Column<Row>[] => {
  const t = useText();
  const writing = useWriting();
  return (['given', ...endNames] as const).map((name) => ({
    name: t(`overview.columns.${name}`),
    show: (row: Row) => writing.number(row[name]),
    isNumber: true,
  }));
};

/** The sums of all months, which ends with what is in force at the end. Its month is empty. */
const totalOf = (months: readonly OverviewMonth[]): OverviewMonth => ({
  month: '',
  active: months.at(-1)?.active ?? 0,
  given: sum(months.map(({ given }) => given)),
  revoked: sum(months.map(({ revoked }) => revoked)),
  expired: sum(months.map(({ expired }) => expired)),
  superseded: sum(months.map(({ superseded }) => superseded)),
  erased: sum(months.map(({ erased }) => erased)),
});

/** The columns of the saved figures: those of the table in words, then the month for programs. */
export const monthColumns = (t: Translate, writing: Writing): readonly SavedColumn<OverviewMonth>[] => [
  { name: t('overview.columns.month'), cell: ({ month }) => writing.month(month) },
  { name: t('overview.columns.opening'), cell: openingOf },
  ...(['given', ...endNames] as const).map((name) => ({
    name: t(`overview.columns.${name}`),
    cell: (row: OverviewMonth) => row[name],
  })),
  { name: t('overview.columns.closing'), cell: ({ active }) => active },
];

/** The ways to save the figures: a table for a spreadsheet, or paper. */
const SaveFigures = ({ months: shown }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const t = useText();
  const writing = useWriting();
  const save = (): void => {
    const draft = newTableDraft(monthColumns(t, writing));
    draft.add(shown);
    saveBlob(draft.file(), nameTable('overview', new Date()));
  };
  return (
    <p class="actions screen">
      <MenuButton
        name={t('summary.save')}
        items={[
          { name: t('overview.save'), act: save },
          { name: t('overview.print'), act: () => print() },
        ]}
      />
    </p>
  );
};

const MonthTable = ({ months: shown }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const t = useText();
  const writing = useWriting();
  const figure = (name: string, count: (month: OverviewMonth) => number) => ({
    name,
    show: (month: OverviewMonth) => writing.number(count(month)),
    isNumber: true,
  });
  const all = [
    {
      name: t('overview.columns.month'),
      show: (each: OverviewMonth) => (each.month === '' ? t('overview.total') : writing.month(each.month)),
    },
    figure(t('overview.columns.opening'), openingOf),
    ...useFlowColumns<OverviewMonth>(),
    figure(t('overview.columns.closing'), ({ active }) => active),
  ];
  return (
    <details>
      <summary>{t('overview.figures')}</summary>
      <p class="quiet small">{t('overview.sums')}</p>
      <RecordTable
        caption={t('overview.flow')}
        columns={all}
        rows={[...shown.toReversed(), totalOf(shown)]}
        keyOf={(each) => each.month}
      />
    </details>
  );
};

const VersionTable = ({ versions }: { readonly versions: readonly NamedVersion[] }): VNode => {
  const t = useText();
  const lettering = useLettering();
  const whole = sum(versions.map(({ active }) => active));
  const shown = [
    {
      name: t('overview.columns.version'),
      show: ({ notice, version }: NamedVersion) => <bdi>{t('overview.version', { notice, version })}</bdi>,
    },
    ...useFlowColumns<NamedVersion>(),
    { name: t('overview.columns.active'), show: ({ active }: NamedVersion) => lettering.count(active), isNumber: true },
    {
      name: t('overview.columns.share'),
      show: ({ active }: NamedVersion) => formatShare(active, whole, lettering),
      isNumber: true,
    },
  ];
  return (
    <details>
      <summary>{t('overview.figures')}</summary>
      <RecordTable caption={t('overview.shares')} columns={shown} rows={versions} keyOf={({ id }) => id} />
    </details>
  );
};

/** The figures that a board asks for first: in force now, and what came and went in this month and this year. */
const Headline = ({ months: shown }: { readonly months: readonly OverviewMonth[] }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const last = shown.at(-1);
  if (last === undefined) return null;
  const month = writing.month(last.month);
  const year = last.month.slice(0, 4);
  const ofYear = shown.filter((each) => each.month.startsWith(year));
  const figures = [
    [t('overview.headline.now'), last.active],
    [t('overview.headline.given', { month }), last.given],
    [t('overview.headline.ended', { month }), endedOf(last)],
    [t('overview.headline.givenIn', { year }), sum(ofYear.map(({ given }) => given))],
    [t('overview.headline.revokedIn', { year }), sum(ofYear.map(({ revoked }) => revoked))],
  ] as const;
  return (
    <dl class="headline">
      {figures.map(([name, count]) => (
        <div>
          <dt>{name}</dt>
          <dd>{writing.number(count)}</dd>
        </div>
      ))}
    </dl>
  );
};

/** Versions with the names of their notices. */
const useNamed = (versions: Overview['versions'], names: RegisterNames | undefined): NamedVersion[] => {
  const [writing, nameOf] = [useWriting(), useDistinctNames(names)];
  return versions.map(({ consentInformationPid: pid, ...version }) => ({
    ...version,
    id: version.consentInformationVersionId,
    notice: nameOf(pid),
    version: writing.number(version.consentInformationVersion),
  }));
};

const Figures = ({
  overview: { countedUntil, data, versions },
  names,
}: {
  readonly overview: Overview;
  readonly names: RegisterNames | undefined;
}): VNode => {
  const t = useText();
  const writing = useWriting();
  const named = useNamed(versions, names);
  const inForce = named.filter(({ active }) => active > 0);
  const shown = withoutBlank(data);
  if (countedUntil === null)
    return (
      <Empty>
        <p>{t('overview.none')}</p>
        <p>{t('overview.noneMeaning')}</p>
      </Empty>
    );
  return (
    <div class="charts">
      <p class="quiet small">
        {t('overview.countedUntil', { time: writing.time(countedUntil) })} {t('overview.utc')}
      </p>
      <Headline months={shown} />
      <p class="quiet small">{t('overview.endedCounts')}</p>
      <SaveFigures months={shown} />
      <InForceChart months={shown} />
      <FlowChart months={shown} />
      <MonthTable months={shown} />
      {inForce.length === 0 ? <p>{t('overview.noneInForce')}</p> : <ShareChart versions={inForce} />}
      {named.length === 0 ? null : <VersionTable versions={named} />}
    </div>
  );
};

/** How many consents are in force, were given and ended, by month, for all projects and notices or one. */
export const OverviewPage = ({
  address: { project, notice },
}: {
  readonly address: Extract<Address, { readonly view: 'overview' }>;
}): VNode => {
  const t = useText();
  const language = useLanguage();
  const names = useKnownNames();
  const calling = useCall(
    (client, signal) =>
      client.getOverview(
        {
          months,
          ...(project !== undefined && { projectUid: project }),
          ...(notice !== undefined && { consentInformationPid: notice }),
        },
        { signal },
      ),
    [project, notice],
  );
  const projects = names?.projects.map(({ uid, name }) => [uid, name] as const) ?? [];
  const notices = names?.notices.map((one) => [String(one.pid), nameNotice(one, language)] as const) ?? [];
  const chooseProject = (uid: string): void => go({ view: 'overview', project: uid || undefined, notice });
  const chooseNotice = (pid: string): void =>
    go({ view: 'overview', project, notice: pid === '' ? undefined : Number(pid) });
  return (
    <main id="content">
      <PageHeading title={t('overview.heading')} />
      <div class="fields">
        {(projects.length > 1 || project !== undefined) && (
          <SelectField
            label={t('overview.project')}
            value={project}
            choices={projects}
            nothing={t('find.any')}
            change={chooseProject}
          />
        )}
        {(notices.length > 1 || notice !== undefined) && (
          <SelectField
            label={t('overview.notice')}
            value={notice === undefined ? undefined : String(notice)}
            choices={notices}
            nothing={t('find.any')}
            change={chooseNotice}
          />
        )}
      </div>
      <Called calling={calling} show={(overview) => <Figures overview={overview} names={names} />} />
    </main>
  );
};

type OverviewMonth = Overview['data'][number];

/** What came in a span, and how it ended. */
type Flow = Readonly<Record<'given' | EndStateName, number>>;

/** A version with the name of its notice and its number of consents in force. */
interface NamedVersion extends Flow {
  readonly id: string;
  readonly notice: string;
  readonly version: string;
  readonly active: number;
}

const useLettering = (): Lettering =>
  letteringOf(chooseRegion(useLanguage(), navigator.languages), useText()('overview.unit'));

const Figure = ({ caption, children }: { readonly caption: string; readonly children: ComponentChildren }): VNode => (
  <figure>
    <figcaption>
      <h2>{caption}</h2>
    </figcaption>
    {children}
  </figure>
);

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** The first and last month, in words. */
const useSpan = (months: readonly OverviewMonth[]) => {
  const writing = useWriting();
  return [months.at(0), months.at(-1)].map((month) => writing.month(month?.month ?? ''));
};

const InForceChart = ({ months }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const t = useText();
  const lettering = useLettering();
  const [from = '', to = ''] = useSpan(months);
  const [first, last] = [months.at(0), months.at(-1)].map((month) => lettering.count(month?.active ?? 0));
  const says = t('overview.inForceSays', { first: first ?? '', last: last ?? '', from, to });
  const counts = months.map(({ month, active }) => ({ month, count: active }));
  return (
    <Figure caption={t('overview.inForce')}>
      {drawForAnyScreen((width) => drawLineChart(counts, says, width, lettering))}
    </Figure>
  );
};

const FlowChart = ({ months }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const t = useText();
  const lettering = useLettering();
  const [from = '', to = ''] = useSpan(months);
  const [given, revoked] = (['given', 'revoked'] as const).map((name) =>
    lettering.count(sum(months.map((month) => month[name]))),
  );
  const says = t('overview.flowSays', { given: given ?? '', revoked: revoked ?? '', from, to });
  const pairs = months.map((month) => ({ month: month.month, up: month.given, down: month.revoked }));
  return (
    <Figure caption={t('overview.flow')}>
      <p class="legend">
        <span class="key first">{t('overview.upwards')}</span> <span class="key second">{t('overview.downwards')}</span>
      </p>
      {drawForAnyScreen((width) => drawMonthBars(pairs, says, width, lettering))}
    </Figure>
  );
};

const lettersOf = (text: string): string[] => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** A version with as much of its notice's name as fits a picture of this width. Its number is never cut off. */
const label = ({ notice, version }: NamedVersion, t: Translate, width: number): string => {
  const room = Math.floor(width / 13) - lettersOf(t('overview.version', { notice: '', version })).length;
  const letters = lettersOf(notice);
  return t('overview.version', {
    notice: letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : notice,
    version,
  });
};

/** @param versions at least one */
const ShareChart = ({ versions }: { readonly versions: readonly NamedVersion[] }): VNode => {
  const t = useText();
  const lettering = useLettering();
  const whole = sum(versions.map(({ active }) => active));
  const draw = (width: number): VNode => {
    const rates = versions.map((version) => ({ label: label(version, t, width), count: version.active }));
    return drawRateBars(rates, { whole, lettering }, t('overview.sharesSay', { count: lettering.count(whole) }), width);
  };
  return <Figure caption={t('overview.shares')}>{drawForAnyScreen(draw)}</Figure>;
};
