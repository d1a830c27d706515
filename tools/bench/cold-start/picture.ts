import { draw } from '../chart/draw.ts';
import { round } from '../report.ts';
import { documentClient, emptyHandler } from './build.ts';
import type { Measured } from './measure.ts';
import { median, named } from './measure.ts';
import { limit, limitOfLogin } from './tables.ts';

const colours = { function: '#2f6db5', baseline: '#66707c', limit: '#b3261e', text: '#1f2328', grid: '#e3e6ea' };

/** Draws the CPU time of each load as a bar, with the limit that the document client sets. */
export const drawLoadTimes = (bundles: readonly Measured[]): Promise<void> => {
  const allowed = limit * median(named(bundles, documentClient), 'cpuMilliseconds');
  const isBaseline = (name: string): boolean => name === emptyHandler || name === documentClient;
  const text = { color: colours.text, fontSize: 14 };
  return draw(
    'load-time',
    { width: 860, height: 440 },
    {
      title: {
        text: 'What loading each bundle costs',
        subtext: `CPU time in ms, median of ${bundles[0]?.pairs.length} fresh processes each, Node ${process.versions.node}`,
        textStyle: { ...text, fontSize: 18 },
        subtextStyle: text,
        left: 16,
        top: 12,
      },
      grid: { left: 190, right: 32, top: 104, bottom: 36 },
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
          data: bundles.map((bundle) => ({
            value: round(median(bundle, 'cpuMilliseconds')),
            label: {
              ...text,
              show: true,
              ...(bundle.name === emptyHandler ? { position: 'right' } : { position: 'insideRight', color: '#ffffff' }),
            },
            itemStyle: { color: isBaseline(bundle.name) ? colours.baseline : colours.function },
          })),
          markLine: {
            symbol: 'none',
            lineStyle: { color: colours.limit, width: 2, type: 'dashed' },
            label: {
              ...text,
              color: colours.limit,
              position: 'start',
              align: 'right',
              formatter: `limit: ${limit} x document client = ${round(allowed)} ms (login ${limitOfLogin} x)`,
            },
            data: [{ xAxis: allowed }],
          },
        },
      ],
    },
  );
};
