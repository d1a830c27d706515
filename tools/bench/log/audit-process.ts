import { openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { newFindings } from '../../../shared/log/auditing/finding.ts';
import { verifyLog } from '../../../shared/log/auditing/verify-log.ts';
import { hashBytes } from '../../../shared/log/tiles.ts';
import type { Item, Key } from '../../../shared/store/client.ts';
import { readPeakMemory } from '../peak-memory.ts';
import { openEmptyTable, openLazyLog, openLazyTable } from './lazy-log.ts';
import { makeMillion } from './made-million.ts';

/** Run as a process of its own, whose memory is that of `log verify` and of what makes its records. */
const [folder = '', count = '0', seed = ''] = process.argv.slice(2);
type Kept = { readonly key: string; readonly items: readonly (Item & Key & { readonly hashes?: string })[] };
const { key, items }: Kept = JSON.parse(await readFile(`${folder}/kept.json`, 'utf8'));
const parsed = items.map(({ hashes, ...item }) => ({
  ...item,
  ...(hashes !== undefined && { hashes: Buffer.from(hashes, 'base64') }),
})) as (Item & Key)[];
const file = openSync(`${folder}/entries`, 'r');
const readEntries = (from: number, many: number): Buffer => {
  const bytes = Buffer.alloc(many * hashBytes);
  readSync(file, bytes, 0, bytes.length, from * hashBytes);
  return bytes;
};
const proofs: Readonly<Record<string, string>> = JSON.parse(seed);
const made = makeMillion(Number(count), proofs);
const log = openLazyLog(made, {
  readEntries,
  tiles: parsed.filter(({ PK }) => PK.startsWith('TILE#')),
  checkpoints: parsed.filter(({ PK }) => PK === 'CHECKPOINTS'),
  name: 'bench',
});
const findings = newFindings(5);
const start = performance.now();
const audit = await verifyLog(
  {
    table: openLazyTable(made),
    log,
    erasures: openEmptyTable(),
    kept: [],
    isAnchored: false,
    key: { name: 'bench', publicKey: Buffer.from(key, 'base64') },
  },
  { segments: 4, lag: 3_600_000, report: findings.report, onLeaves: () => {}, onRecords: () => {} },
);
const told = {
  leaves: audit.leaves,
  records: audit.records,
  findings: findings.counts(),
  kept: findings.kept(),
  megabytes: readPeakMemory() / 1_048_576,
  seconds: (performance.now() - start) / 1_000,
};
process.stdout.write(`${JSON.stringify(told)}\n`);
