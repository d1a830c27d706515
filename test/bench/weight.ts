import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeProgram } from './program-options.ts';
import { report, round, toTable } from './report.ts';
import { downloads, largestPackages, megabytesOf } from './weight/measure.ts';

describeProgram(
  'bench:weight',
  'What `npm ci` downloads and puts on the disk. It installs the packages anew with an empty cache, as somebody does who has the repository and nothing else.',
).parse();

const needed = ['package.json', 'package-lock.json', '.npmrc', 'cli/trim-packages'];

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'consent-register-weight-'));
try {
  for (const file of needed) cpSync(join(root, file), join(folder, file));
  const cache = join(folder, 'cache');
  execFileSync('npm', ['ci', '--cache', cache, '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
  const modules = join(folder, 'node_modules');
  const downloaded = downloads(cache);
  const rows = [
    ['packages, as they are downloaded', downloaded.reduce((sum, [, megabytes]) => sum + megabytes, 0)] as const,
    ...downloaded.slice(0, 8).map(([name, megabytes]) => [`\`${name}\`, downloaded`, megabytes] as const),
    ...megabytesOf([modules]).map(([, megabytes]) => ['on the disk, all', megabytes] as const),
    ...largestPackages(modules, 10).map(([name, megabytes]) => [`\`${name}\``, megabytes] as const),
  ];
  await report(
    'weight',
    toTable(
      ['`npm ci` on Linux x64', 'MB'],
      rows.map(([name, megabytes]) => [name, round(megabytes)]),
    ),
  );
} finally {
  rmSync(folder, { recursive: true });
}
