import type { VNode } from 'preact';
import { useText, useWriting } from '../language.ts';
import type { OverviewMonth } from './figures.ts';
import { endedOf } from './figures.ts';

/** What is in force now, and what came and went in this month, each beside the month before. */
export const Headline = ({ months }: { readonly months: readonly OverviewMonth[] }): VNode | null => {
  const t = useText();
  const writing = useWriting();
  const [before, now] = months.slice(-2);
  if (before === undefined || now === undefined) return null;
  const month = writing.month(now.month);
  const figures = [
    [t('overview.headline.now'), now.active, before.active],
    [t('overview.headline.given', { month }), now.given, before.given],
    [t('overview.headline.ended', { month }), endedOf(now), endedOf(before)],
  ] as const;
  return (
    <dl class="headline">
      {figures.map(([name, count, last]) => (
        <div key={name} class="panel">
          <dt>{name}</dt>
          <dd class="figure">{writing.number(count)}</dd>
          <dd class="quiet small">
            <Change by={count - last} month={before.month} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** How much more or less it is than in the month before. */
const Change = ({ by, month }: { readonly by: number; readonly month: string }): VNode => {
  const t = useText();
  const writing = useWriting();
  const direction = by > 0 ? 'more' : by < 0 ? 'fewer' : 'same';
  return <>{t('overview.change', { direction, count: writing.number(Math.abs(by)), month: writing.month(month) })}</>;
};
