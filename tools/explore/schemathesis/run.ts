import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../../cli/errors.ts';
import { demoAccounts, demoPassword } from '../../../cli/local/demo.ts';
import { callOverHttp } from '../../../test/support/call/functions.ts';
import { startService } from '../../local-service.ts';
import { fail, readOptions, report, seedOption, toTable } from '../../program.ts';

const options = readOptions(
  'explore schemathesis',
  'Sends requests to a local service that openapi.json allows, and requests that it does not (schemathesis.io). Needs `pip install schemathesis`.',
  { examples: ['how many requests of each operation and phase', '50'], seed: seedOption() },
);

if (spawnSync('schemathesis', ['--version'], { stdio: 'ignore' }).status !== 0)
  throw new CommandError('There is no schemathesis. Install it: pip install schemathesis', 'unreachable');

const root = join(import.meta.dirname, '../../..');
const service = await startService();
try {
  const { email } = demoAccounts.demoShop.user;
  const { body } = await callOverHttp(service.baseUrl)('login', { email, password: demoPassword });
  using folder = mkdtempDisposableSync(join(tmpdir(), 'schemathesis-'));
  const file = join(folder.path, 'junit.xml');
  const words = ['--config-file', 'tools/explore/schemathesis/schemathesis.toml', 'run', 'docs/openapi.json'];
  const access = ['--url', service.baseUrl, '--header', `Authorization: Bearer ${body.access_token}`];
  const manner = ['--max-examples', options.examples, '--seed', options.seed, '--report-junit-path', file];
  const { status } = spawnSync('schemathesis', [...words, ...access, ...manner], { cwd: root, stdio: 'inherit' });
  const cases = [...readFileSync(file, 'utf8').matchAll(/<testcase name="([^"]*)"[^>]*?(\/>|>.*?<\/testcase>)/gs)];
  const rows = cases.map(([, name = '', found = '']) => [
    name,
    /<(?:failure|error)/.test(found) ? '**failed**' : 'held',
  ]);
  report(`Seed ${options.seed}.\n\n${toTable(['operation', 'outcome'], rows)}`);
  if (status !== 0) fail([`schemathesis ended with ${status}`]);
} finally {
  await service.stop();
}
process.exit();
