import type { VNode } from 'preact';
import type { AnswerOf } from '../../../client/typescript/index.ts';
import type { EndStateName } from '../../../shared/consents/state.ts';
import { endNames } from '../../../shared/consents/state.ts';
import type { Translate } from '../../i18n/format.ts';
import { chooseRegion } from '../../i18n/index.ts';
import type { Lettering } from '../../ui/charts.ts';
import { formatShare, letteringOf } from '../../ui/charts.ts';
import type { Column } from '../../ui/table.tsx';
import { RecordTable } from '../../ui/table.tsx';
import { useLanguage, useText, useWriting } from '../language.tsx';
import type { RegisterNames } from '../names.tsx';
import { useDistinctNames } from '../names.tsx';
import type { SavedColumn } from '../save-table.tsx';
import type { Writing } from '../writing.ts';

/** The figures of each month, of this year and of all. */
export const MonthTable = ({ months }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const t = useText();
  const writing = useWriting();
  const year = months.at(-1)?.month.slice(0, 4) ?? '';
  const ofYear = months.filter(({ month }) => month.startsWith(`${year}-`));
  const columns: readonly Column<OverviewMonth>[] = [
    {
      name: t('overview.columns.month'),
      show: ({ month }) =>
        month.includes('-') ? writing.month(month) : <strong>{month || t('overview.total')}</strong>,
    },
    { name: t('overview.columns.opening'), show: (month) => writing.number(openingOf(month)), isNumber: true },
    ...useFlowColumns<OverviewMonth>(),
    { name: t('overview.columns.closing'), show: ({ active }) => writing.number(active), isNumber: true },
  ];
  return (
    <details>
      <summary>{t('overview.byMonth')}</summary>
      <p class="quiet small">{t('overview.sums')}</p>
      <RecordTable
        caption=""
        columns={columns}
        rows={[...months.toReversed(), totalOf(ofYear, year), totalOf(months, '')]}
        keyOf={({ month }) => month}
      />
    </details>
  );
};

/** The figures of each version, the one with most in force first. */
export const VersionTable = ({
  versions,
  names,
}: {
  readonly versions: Overview['versions'];
  readonly names: RegisterNames | undefined;
}): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const lettering = useLettering();
  const noticeOf = useDistinctNames(names);
  const whole = sum(versions.map(({ active }) => active));
  const columns: readonly Column<Version>[] = [
    {
      name: t('overview.columns.version'),
      show: ({ consentInformationPid: pid, consentInformationVersion: version }) => (
        <bdi>{t('overview.version', { notice: noticeOf(pid), version: writing.number(version) })}</bdi>
      ),
    },
    ...useFlowColumns<Version>(),
    { name: t('overview.columns.active'), show: ({ active }) => writing.number(active), isNumber: true },
    {
      name: t('overview.columns.share'),
      show: ({ active }) => formatShare(active, whole, lettering),
      isNumber: true,
    },
  ];
  if (versions.length === 0) return null;
  return (
    <details>
      <summary>{t('overview.byVersion')}</summary>
      <RecordTable
        caption=""
        columns={columns}
        rows={versions.toSorted((one, other) => other.active - one.active)}
        keyOf={(version) => version.consentInformationVersionId}
      />
    </details>
  );
};

type Version = Overview['versions'][number];

/** The figures of what came and how it ended, as columns. */
const useFlowColumns = <Row extends Flow>(): readonly Column<Row>[] => {
  const t = useText();
  const writing = useWriting();
  return flowNames.map((name) => ({
    name: t(`overview.columns.${name}`),
    show: (row: Row) => writing.number(row[name]),
    isNumber: true,
  }));
};

export type Overview = AnswerOf<'getOverview'>;

export type OverviewMonth = Overview['data'][number];

/** What came in a span, and how it ended. */
export type Flow = Readonly<Record<'given' | EndStateName, number>>;

/** The figures of a flow, in the order of tables. */
export const flowNames = ['given', ...endNames] as const;

/** The fewest months to show. */
const fewest = 6;

/** The months without leading empty ones. */
export const withoutBlank = (data: readonly OverviewMonth[]): readonly OverviewMonth[] => {
  const first = data.findIndex(({ month: _, ...counts }) => Object.values(counts).some((count) => count > 0));
  return first < 0 ? data.slice(-fewest) : data.slice(Math.min(first, data.length - fewest));
};

/** How many consents ended in a span, in whatever way. */
export const endedOf = (flow: Flow): number => sum(endNames.map((name) => flow[name]));

/** How many consents were in force before the span. */
export const openingOf = (month: OverviewMonth): number => month.active - month.given + endedOf(month);

/** The sums of months, which end with what is in force at the end. @param name in place of a month */
export const totalOf = (months: readonly OverviewMonth[], name: string): OverviewMonth => ({
  month: name,
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
  ...flowNames.map((name) => ({ name: t(`overview.columns.${name}`), cell: (row: OverviewMonth) => row[name] })),
  { name: t('overview.columns.closing'), cell: ({ active }) => active },
];

export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** How the figures of this page are written. */
export const useLettering = (): Lettering =>
  letteringOf(chooseRegion(useLanguage(), navigator.languages), useText()('overview.unit'));
