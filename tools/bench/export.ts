import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { scanBarely } from './export/bare-scan.ts';
import { fillWhole } from './export/fill.ts';
import { measureCommand } from './measured-command.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { report, round, toTable } from './report.ts';

const { consents: sizes } = describeProgram(
  'bench export',
  'What `consent export` takes of memory, time and DynamoDB, beside a bare parallel scan of the same table.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [10_000, 100_000])
  .parse()
  .opts();

const segments = 4;
const megabyte = 1_000_000;

const Exported = v.object({
  readUnits: v.number(),
  counts: v.object({ consents: v.number() }),
  files: v.array(v.object({ bytes: v.number() })),
});

const stop = await setup();
const home = mkdtempSync(join(tmpdir(), 'bench-export-'));
try {
  const rows = [];
  for (const size of sizes) {
    const name = `export-${size}`;
    await createFreshTable(name);
    const table = openPatiently(name);
    await fillWhole(table, size);
    const bare = await scanBarely(table, segments);
    const folder = join(home, name);
    const words = ['consent', 'export', folder, '--segments', String(segments), '--json', '--table', name];
    const { printed, peak, seconds } = await measureCommand(words);
    const { counts, readUnits, files } = v.parse(Exported, JSON.parse(printed));
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    rmSync(folder, { recursive: true });
    rows.push([
      counts.consents.toLocaleString('en'),
      readUnits,
      round(bytes / megabyte),
      round(peak / megabyte),
      round(seconds),
      round(bare.seconds),
      round(bare.seconds / seconds, 2),
    ]);
  }
  const header = [
    'consents',
    'read units',
    'files, MB',
    'peak memory, MB',
    'seconds',
    'bare scan, seconds',
    'rate of it',
  ];
  await report('export', toTable(header, rows));
} finally {
  rmSync(home, { recursive: true, force: true });
  await stop();
}
