import { draw } from '../chart.ts';
import { round } from '../report.ts';
import { documentClient, emptyHandler } from './build.ts';
import type { Measured } from './measure.ts';
import { limit, medianLoad, named } from './tables.ts';

const colours = { function: '#2f6db5', baseline: '#8a94a0', limit: '#b3261e', text: '#1f2328', grid: '#e3e6ea' };

/** Draws the median load times as bars, with the limit that the document client sets. */
export const drawLoadTimes = (bundles: readonly Measured[]): Promise<void> => {
  const allowed = limit * medianLoad(named(bundles, documentClient));
  const isBaseline = (name: string): boolean => name === emptyHandler || name === documentClient;
  const text = { color: colours.text, fontSize: 14 };
  return draw(
    'load-time',
    { width: 860, height: 440 },
    {
      title: {
        text: 'Load time of the bundles',
        subtext: `median of ${bundles[0]?.loads.length} fresh processes each, Node ${process.versions.node}, milliseconds`,
        textStyle: { ...text, fontSize: 18 },
        subtextStyle: text,
        left: 16,
        top: 12,
      },
      grid: { left: 16, right: 48, top: 96, bottom: 16, containLabel: true },
      xAxis: { type: 'value', axisLabel: text, splitLine: { lineStyle: { color: colours.grid } } },
      yAxis: {
        type: 'category',
        inverse: true,
        axisLabel: text,
        axisTick: { show: false },
        data: bundles.map(({ name }) => name),
      },
      series: [
        {
          type: 'bar',
          barWidth: '62%',
          label: { ...text, show: true, position: 'insideRight', color: '#ffffff' },
          data: bundles.map((bundle) => ({
            value: round(medianLoad(bundle)),
            itemStyle: { color: isBaseline(bundle.name) ? colours.baseline : colours.function },
          })),
          markLine: {
            symbol: 'none',
            lineStyle: { color: colours.limit, width: 2, type: 'dashed' },
            label: {
              ...text,
              color: colours.limit,
              formatter: `limit: ${limit} x document client = ${round(allowed)} ms`,
            },
            data: [{ xAxis: allowed }],
          },
        },
      ],
    },
  );
};
