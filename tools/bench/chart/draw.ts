import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EChartsOption } from 'echarts';
import { reports } from '../report.ts';

/** Draws a chart on white as `reports/<name>.svg`, when the command was given `--write`. */
export const draw = async (
  name: string,
  { width, height }: { readonly width: number; readonly height: number },
  option: EChartsOption,
): Promise<void> => {
  if (!process.argv.includes('--write')) return;
  const { init } = await import('echarts');
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ backgroundColor: '#ffffff', animation: false, ...option });
  await mkdir(reports, { recursive: true });
  await writeFile(join(reports, `${name}.svg`), `${chart.renderToSVGString()}\n`);
  chart.dispose();
};
