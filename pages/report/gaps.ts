import type { VNode } from 'preact';
import { Fragment, h } from 'preact';
import { drawForAnyScreen } from '../charts/drawing.ts';
import { drawRateBars } from '../charts/rate-bars.ts';
import { formatShare } from '../charts/share-bars.ts';
import type { Gap } from '../../shared/evidence/completeness-schema.ts';
import { gaps } from '../../shared/evidence/completeness-schema.ts';
import type { ReportRow } from '../../shared/consents/reports/count.ts';
import { describeGap } from '../wording/consent-gaps.ts';
import { english } from '../words/evidence/eng.ts';
import { lettering } from './lettering.ts';

const gapsIn = (rows: readonly ReportRow[]): Gap[] =>
  gaps.filter((gap) => rows.some(({ traits }) => traits.gap === gap));

/** @param rows by gap @param whole all consents in force */
export const showGaps = (rows: readonly ReportRow[], whole: number): VNode => {
  const rates = rows.map(({ traits, inForce }) => ({ label: String(traits.gap), count: inForce }));
  const said = rates.map(
    ({ label, count }) => `${label} ${lettering.count(count)}, ${formatShare(count, whole, lettering)}`,
  );
  const alternative = `Bars of shares of ${lettering.count(whole)} consents in force. ${said.join('; ')}.`;
  return h(
    'figure',
    null,
    h('figcaption', null, 'Consents in force at the end, by what would make them stronger'),
    drawForAnyScreen((width) => drawRateBars(rates, { whole, lettering }, alternative, width)),
  );
};

/** The meaning of the codes, and how to close the gaps. */
export const explainGaps = (rows: readonly ReportRow[]): VNode =>
  h(
    Fragment,
    null,
    h('h2', null, 'What would make them stronger'),
    h('p', { class: 'notes' }, 'A consent counts in the row of each of its gaps, and under none where it has no gap.'),
    h(
      'dl',
      { class: 'notes' },
      gapsIn(rows)
        .map((gap) => describeGap(gap, english))
        .map(({ gap, says, mend }) => h(Fragment, null, h('dt', null, gap), h('dd', null, `${says} ${mend}`))),
    ),
  );
