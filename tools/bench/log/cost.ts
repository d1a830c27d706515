import { parseOptions } from '../../../infra/options.ts';
import { feed } from '../../../shared/log/feeding.ts';
import { publishNext } from '../../../shared/log/publication.ts';
import { countEvents } from '../../../shared/log/sums/counting.ts';
import type { Item, Table } from '../../../shared/store/client.ts';
import { itemSize } from '../../../shared/store/item-size.ts';
import { madeAccount, toStreamRecord } from '../../../test/support/made-consents.ts';
import { newMemoryTable } from '../../../test/support/memory-table.ts';
import { newSigner } from '../../explore/log-damage/register.ts';
import { pricePerMillion, sum } from '../capacity/price-tables.ts';
import { assumptions } from '../capacity/prices.ts';
import { prices } from '../capacity/region-prices.ts';
import { round, toTable } from '../report.ts';
import { meter, nothingTaken } from './log-units.ts';
import type { MadeMillion } from './made-million.ts';
import { versionItem } from './made-million.ts';

/** What cannot be measured off AWS. */
export const assumed = {
  shards: assumptions.shards,
  payloadBytes: 6 * 1024 * 1024,
  /** Of a call to DynamoDB, S3 or EventBridge. */
  callMilliseconds: assumptions.callMilliseconds,
  ownMilliseconds: 10,
  /** Events that one call puts on the bus. */
  eventsTogether: 10,
} as const;

const { logWindowSeconds, checkpointMinutes, memoryMegabytes } = parseOptions({});
/** As much of a CPU as the function has: 1,769 MB have one. */
const cpuShare = Math.min(1, memoryMegabytes / 1_769);
const gigabyte = 1024 ** 3;
const million = 1_000_000;

/** What some minutes of consents took. */
interface Run {
  readonly consents: number;
  readonly feeding: ReturnType<typeof nothingTaken> & { invocations: number; cpu: number };
  readonly publishing: ReturnType<typeof nothingTaken> & { invocations: number; cpu: number; checkpoints: number };
  readonly sums: ReturnType<typeof nothingTaken>;
  readonly storedBytes: number;
}

const timed = async (counts: { cpu: number }, work: () => Promise<unknown>): Promise<void> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  counts.cpu += (user + system) / 1_000;
};

/** @param most consents, of those that the rate makes in these minutes */
const spend = async (made: MadeMillion, rate: number, minutes: number, most: number): Promise<Run> => {
  const feeding = { ...nothingTaken(), invocations: 0, cpu: 0 };
  const publishing = { ...nothingTaken(), invocations: 0, cpu: 0, checkpoints: 0 };
  const sums = nothingTaken();
  let counts: ReturnType<typeof nothingTaken> = feeding;
  const log = newMemoryTable(
    [],
    meter(() => counts),
  );
  const table = newMemoryTable(
    [versionItem(made.timeOf(0))],
    meter(() => sums),
  );
  const containers: Table[] = Array.from({ length: assumed.shards }, () => ({ name: log.name, client: log.client }));
  const key = newSigner();
  const counting = countEvents({ log, table });
  const count: typeof counting = async (...range) => {
    counts = sums;
    await counting(...range);
    counts = publishing;
  };
  const begin = Date.parse('2026-11-23T00:00:00Z');
  const perWindow = Math.min(most, Math.round(rate * logWindowSeconds));
  const windows = Math.min(Math.ceil((minutes * 60) / logWindowSeconds), Math.floor(most / perWindow));
  let consents = 0;
  for (let window = 1; window <= windows; window += 1) {
    const now = new Date(begin + window * logWindowSeconds * 1_000);
    const records = Array.from({ length: perWindow }, (_, i) => {
      const item = { ...made.item((consents + i) % made.count), time: new Date(now.getTime() - 1_000).toISOString() };
      return toStreamRecord({ now: item }, now, consents + i);
    });
    consents += perWindow;
    const batch = Math.min(1_000, Math.floor(assumed.payloadBytes / Buffer.byteLength(JSON.stringify(records[0]))));
    counts = feeding;
    for (const [shard, container] of containers.entries()) {
      const own = records.filter((_, i) => i % assumed.shards === shard);
      for (let i = 0; i < own.length; i += batch) {
        feeding.invocations += 1;
        await timed(feeding, () => feed(container, own.slice(i, i + batch), now));
      }
    }
    if ((window * logWindowSeconds) % (checkpointMinutes * 60) !== 0 && window !== windows) continue;
    counts = publishing;
    publishing.invocations += 1;
    await timed(publishing, async () => {
      while ((await publishNext({ log, origin: 'bench', key, count }, now)) !== undefined) publishing.checkpoints += 1;
    });
  }
  const storedBytes = log.items().reduce((bytes, item: Item) => bytes + itemSize(item), 0);
  return { consents, feeding, publishing, sums, storedBytes };
};

const computing = (milliseconds: number, invocations: number): number =>
  (invocations / million) * prices.millionInvocations +
  (milliseconds / 1_000) * (memoryMegabytes / 1_024) * prices.gigabyteSecond;

const units = ({ read, write }: { readonly read: number; readonly write: number }): number =>
  (read / million) * prices.millionReadUnits + (write / million) * prices.millionWriteUnits;

/** Milliseconds of a function: its calls one after the other, and its work on as much of a CPU as it has. */
const duration = (calls: number, cpu: number, invocations: number): number =>
  calls * assumed.callMilliseconds + cpu / cpuShare + invocations * assumed.ownMilliseconds;

/** Dollars for a million consents. */
const price = ({ consents, feeding, publishing, sums, storedBytes }: Run) => {
  const scale = million / consents;
  const anchoring = { read: 2 * publishing.invocations, write: publishing.checkpoints };
  const eventCalls = consents / assumed.eventsTogether;
  return {
    'log: feeding, DynamoDB': scale * units(feeding),
    'log: feeding, Lambda':
      scale * computing(duration(feeding.calls, feeding.cpu, feeding.invocations), feeding.invocations),
    'log: publishing, DynamoDB': scale * (units(publishing) + units(anchoring)),
    'log: publishing, Lambda':
      scale * computing(duration(publishing.calls / 8, publishing.cpu, publishing.invocations), publishing.invocations),
    'log: anchors in S3': scale * (publishing.checkpoints / million) * prices.millionObjects,
    'log: kept for a month, with its backup':
      scale * (storedBytes / gigabyte) * (prices.storedGigabyteMonth + prices.backedUpGigabyteMonth),
    'sums, DynamoDB': scale * units(sums),
    'events: the bus': prices.millionEvents,
    'events: Lambda': scale * computing(eventCalls * assumed.callMilliseconds + (consents * 0.1) / cpuShare, 0),
  };
};

/** What recording a million consents of the same kind costs. */
const recording = sum(pricePerMillion({ operation: 'addConsent', calls: 2, read: 5, write: 8 }));

const rates = [
  { rate: 1, minutes: 60 },
  { rate: 10, minutes: 30 },
  { rate: 1_000, minutes: 2 },
] as const;

/** @param most consents at each rate. @returns the tables, and milliseconds of CPU that a leaf takes of the job */
export const measureCosts = async (made: MadeMillion, most: number) => {
  const runs: Run[] = [];
  for (const { rate, minutes } of rates) runs.push(await spend(made, rate, minutes, most));
  const priced = runs.map(price);
  const names = Object.keys(priced[0] ?? {}) as (keyof ReturnType<typeof price>)[];
  const add = (beginning: string) =>
    priced.map((each) => names.filter((name) => name.startsWith(beginning)).reduce((all, name) => all + each[name], 0));
  const total = (name: string, of: readonly number[]) => [`**${name}**`, ...of.map((each) => round(each, 2))];
  const share = add('log').map((each) => `${round((100 * each) / recording, 2)} %`);
  const money = toTable(
    ['$ for a million consents', ...rates.map(({ rate }) => `${rate.toLocaleString('en')} a second`)],
    [
      ...names.map((name) => [name, ...priced.map((each) => round(each[name], 2))]),
      total('log', add('log')),
      total('sums', add('sums')),
      total('events', add('events')),
      ['recording them', ...rates.map(() => round(recording, 3))],
      ['log of recording', ...share],
    ],
  );
  const counted = toTable(
    ['counted', ...rates.map(({ rate, minutes }) => `${rate.toLocaleString('en')} a second, ${minutes} min`)],
    [
      ['consents', ...runs.map(({ consents }) => consents)],
      ['invocations of the feed', ...runs.map(({ feeding }) => feeding.invocations)],
      ['its write units', ...runs.map(({ feeding }) => feeding.write)],
      ['its read units', ...runs.map(({ feeding }) => feeding.read)],
      ['checkpoints', ...runs.map(({ publishing }) => publishing.checkpoints)],
      ['write units of publishing', ...runs.map(({ publishing }) => publishing.write)],
      ['read units of publishing', ...runs.map(({ publishing }) => publishing.read)],
      ['write units of sums', ...runs.map(({ sums }) => sums.write)],
      ['bytes of the log, for a leaf', ...runs.map((run) => Math.round(run.storedBytes / run.consents))],
    ],
  );
  const last = runs.at(-1);
  const perLeaf = (cpu: number): number => cpu / (last?.consents ?? 1) / cpuShare;
  return {
    tables: `${money}\n\n${counted}`,
    feedMilliseconds: perLeaf(last?.feeding.cpu ?? 0),
    publishMilliseconds: perLeaf(last?.publishing.cpu ?? 0),
    assumptions: `Assumed: ${assumed.shards} shards, a window of ${logWindowSeconds} s, a checkpoint each ${checkpointMinutes} minutes, functions of ${memoryMegabytes} MB with ${round(cpuShare, 2)} of the CPU that was measured here, ${assumed.callMilliseconds} ms for a call, writes of publishing eight at a time, ${assumed.eventsTogether} events in a call. Consents of one account and one version.`,
    account: madeAccount,
  };
};
