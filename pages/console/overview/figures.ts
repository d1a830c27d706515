import type { AnswerOf } from '../../../client/typescript/index.ts';
import type { EndStateName } from '../../../shared/consents/state.ts';
import { endNames } from '../../../shared/consents/state.ts';
import type { Translate } from '../../i18n/format.ts';
import type { SavedColumn } from '../saving/saved-table.ts';
import type { Writing } from '../writing.ts';

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
