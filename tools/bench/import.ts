import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { nameErasuresTable } from '../../cli/local/table.ts';
import { createFreshTable } from '../../test/support/fresh-table.ts';
import { setup } from '../../test/support/global-setup.ts';
import { openPatiently } from '../../test/support/patient-table.ts';
import { startCountingProxy } from './import/counting-proxy.ts';
import { mappingOf, writeRows } from './import/crm-rows.ts';
import { makeRegister } from './import/empty-register.ts';
import { measureCommand } from './measured-command.ts';
import { describeProgram, toAscendingCounts } from './program-options.ts';
import { report, round, toTable } from './report.ts';

const { consents: sizes } = describeProgram(
  'bench import',
  'What `consent import` takes of memory, time and DynamoDB, of the table of a CRM with the keys of userData that the contract names.',
)
  .option('--consents <numbers>', 'the sizes', toAscendingCounts, [10_000, 1_000_000])
  .parse()
  .opts();

const megabyte = 1_000_000;

const Imported = v.object({ imported: v.number(), rejected: v.number() });

const stop = await setup();
const home = mkdtempSync(join(tmpdir(), 'bench-import-'));
try {
  const rows = [];
  const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB;
  for (const size of sizes) {
    const name = `import-${size}`;
    await createFreshTable(name);
    const { accountId, projectUid, notice } = await makeRegister(openPatiently(name));
    const [file, mapping] = [join(home, 'crm.csv'), join(home, 'crm.json')];
    await writeRows(file, size);
    writeFileSync(mapping, mappingOf(projectUid, notice));
    const proxy = await startCountingProxy();
    process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
    const words = ['consent', 'import', file, '--mapping', mapping, '--source', 'CRM', '--yes', '--json'];
    const places = ['--account', accountId, '--table', name, '--erasures-table', nameErasuresTable(name)];
    const { printed, peak, seconds } = await measureCommand([...words, ...places]);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = engine;
    const { imported, rejected } = v.parse(Imported, JSON.parse(printed));
    if (imported !== size || rejected !== 0) throw new Error(`${imported} of ${size} consents were imported.`);
    // Two entries of the operations log and the key from which ids derive are writes as well.
    const puts = proxy.count('PutItem') - 3;
    rows.push([
      size.toLocaleString('en'),
      puts,
      proxy.count('TransactWriteItems'),
      round(peak / megabyte),
      round(seconds),
      Math.round(size / seconds),
    ]);
  }
  const header = ['consents', 'writes', 'transactions', 'peak memory, MB', 'seconds', 'consents a second'];
  await report('import', toTable(header, rows));
} finally {
  rmSync(home, { recursive: true, force: true });
  await stop();
}
