import type { ComponentChildren, VNode } from 'preact';
import { drawForAnyScreen } from '../../charts/drawing.ts';
import type { Lettering } from '../../charts/lettering.ts';
import { letteringOf } from '../../charts/lettering.ts';
import { drawLineChart } from '../../charts/line-chart.ts';
import { drawMonthBars } from '../../charts/month-bars.ts';
import { drawRateBars } from '../../charts/rate-bars.ts';
import type { AnswerOf } from '../../../client/index.ts';
import { useLanguage, useWords, useWriting } from '../language.ts';
import { chooseRegion } from '../locale.ts';
import type { OverviewWords } from '../../words/console/console-overview-words-words.ts';

export type OverviewMonth = AnswerOf<'getOverview'>['data'][number];

/** A version with the name of its notice and its number of consents in force. */
export interface NamedVersion {
  readonly id: string;
  readonly notice: string;
  readonly version: string;
  readonly count: number;
}

export const useLettering = (): Lettering =>
  letteringOf(chooseRegion(useLanguage(), navigator.languages), useWords('overview').unit);

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

export const InForceChart = ({ months }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const [words, lettering, [from = '', to = '']] = [useWords('overview'), useLettering(), useSpan(months)];
  const [first, last] = [months.at(0), months.at(-1)].map((month) => lettering.count(month?.inForce ?? 0));
  const says = words.inForceSays(first ?? '', last ?? '', from, to);
  const counts = months.map(({ month, inForce }) => ({ month, count: inForce }));
  return (
    <Figure caption={words.inForce}>
      {drawForAnyScreen((width) => drawLineChart(counts, says, width, lettering))}
    </Figure>
  );
};

export const FlowChart = ({ months }: { readonly months: readonly OverviewMonth[] }): VNode => {
  const [words, lettering, [from = '', to = '']] = [useWords('overview'), useLettering(), useSpan(months)];
  const [given, withdrawn] = (['given', 'withdrawn'] as const).map((name) =>
    lettering.count(sum(months.map((month) => month[name]))),
  );
  const says = words.flowSays(given ?? '', withdrawn ?? '', from, to);
  const pairs = months.map((month) => ({ month: month.month, up: month.given, down: month.withdrawn }));
  return (
    <Figure caption={words.flow}>
      <p class="legend">
        <span class="key first">{words.upwards}</span> <span class="key second">{words.downwards}</span>
      </p>
      {drawForAnyScreen((width) => drawMonthBars(pairs, says, width, lettering))}
    </Figure>
  );
};

const lettersOf = (text: string): string[] => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** A version with as much of its notice's name as fits a picture of this width. Its number is never cut off. */
const label = ({ notice, version }: NamedVersion, tell: OverviewWords['version'], width: number): string => {
  const room = Math.floor(width / 13) - lettersOf(tell('', version)).length;
  const letters = lettersOf(notice);
  return tell(letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : notice, version);
};

/** @param versions at least one */
export const ShareChart = ({ versions }: { readonly versions: readonly NamedVersion[] }): VNode => {
  const [words, lettering] = [useWords('overview'), useLettering()];
  const whole = sum(versions.map(({ count }) => count));
  const draw = (width: number): VNode => {
    const rates = versions.map((version) => ({ label: label(version, words.version, width), count: version.count }));
    return drawRateBars(rates, { whole, lettering }, words.sharesSay(lettering.count(whole)), width);
  };
  return <Figure caption={words.shares}>{drawForAnyScreen(draw)}</Figure>;
};
