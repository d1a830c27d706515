import { setImmediate as turn } from 'node:timers/promises';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { toBlockItem } from '../../../shared/log/blocks.ts';
import { planIndex } from '../../../shared/log/leaf-index.ts';
import { hashBytes, tileWidth } from '../../../shared/log/tiles.ts';
import type { Item, Key, Table } from '../../../shared/store/client.ts';
import { logKeyOf, numberIn } from '../../../shared/store/keys.ts';
import type { MadeMillion } from './made-million.ts';

/** What a log has that cannot be made from the number of a leaf. */
export interface KeptLog {
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
export const openLazyLog = (made: MadeMillion, { readEntries, tiles, checkpoints, name: logName }: KeptLog): Table => {
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
export const openLazyTable = (made: MadeMillion): Table =>
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
export const openEmptyTable = (): Table => toClient((_, input) => ({ Items: [], Responses: {}, input }));
