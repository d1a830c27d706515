import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import { receivedWays } from '../../shared/consents/arrival.ts';
import type { Dimension, ReportPeriod, ReportRow, TraitValue } from '../../shared/consents/report.ts';
import { figures } from '../../shared/consents/report.ts';
import { byEndState, consentStates, endNames } from '../../shared/consents/state.ts';
import { formatTime } from '../../shared/runtime/time.ts';
import { escapeInvisible } from '../../shared/schema/visible-text.ts';
import { channels, languages } from '../../shared/schema/vocabulary.ts';
import { pageEnglish } from '../describe/command-text.ts';
import { withSmallInitial } from '../describe/writing.ts';
import {
  chartStyle,
  drawForAnyScreen,
  drawLineChart,
  drawMonthBars,
  drawShareBars,
  formatShare,
  letteringOf,
} from '../ui/charts.ts';
import { renderPage } from './html-file.ts';

/** The content of the page. */
export interface ReportPage {
  readonly account: string;
  /** What was asked for; everything without filters. */
  readonly project: string | undefined;
  readonly notice?: string | undefined;
  readonly version?: number | undefined;
  readonly period: ReportPeriod;
  readonly by: readonly Dimension[];
  readonly rows: readonly ReportRow[];
  /** The same consents by month, and by notice and version. */
  readonly months: readonly ReportRow[];
  readonly versions: readonly ReportRow[];
}

const style = `${chartStyle}
header p { margin: 0.25rem 0 0; }
figure { margin: 2rem 0; }
figure .wide .chart { width: 100%; }
figcaption { font-weight: 600; margin-bottom: 0.5rem; }
.legend { margin: 0 0 0.25rem; font-size: 0.9rem; }
.key { margin-right: 1.25rem; white-space: nowrap; }
.key::before { content: ""; display: inline-block; width: 0.75em; height: 0.75em; margin-right: 0.4em; print-color-adjust: exact; }
.key.first::before { background: var(--first); }
.key.second::before { background: var(--second); }
.rows { overflow-x: auto; }
.rows table { font-size: 0.9rem; }
.rows th { vertical-align: bottom; }
.rows td { overflow-wrap: anywhere; min-width: 3rem; padding-inline-end: 0.5rem; }
.rows .figure { min-width: 0; white-space: nowrap; text-align: end; padding: 0.3rem 0 0.3rem 0.5rem; font-variant-numeric: tabular-nums; }
.rows .group th { padding-top: 1rem; border-bottom-width: 2px; font-size: 1rem; overflow-wrap: anywhere; }
.rows thead + tbody .group th { padding-top: 0.5rem; }
.says { font-size: 1.1rem; }
.notes { font-size: 0.9rem; }
@page { size: A4; margin: 15mm; }
@media print { .rows { overflow: visible; } .rows table { font-size: 8.5pt; } .dense table { font-size: 7pt; } .dense th, .dense td, .dense .figure { min-width: 0; padding-inline: 0 0.3rem; } .chart { max-height: 230mm; } }`;

const titles: Readonly<Record<(typeof figures)[number] | Dimension, string>> = {
  given: 'Given',
  ...byEndState((name) => pageEnglish.t(`evidence.state.heads.${name}`)),
  active: 'In force',
  notice: 'Notice',
  version: 'Version',
  month: 'Month',
  channel: 'Channel',
  lang: 'Language',
  project: 'Project',
  state: 'State',
};

/** What a row counts, in words instead of codes. */
const nameTrait = (dimension: Dimension, value: TraitValue | undefined): string => {
  const { t, writing } = pageEnglish;
  if (dimension === 'channel')
    return channels.flatMap((one) => (one === value ? t(`arrival.channels.${one}`) : []))[0] ?? '';
  if (dimension === 'lang') return languages.flatMap((one) => (one === value ? writing.language(one) : []))[0] ?? '';
  if (dimension === 'state')
    return (
      consentStates.flatMap((one) => (one === value ? withSmallInitial(t(`evidence.state.heads.${one}`)) : []))[0] ?? ''
    );
  return String(value ?? '');
};

/** A name that keeps its text direction to itself. */
const isolate = (name: string): VNode => h('bdi', null, escapeInvisible(name));

const showRow = (by: readonly Dimension[], row: ReportRow): VNode =>
  h(
    'tr',
    null,
    by.map((name) => h('td', null, isolate(nameTrait(name, row.traits[name])))),
    figures.map((name) => h('td', { class: 'figure' }, lettering.count(row[name]))),
  );

/** The rows that have the same value of the first of several dimensions, below a row that says it. */
const showGroup = (first: Dimension, others: readonly Dimension[], rows: readonly ReportRow[]): VNode =>
  h(
    'tbody',
    null,
    h(
      'tr',
      { class: 'group' },
      h(
        'th',
        { scope: 'rowgroup', colspan: others.length + figures.length },
        `${titles[first]}: `,
        isolate(nameTrait(first, rows[0]?.traits[first])),
      ),
    ),
    rows.map((row) => showRow(others, row)),
  );

/** The rows, in groups where they have several dimensions. */
const showBodies = ([first, ...others]: readonly Dimension[], rows: readonly ReportRow[]): readonly VNode[] => {
  if (first === undefined || others.length === 0)
    return [
      h(
        'tbody',
        null,
        rows.map((row) => showRow(first === undefined ? [] : [first], row)),
      ),
    ];
  return [...Map.groupBy(rows, ({ traits }) => traits[first]).values()].map((group) => showGroup(first, others, group));
};

const showRows = (by: readonly Dimension[], rows: readonly ReportRow[]): VNode =>
  h(
    'div',
    { class: by.length > 5 ? 'rows dense' : 'rows', role: 'region', 'aria-label': 'Figures', tabindex: 0 },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          (by.length > 1 ? by.slice(1) : by).map((name) => h('th', { scope: 'col' }, titles[name])),
          figures.map((name) => h('th', { scope: 'col', class: 'figure' }, titles[name])),
        ),
      ),
      showBodies(by, rows),
    ),
  );

const showCharts = ({ months, versions }: ReportPage): VNode => {
  const notices = [...new Set(versions.map(({ traits }) => String(traits.notice)))];
  return h(
    Fragment,
    null,
    h('h2', null, 'Charts'),
    months.length === 0
      ? h('p', null, 'No consent was given by then.')
      : [showInForce(months), showGivenAndRevoked(months)],
    notices.map((notice) =>
      showShares(
        notice,
        versions.filter(({ traits }) => traits.notice === notice),
      ),
    ),
  );
};

/** Counts know the channel of a consent, not what its proof says. */
const otherWays = h(
  'p',
  { class: 'notes' },
  `What is counted as ${pageEnglish.t('arrival.channels.web')} may also have come ${receivedWays.map((way) => pageEnglish.t(`arrival.received.${way}`)).join(', ')}: no channel names these ways.`,
);

const explanation = h(
  Fragment,
  null,
  h('h2', null, 'How it is counted'),
  h(
    'p',
    { class: 'notes' },
    'A consent ceases to be in force once, by what comes first: it is revoked, it expires, a later version of its notice asks again (superseded), or it is erased. What was given, less all that ended so, is by how much the number in force changed. Consents that were given before the period count where they ended in it. Days and months are those of UTC.',
  ),
);

const nameScope = ({ project, notice, version }: ReportPage): VNode => {
  const ofNotice = notice === undefined ? 'all notices' : h(Fragment, null, 'notice ', isolate(notice));
  const ofVersion = version === undefined ? '' : `, version ${version} alone`;
  return h(
    Fragment,
    null,
    project === undefined ? 'All projects' : h(Fragment, null, 'Project ', isolate(project)),
    '; ',
    ofNotice,
    ofVersion,
  );
};

/** A report as an HTML file for reading, printing and filing. */
export const renderReport = (page: ReportPage): string => {
  const { account, period, by, rows, months } = page;
  const from = period.from === undefined ? 'From the first consent' : `From ${formatTime(period.from)}`;
  return renderPage({
    title: `Consents of ${escapeInvisible(account)}`,
    lang: 'en',
    style,
    body: h(
      Fragment,
      null,
      h(
        'header',
        null,
        h('h1', null, 'Consents of ', isolate(account)),
        h('p', null, nameScope(page)),
        h('p', null, `${from} to ${formatTime(period.last)} UTC`),
      ),
      h(
        'main',
        null,
        months.length > 0 && h('p', { class: 'says' }, sayFigures(months)),
        showCharts(page),
        h('h2', null, 'Figures'),
        rows.length === 0 ? h('p', null, 'No consent was given by then.') : showRows(by, rows),
        by.includes('channel') && rows.length > 0 && otherWays,
        explanation,
      ),
    ),
  });
};

const monthOf = ({ traits }: ReportRow): string => String(traits.month);

const total = (rows: readonly ReportRow[], name: (typeof figures)[number]): number =>
  rows.reduce((sum, row) => sum + row[name], 0);

const sum = (rows: readonly ReportRow[], name: 'given' | 'revoked'): string => lettering.count(total(rows, name));

const countConsents = (count: number): string => `${lettering.count(count)} ${count === 1 ? 'consent' : 'consents'}`;

/** What the figures say, in two sentences. @param months consecutive, at least one */
const sayFigures = (months: readonly ReportRow[]): string => {
  const active = months.at(-1)?.active ?? 0;
  const ends = endNames.flatMap((state) => {
    const count = total(months, state);
    return count === 0 ? [] : [`${lettering.count(count)} ${withSmallInitial(titles[state])}`];
  });
  const ended = ends.length === 0 ? 'none ended' : `of these and earlier ones ended: ${ends.join(', ')}`;
  return `${countConsents(active)} ${active === 1 ? 'is' : 'are'} in force at the end. ${countConsents(total(months, 'given'))} ${total(months, 'given') === 1 ? 'was' : 'were'} given in the period; ${ended}.`;
};

const spanOf = (months: readonly ReportRow[]): string => {
  const [first, last] = [months.at(0), months.at(-1)].map((row) => (row === undefined ? '' : monthOf(row)));
  return first === last ? `in ${first}` : `from ${first} to ${last}`;
};

/** @param months consecutive, at least one */
const showInForce = (months: readonly ReportRow[]): VNode => {
  const [first, last] = [months.at(0)?.active ?? 0, months.at(-1)?.active ?? 0];
  const most = months.reduce((one, other) => (other.active > one.active ? other : one));
  const alternative = `Line of the consents in force at the end of each month ${spanOf(months)}: ${lettering.count(first)} at first, ${lettering.count(last)} at last, at most ${lettering.count(most.active)} in ${monthOf(most)}.`;
  const counts = months.map((row) => ({ month: monthOf(row), count: row.active }));
  return h(
    'figure',
    null,
    h('figcaption', null, 'Consents in force at the end of each month'),
    drawForAnyScreen((width) => drawLineChart(counts, alternative, width, lettering)),
  );
};

/** @param months consecutive, at least one */
const showGivenAndRevoked = (months: readonly ReportRow[]): VNode => {
  const alternative = `Bars of the consents given and revoked in each month ${spanOf(months)}: ${sum(months, 'given')} given and ${sum(months, 'revoked')} revoked in all.`;
  const pairs = months.map((row) => ({ month: monthOf(row), up: row.given, down: row.revoked }));
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
const showShares = (notice: string, versions: readonly ReportRow[]): VNode => {
  const whole = versions.reduce((total, { active }) => total + active, 0);
  const shares = versions.map(({ traits, active }) => ({ label: `Version ${traits.version}`, count: active }));
  const said = shares.map(
    ({ label, count }) => `${label} ${lettering.count(count)}, ${formatShare(count, whole, lettering)}`,
  );
  return h(
    'figure',
    null,
    h('figcaption', null, h('bdi', null, escapeInvisible(notice)), ': consents in force at the end, by version'),
    drawForAnyScreen((width) => drawShareBars(shares, `Bars of shares. ${said.join('; ')}.`, width, lettering)),
  );
};

/** How reports write counts. */
const lettering = letteringOf('en', 'consents');
