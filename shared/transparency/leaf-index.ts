import pMap from 'p-map';
import * as v from 'valibot';
import type { Item, Table } from '../store/client.ts';
import { logKeyOf } from '../store/log-keys.ts';
import { queryItems, queryPages } from '../store/query.ts';
import { write } from '../store/write.ts';
import type { LogEvent } from './log-event.ts';
import { identityOf } from './log-event.ts';

/** The place of an event in the log. */
export interface LeafPlace {
  readonly index: number;
  /** Number of leaves of the first checkpoint with the event. */
  readonly treeSize: number;
}

/** What identifies an event, and its time. */
export type Located = Pick<LogEvent, 'kind' | 'id' | 'time'>;

const timeBytes = 6;
const identityBytes = 17;
const keyBytes = timeBytes + identityBytes;
const indexBytes = 6;
const rowBytes = keyBytes + indexBytes;

/** Events of an hour are stored together. */
const hourOf = ({ time }: Located): string => new Date(time).toISOString().slice(0, 13);

/** The event as a key that sorts by time, with room for what follows. */
const toKey = (event: Located, room = 0): Buffer => {
  const key = Buffer.allocUnsafe(keyBytes + room);
  key.writeUIntBE(event.time, 0, timeBytes);
  key.write(identityOf(event), timeBytes, 'hex');
  return key;
};

/** An event and the index of its leaf. */
interface Row {
  readonly hour: string;
  readonly bytes: Buffer;
}

const toRow = (event: Located, index: number): Row => {
  const bytes = toKey(event, indexBytes);
  bytes.writeUIntBE(index, keyBytes, indexBytes);
  return { hour: hourOf(event), bytes };
};

/** Rows in an item: about 7 KB. */
const rowsTogether = 256;
const writesAtOnce = 8;

const toItems = (rows: readonly Row[], treeSize: number) => {
  const byHour = Map.groupBy(rows, ({ hour }) => hour);
  return [...byHour].flatMap(([hour, each]) => {
    const sorted = each.map(({ bytes }) => bytes).sort(Buffer.compare);
    return Array.from({ length: Math.ceil(sorted.length / rowsTogether) }, (_, i) => {
      const some = sorted.slice(i * rowsTogether, (i + 1) * rowsTogether);
      const first = Buffer.from(some[0] ?? []).toString('hex', 0, keyBytes);
      return { ...logKeyOf.index(hour, first, treeSize), treeSize, rows: Buffer.concat(some) };
    });
  });
};

/**
 * The items with the places of a checkpoint's leaves. The same events always give the same items.
 *
 * @param first index of the first of the consecutive leaves
 * @param treeSize number of leaves of the checkpoint
 */
export const planIndex = (
  events: readonly Located[],
  { first, treeSize }: { readonly first: number; readonly treeSize: number },
) =>
  toItems(
    events.map((event, i) => toRow(event, first + i)),
    treeSize,
  );

/** Writes the items. It may be repeated. */
export const writeIndex = async (log: Table, ...range: Parameters<typeof planIndex>): Promise<void> => {
  const condition = 'attribute_not_exists(PK) OR #rows = :rows';
  await pMap(
    planIndex(...range),
    (put) => write(log, { put, condition, names: { '#rows': 'rows' }, values: { ':rows': put.rows } }),
    { concurrency: writesAtOnce },
  );
};

const Stored = v.object({ treeSize: v.number(), rows: v.instance(Uint8Array) });

const findRow = (item: Item, key: Buffer): LeafPlace | undefined => {
  const { treeSize, rows } = v.parse(Stored, item);
  const bytes = Buffer.from(rows);
  for (let at = 0; at + rowBytes <= bytes.length; at += rowBytes)
    if (bytes.compare(key, 0, keyBytes, at, at + keyBytes) === 0)
      return { index: bytes.readUIntBE(at + keyBytes, indexBytes), treeSize };
  return undefined;
};

const findAmong = (items: readonly Item[], key: Buffer): LeafPlace | undefined => {
  for (const item of items) {
    const place = findRow(item, key);
    if (place !== undefined) return place;
  }
  return undefined;
};

/**
 * The event is usually in the last item that begins before it. Otherwise the hour is read back to its start, in full
 * pages.
 */
const nearest = 2;

/** The place of an event's leaf. Undefined until a checkpoint has it. Usually one round trip. */
export const findLeaf = async (log: Table, event: Located): Promise<LeafPlace | undefined> => {
  const key = toKey(event);
  const { PK, SK } = logKeyOf.index(hourOf(event), key.toString('hex'), '');
  const query = { range: { from: '0', until: `${SK}#~` }, order: 'descending' } as const;
  const items = await queryItems(log, { PK, SK: '' }, { ...query, limit: nearest });
  const place = findAmong(items, key);
  if (place !== undefined || items.length < nearest) return place;
  const after = { PK, SK: String(items.at(-1)?.SK) };
  for await (const page of queryPages(log, { PK, SK: '' }, { ...query, after })) {
    const found = findAmong(page, key);
    if (found !== undefined) return found;
  }
  return undefined;
};
