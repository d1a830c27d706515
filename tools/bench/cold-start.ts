import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './cold-start/build.ts';
import { measure, named } from './cold-start/measure.ts';
import { drawLoadTimes } from './cold-start/picture.ts';
import { toCompositionTable, toLoadTable } from './cold-start/tables.ts';
import { describeProgram, toCount } from './program-options.ts';
import { report } from './report.ts';

const { rounds } = describeProgram(
  'bench cold-start',
  "What loading the functions' bundles costs, beside an empty handler and the DynamoDB document client alone.",
)
  .option('--rounds <number>', 'how often each is loaded', toCount, 40)
  .parse()
  .opts();
const directory = await mkdtemp(join(tmpdir(), 'consent-register-cold-start-'));
try {
  const bundles = await measure(await build(directory), rounds);
  const composition = toCompositionTable(['login', 'details', 'searchConsents'].map((name) => named(bundles, name)));
  await report('cold-start', `${toLoadTable(bundles)}\n\n${composition}`);
  await drawLoadTimes(bundles);
} finally {
  await rm(directory, { recursive: true });
}
