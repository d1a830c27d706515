import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../test/e2e/chromium.ts';
import { startService } from './bench/load/service.ts';
import { describeCommand } from './bench/program-options.ts';
import { takeAll, takeOne } from './screenshots/take.ts';
import { listViews } from './screenshots/views.ts';

const {
  out,
  only = '',
  write,
} = describeCommand(
  'explore screenshots',
  'Writes pictures of every page of the console, with the demo data, on a telephone and on a screen, in light and dark.',
)
  .requiredOption('--out <folder>', 'where to')
  .option('--only <name>', 'the views whose name begins so; without it all')
  .option('--write', 'put the picture of README.md into docs/console.png as well')
  .parse()
  .opts();

const readmePicture = join(import.meta.dirname, '../docs/console.png');

await mkdir(out, { recursive: true });
const service = await startService();
const browser = await launchChromium();
try {
  const url = `${service.baseUrl}/console`;
  const views = await listViews(service.baseUrl);
  await takeAll(
    browser,
    url,
    views.filter(({ name }) => name.startsWith(only)),
    out,
  );
  const shown = views.find(({ name }) => name === 'consent');
  if (write && shown) await takeOne(browser, url, shown, readmePicture);
} finally {
  await browser.close();
  await service.stop();
}
