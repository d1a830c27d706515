import { openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newFindings } from '../../../shared/log/auditing/finding.ts';
import { verifyLog } from '../../../shared/log/auditing/verify-log.ts';
import { toBlockItem } from '../../../shared/log/blocks.ts';
import { planIndex } from '../../../shared/log/leaf-index.ts';
import { hashBytes, tileWidth } from '../../../shared/log/tiles.ts';
import type { Item, Key, Table } from '../../../shared/store/client.ts';
import { logKeyOf, numberIn } from '../../../shared/store/keys.ts';
import { readPeakMemory } from '../measured-process.ts';
import type { MadeMillion } from './made-million.ts';
import { makeMillion } from './made-million.ts';

/** What a log has that cannot be made from the number of a leaf. */
interface KeptLog {
  readonly readEntries: (from: number, count: number) => Buffer;
  readonly tiles: readonly (Item & Key)[];
  readonly checkpoints: readonly (Item & Key)[];
  /** The log's own, which it has since its first checkpoint. */
  readonly name: string;
}

interface Input {
  readonly Key?: Key;
  readonly ExpressionAttributeValues?: Readonly<Record<string, string>>;
  readonly ExclusiveStartKey?: Key;
  readonly ScanIndexForward?: boolean;
  readonly Segment?: number;
  readonly TotalSegments?: number;
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Key[] }>>;
}

type Send = (name: string, input: Input) => unknown;

const toClient = (answer: Send): Table => {
  const send = async (command: { readonly constructor: { readonly name: string }; readonly input: Input }) => {
    await turn();
    return answer(command.constructor.name, command.input);
  };
  return { name: 'lazy', client: Object.assign(Object.create(DynamoDBDocumentClient.prototype), { send }) };
};

const leavesTogether = 1_000;
const pageItems = 8;

/** A log whose items are made when they are read. */
const openLazyLog = (made: MadeMillion, { readEntries, tiles, checkpoints, name: logName }: KeptLog): Table => {
  const block = (first: number): Item => {
    const count = Math.min(leavesTogether, made.count - first);
    const entries = readEntries(first, count);
    const leaves = Array.from({ length: count }, (_, i) => ({
      event: made.event(first + i),
      entry: entries.subarray(i * hashBytes, (i + 1) * hashBytes),
    }));
    return toBlockItem({ first, appendedAt: made.timeOf(first + count - 1), leaves });
  };
  const entryTile = (index: number): Item => {
    const count = Math.min(tileWidth, made.count - index * tileWidth);
    return { ...logKeyOf.entries(index), hashes: readEntries(index * tileWidth, count) };
  };
  /** Pages of items that follow from a number. */
  const page = (start: number, end: number, step: number, make: (number: number) => Item) => {
    const numbers = Array.from({ length: pageItems }, (_, i) => start + i * step).filter((number) => number < end);
    const Items = numbers.map(make);
    const last = Items.at(-1);
    const isMore = (numbers.at(-1) ?? end) + step < end;
    return { Items, ...(isMore && last && { LastEvaluatedKey: { PK: last.PK, SK: last.SK } }) };
  };
  const indexOf = (treeSize: number) => {
    const sizes = checkpoints.map(({ SK }) => numberIn(SK));
    const first = sizes[sizes.indexOf(treeSize) - 1] ?? 0;
    return planIndex(
      Array.from({ length: treeSize - first }, (_, i) => made.event(first + i)),
      { first, treeSize },
    );
  };
  const hours = new Map<string, number>();
  let current: { readonly treeSize: number; readonly items: ReadonlyMap<string, Item> } | undefined;
  const query = ({ ExpressionAttributeValues: values = {}, ExclusiveStartKey }: Input) => {
    const partition = values[':partition'] ?? '';
    const after = (step: number): number =>
      ExclusiveStartKey ? numberIn(ExclusiveStartKey.SK) + step : Number(values[':from']?.slice(1) ?? 0);
    if (partition === logKeyOf.block('').PK) return page(after(leavesTogether), made.count, leavesTogether, block);
    if (partition === logKeyOf.entries('').PK) return page(after(1), Math.ceil(made.count / tileWidth), 1, entryTile);
    if (partition === logKeyOf.checkpoint('').PK) return { Items: checkpoints };
    if (partition.startsWith('INDEX#')) return { Items: Array.from({ length: hours.get(partition) ?? 0 }, () => ({})) };
    return { Items: tiles.filter(({ PK }) => PK === partition) };
  };
  const batchGet = ({ RequestItems = {} }: Input) => {
    const [[name, { Keys }] = ['', { Keys: [] }]] = Object.entries(RequestItems);
    const treeSize = numberIn(Keys[0]?.SK ?? '0');
    if (current?.treeSize !== treeSize) {
      const items = indexOf(treeSize);
      for (const { PK } of items) hours.set(PK, (hours.get(PK) ?? 0) + 1);
      current = { treeSize, items: new Map(items.map((item) => [`${item.PK} ${item.SK}`, item])) };
    }
    return { Responses: { [name]: Keys.flatMap(({ PK, SK }) => current?.items.get(`${PK} ${SK}`) ?? []) } };
  };
  return toClient((name, input) => {
    if (name === 'QueryCommand') return query(input);
    if (name === 'BatchGetCommand') return batchGet(input);
    if (name === 'GetCommand' && input.Key?.PK === logKeyOf.name().PK)
      return { Item: { ...logKeyOf.name(), name: logName } };
    throw new Error(`The log of the bench does not know ${name}.`);
  });
};

const itemsOfPage = 500;

/** A table whose consents are made when they are scanned. */
const openLazyTable = (made: MadeMillion): Table =>
  toClient((name, { Segment = 0, TotalSegments = 1, ExclusiveStartKey }) => {
    if (name !== 'ScanCommand') throw new Error(`The table of the bench does not know ${name}.`);
    const start = ExclusiveStartKey ? Number(ExclusiveStartKey.SK) : Segment;
    const numbers = Array.from({ length: itemsOfPage }, (_, i) => start + i * TotalSegments);
    const wanted = numbers.filter((number) => number < made.count);
    const next = start + itemsOfPage * TotalSegments;
    return {
      Items: wanted.map(made.item),
      ...(next < made.count && { LastEvaluatedKey: { PK: '', SK: String(next) } }),
    };
  });

/** An erasures table that lists nothing. */
const openEmptyTable = (): Table => toClient((_, input) => ({ Items: [], Responses: {}, input }));

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
