import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findLeaf } from '../../../shared/log/leaf-index.ts';
import { proveLeaf } from '../../../shared/log/proof.ts';
import type { Table } from '../../../shared/store/client.ts';
import { logKeyOf, numberIn } from '../../../shared/store/keys.ts';
import type { MemoryTable } from '../../../test/support/memory-table.ts';
import type { Random } from '../../../test/support/random.ts';
import { quantile, round, toTable } from '../report.ts';
import type { MadeMillion } from './made-million.ts';

/** What is assumed of Lambda and of the job. */
interface LagAssumptions {
  readonly shards: number;
  readonly batchSize: number;
  readonly windowSeconds: number;
  /** Bytes that an invocation may have, and of a record. */
  readonly payloadBytes: number;
  readonly recordBytes: number;
  /** Seconds from a write until the event source can read it, at most. */
  readonly pollSeconds: number;
  /** Of an invocation: beside the leaves, and for each. */
  readonly invocationSeconds: number;
  readonly leafSeconds: number;
}

/** Seconds from the writing of each record to its leaf, in one shard. */
const simulateShard = (random: Random, rate: number, seconds: number, assumed: LagAssumptions): number[] => {
  const { batchSize, windowSeconds, payloadBytes, recordBytes, pollSeconds } = assumed;
  const most = Math.min(batchSize, Math.floor(payloadBytes / recordBytes));
  const arrivals: number[] = [];
  const uniform = (): number => (random.below(1_000_000) + 1) / 1_000_001;
  const pause = (): number => -Math.log(uniform()) / rate;
  for (let at = 0; at < seconds; at += pause()) arrivals.push(at + uniform() * pollSeconds);
  arrivals.sort((one, other) => one - other);
  const lags: number[] = [];
  for (let [from, free] = [0, 0]; from < arrivals.length; ) {
    const opened = Math.max(free, arrivals[from] ?? 0);
    const full = arrivals[from + most - 1] ?? Number.POSITIVE_INFINITY;
    const begin = Math.max(opened, Math.min(opened + windowSeconds, full));
    let until = from;
    while (until < arrivals.length && until - from < most && (arrivals[until] ?? 0) <= begin) until += 1;
    const end = begin + assumed.invocationSeconds + (until - from) * assumed.leafSeconds;
    for (let i = from; i < until; i += 1) lags.push(end - (arrivals[i] ?? 0) + pollSeconds / 2);
    [from, free] = [until, end];
  }
  return lags;
};

/** How far the log is behind at several rates. */
export const simulateLag = (random: Random, rates: readonly number[], assumed: LagAssumptions): string => {
  const rows = rates.map((rate) => {
    const seconds = Math.min(3_600, 400_000 / rate);
    const lags = Array.from({ length: assumed.shards }, () =>
      simulateShard(random.fork(), rate / assumed.shards, seconds, assumed),
    ).flat();
    return [
      rate,
      round(quantile(lags)),
      round(quantile(lags, 0.99)),
      round(lags.reduce((most, lag) => Math.max(most, lag), 0)),
      `${round((100 * rate * assumed.leafSeconds) / assumed.shards, 2)} %`,
    ];
  });
  return toTable(['consents a second', 'seconds, median', '99 %', 'at most', 'of its time a shard is busy'], rows);
};

interface Counted {
  /** Ends of calls that waited for others. */
  rounds: number;
}

/** Counts round trips that follow each other: calls that begin while none is under way. */
const countRounds = (log: Table): { readonly table: Table; readonly counted: Counted } => {
  const counted: Counted = { rounds: 0 };
  let underWay = 0;
  const send = async (command: Parameters<Table['client']['send']>[0]) => {
    if (underWay === 0) counted.rounds += 1;
    underWay += 1;
    await new Promise((resolve) => setImmediate(resolve));
    try {
      return await log.client.send(command);
    } finally {
      underWay -= 1;
    }
  };
  return { counted, table: { name: log.name, client: Object.assign(Object.create(log.client), { send }) } };
};

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const saltBytes = 16;

/** Sizes and round trips of proofs of leaves all over the log. */
export const measureProofs = async (log: Table, million: MadeMillion): Promise<string> => {
  const { table, counted } = countRounds(log);
  const sizes: number[] = [];
  const rounds: number[] = [];
  for (let i = 0; i < 200; i += 1) {
    const index = Math.floor((i * million.count) / 200);
    counted.rounds = 0;
    const place = await findLeaf(table, million.event(index));
    const proof = place && (await proveLeaf(table, place));
    if (proof?.index !== index) throw new Error(`Leaf ${index} is not proved.`);
    rounds.push(counted.rounds);
    const { path, checkpoint } = proof;
    const salt = toBase64(Buffer.alloc(saltBytes, i));
    const text = JSON.stringify({ index, salt, path: path.map(toBase64), checkpoint: checkpoint.note });
    sizes.push(Buffer.byteLength(text));
  }
  return toTable(
    [
      'proof of one in',
      'bytes as JSON, median',
      'at most',
      'hashes on the way, at most',
      'round trips in a row, at most',
    ],
    [
      [
        million.count.toLocaleString('en'),
        round(quantile(sizes), 4),
        Math.max(...sizes),
        Math.ceil(Math.log2(million.count)),
        Math.max(...rounds),
      ],
    ],
  );
};

const run = promisify(execFile);

/** A small new generation, so that pages do not pile up. */
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
