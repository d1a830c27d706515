import { draw } from '../chart/draw.ts';
import type { Level } from './ledger-table.ts';

const lines = [
  { name: 'a person with 20 consents', row: '20 matches' },
  { name: 'three values, rare and common', row: '3 known keys: 20, 1,000 and 100,000 matches' },
  { name: '100,000 matches, first page', row: '100,000 matches, first page, later' },
  { name: 'all of a project, a page in the middle', row: 'all of a project, page in the middle' },
  { name: 'all of a project, counted for the first time', row: 'all of a project, first page, first count' },
] as const;

/** Draws read units of searches against the consents in the register, both on logarithmic scales. */
export const drawGrowth = (levels: readonly Level[]): Promise<void> =>
  draw(
    'cost-of-search',
    { width: 820, height: 460 },
    {
      title: { text: 'Read units of a search, by consents in the register', left: 'center', top: 12 },
      legend: { orient: 'vertical', left: 84, top: 56, backgroundColor: '#ffffff' },
      grid: { left: 64, right: 40, top: 56, bottom: 56 },
      xAxis: { type: 'log', name: 'consents', nameLocation: 'middle', nameGap: 28, min: levels[0]?.consents ?? 1 },
      yAxis: { type: 'log', name: 'read units', nameLocation: 'middle', nameGap: 46, min: 1 },
      series: lines.map(({ name, row }) => ({
        type: 'line',
        name,
        symbolSize: 8,
        data: levels.map(({ consents, rows }) => [consents, rows.find((each) => each.name === row)?.read ?? 0]),
      })),
    },
  );
