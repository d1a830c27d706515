import type { VNode } from 'preact';
import { h } from 'preact';
import { drawForAnyScreen } from '../charts/drawing.ts';
import { drawLineChart } from '../charts/line-chart.ts';
import { drawMonthBars } from '../charts/month-bars.ts';
import { drawShareBars, formatShare } from '../charts/share-bars.ts';
import type { ReportRow } from '../../shared/consents/reports/count.ts';
import { tame } from '../../shared/schema/visible-text.ts';
import { lettering } from './lettering.ts';

const monthOf = ({ traits }: ReportRow): string => String(traits.month);

const sum = (rows: readonly ReportRow[], name: 'given' | 'withdrawn' | 'inForce'): string =>
  lettering.count(rows.reduce((total, row) => total + row[name], 0));

const spanOf = (months: readonly ReportRow[]): string => {
  const [first, last] = [months.at(0), months.at(-1)].map((row) => (row === undefined ? '' : monthOf(row)));
  return first === last ? `in ${first}` : `from ${first} to ${last}`;
};

/** @param months consecutive, at least one */
export const showInForce = (months: readonly ReportRow[]): VNode => {
  const [first, last] = [months.at(0)?.inForce ?? 0, months.at(-1)?.inForce ?? 0];
  const most = months.reduce((one, other) => (other.inForce > one.inForce ? other : one));
  const alternative = `Line of the consents in force at the end of each month ${spanOf(months)}: ${lettering.count(first)} at first, ${lettering.count(last)} at last, at most ${lettering.count(most.inForce)} in ${monthOf(most)}.`;
  const counts = months.map((row) => ({ month: monthOf(row), count: row.inForce }));
  return h(
    'figure',
    null,
    h('figcaption', null, 'Consents in force at the end of each month'),
    drawForAnyScreen((width) => drawLineChart(counts, alternative, width, lettering)),
  );
};

/** @param months consecutive, at least one */
export const showGivenAndWithdrawn = (months: readonly ReportRow[]): VNode => {
  const alternative = `Bars of the consents given and revoked in each month ${spanOf(months)}: ${sum(months, 'given')} given and ${sum(months, 'withdrawn')} revoked in all.`;
  const pairs = months.map((row) => ({ month: monthOf(row), up: row.given, down: row.withdrawn }));
  return h(
    'figure',
    null,
    h('figcaption', null, 'Consents given and revoked in each month'),
    h(
      'p',
      { class: 'legend' },
      h('span', { class: 'key first' }, 'Given, upwards'),
      ' ',
      h('span', { class: 'key second' }, 'Revoked, downwards'),
    ),
    drawForAnyScreen((width) => drawMonthBars(pairs, alternative, width, lettering)),
  );
};

/** @param versions rows of one notice, by version */
export const showShares = (notice: string, versions: readonly ReportRow[]): VNode => {
  const whole = versions.reduce((total, { inForce }) => total + inForce, 0);
  const shares = versions.map(({ traits, inForce }) => ({ label: `Version ${traits.version}`, count: inForce }));
  const said = shares.map(
    ({ label, count }) => `${label} ${lettering.count(count)}, ${formatShare(count, whole, lettering)}`,
  );
  return h(
    'figure',
    null,
    h('figcaption', null, h('bdi', null, tame(notice)), ': consents in force at the end, by version'),
    drawForAnyScreen((width) => drawShareBars(shares, `Bars of shares. ${said.join('; ')}.`, width, lettering)),
  );
};
