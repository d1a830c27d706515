import { mkdtempDisposableSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newRandom } from '../../test/support/random.ts';
import { describeProgram, seedOption, toCount } from '../bench/program-options.ts';
import { startStore } from '../bench/store.ts';
import { reportKills } from './kill/kill-rounds.ts';

const { kills: wanted, seed } = describeProgram(
  'explore export-kill',
  'Exports are killed with SIGKILL at moments drawn from the seed, and go on; each must have every consent once in the end.',
)
  .option('--kills <number>', 'how often', toCount, 200)
  .addOption(seedOption())
  .parse()
  .opts();

const consents = 400;
await using store = await startStore();
using home = mkdtempDisposableSync(join(tmpdir(), 'export-kill-'));
const table = await store.newTable('export-kill');
const { listLogEntries } = await import('../../shared/identity/operations-log.ts');
const { makeShelves } = await import('../bench/consent-report/shelves.ts');
const { runProgram } = await import('../../cli/program.ts');
const { consentLines, readManifest } = await import('../../test/support/export-folder.ts');
const { exportUnderKills, putLargeConsents } = await import('./export-kill/killed-export.ts');
const { account, project, versions } = await makeShelves(table, Date.now());
const [version] = versions;
if (version === undefined) throw new Error('There is no version.');
await putLargeConsents(table, { account, project, version }, consents);
const reference = join(home.path, 'reference');
await runProgram(['consent', 'export', reference, '--account', account.id, '--table', table.name]);
const expected = consentLines(reference);
const { digest } = readManifest(reference);
const random = newRandom(seed);
const told = {
  name: 'export-kill',
  what: 'export',
  wanted,
  preface: `Seed ${seed}, ${consents} consents in each export.`,
  rows: { resumed: 'kills that left something to go on from', violations: 'consents twice, missing or torn' },
};
await reportKills(told, async (left, number) => {
  const folder = join(home.path, String(number));
  const target = { tableName: table.name, accountId: account.id, folder, pace: 600 };
  const before = (await listLogEntries(table, 10_000)).length;
  const { violations, ...outcome } = await exportUnderKills(target, random, left, expected);
  const isSame = readManifest(folder).digest.value === digest.value;
  const isVerified = (await runProgram(['consent', 'export', folder, '--verify'])) === 0;
  const isLogged = (await listLogEntries(table, 10_000)).length > before;
  rmSync(folder, { recursive: true, force: true });
  return {
    ...outcome,
    violations: [
      ...violations,
      ...(isSame ? [] : ['another digest than that of an export in one go']),
      ...(isVerified ? [] : ['--verify refuses the folder']),
      ...(isLogged ? [] : ['no entry in the operations log']),
    ],
  };
});
