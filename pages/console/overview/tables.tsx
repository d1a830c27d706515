import type { VNode } from 'preact';
import { formatShare } from '../../charts/charts.ts';
import { useDistinctNames } from '../find/notice-name.tsx';
import type { RegisterNames } from '../find/register-names.ts';
import { useText, useWriting } from '../language.ts';
import type { Column } from '../parts.tsx';
import { RecordTable } from '../parts.tsx';
import type { Flow, Overview, OverviewMonth } from './figures.ts';
import { flowNames, openingOf, sum, totalOf } from './figures.ts';
import { useLettering } from './month-chart.tsx';

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
