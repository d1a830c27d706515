import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { logKeyOf, numberIn } from '../../../shared/store/keys.ts';
import type { MemoryTable } from '../../../test/support/memory-table.ts';
import { round, toTable } from '../report.ts';

const run = promisify(execFile);

/** As `cli/consent-register` runs Node.js. */
const asCommand = ['--max-semi-space-size=4', '--heap-growing-percent=30'];

/** Writes what the process needs of a log. */
const keep = async (log: MemoryTable, publicKey: Uint8Array, folder: string): Promise<void> => {
  const items = log.items();
  const entries = items
    .filter(({ PK }) => PK === logKeyOf.entries('').PK)
    .sort((one, other) => numberIn(one.SK) - numberIn(other.SK));
  await writeFile(join(folder, 'entries'), Buffer.concat(entries.map(({ hashes }) => hashes as Uint8Array)));
  const kept = items
    .filter(({ PK }) => PK.startsWith('TILE#') || PK === logKeyOf.checkpoint('').PK)
    .sort((one, other) => (`${one.PK}${one.SK}` < `${other.PK}${other.SK}` ? -1 : 1))
    .map(({ hashes, ...item }) => ({
      ...item,
      ...(hashes instanceof Uint8Array && { hashes: Buffer.from(hashes).toString('base64') }),
    }));
  const key = Buffer.from(publicKey).toString('base64');
  await writeFile(join(folder, 'kept.json'), JSON.stringify({ key, items: kept }));
};

/** Memory of the process that verifies a log, fed by a generator. */
export const measureMemory = async (
  log: MemoryTable,
  publicKey: Uint8Array,
  { count, proof }: { readonly count: number; readonly proof: Readonly<Record<string, string>> },
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-log-'));
  try {
    await keep(log, publicKey, folder);
    const program = join(import.meta.dirname, 'audit-process.ts');
    const { stdout } = await run(process.execPath, [
      ...asCommand,
      program,
      folder,
      String(count),
      JSON.stringify(proof),
    ]);
    const { records, leaves, findings, megabytes, seconds } = JSON.parse(stdout);
    if (Object.keys(findings).length > 0) throw new Error(`A sound log has findings: ${stdout}`);
    return toTable(
      ['records', 'leaves', 'MB of the process at most', 'seconds'],
      [[records.toLocaleString('en'), leaves.toLocaleString('en'), Math.round(megabytes), round(seconds)]],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};
