import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { limits } from '../api/limits.ts';
import { atOnce, attemptsWithin } from '../runtime/retry.ts';
import { toChunks } from '../runtime/values.ts';
import type { Item, Key, Projection, Table } from './client.ts';
import { nameReason, unavailable } from './unavailable.ts';

/** The same text for the same key. */
export const textOfKey = ({ PK, SK }: { readonly PK?: unknown; readonly SK?: unknown }): string =>
  JSON.stringify([PK, SK]);

interface Reading {
  readonly consistent: boolean;
  /** The attributes to read, including keys. Default: all. */
  readonly projection?: Projection | undefined;
}

const readChunk = async (table: Table, keys: readonly Key[], { consistent, projection }: Reading): Promise<Item[]> => {
  const items: Item[] = [];
  let request: Record<string, unknown>[] = keys.map(({ PK, SK }) => ({ PK, SK }));
  for await (const _ of attemptsWithin({ pause: 40, attempts: 6 })) {
    let read: Item[];
    do {
      const { Responses, UnprocessedKeys } = await table.client.send(
        new BatchGetCommand({
          RequestItems: {
            [table.name]: { Keys: request, ConsistentRead: consistent, ...projection },
          },
        }),
      );
      read = Responses?.[table.name] ?? [];
      items.push(...read);
      request = UnprocessedKeys?.[table.name]?.Keys ?? [];
      if (request.length === 0) return items;
    } while (read.length > 0);
  }
  throw unavailable(nameReason('UnprocessedKeys'));
};

/**
 * The items of the keys, in their order, undefined for those that do not exist. One round trip for up to 100 keys. What
 * DynamoDB leaves unprocessed, because of size or throttling, is requested again: the SDK does not retry it.
 *
 * @throws Problem store.unavailable
 */
export const batchGet = async (table: Table, keys: readonly Key[], reading: Reading): Promise<(Item | undefined)[]> => {
  const distinct = [...new Map(keys.map((key) => [textOfKey(key), key])).values()];
  const chunks = toChunks(distinct, limits.batchGetKeys);
  const items = await pMap(chunks, (chunk) => readChunk(table, chunk, reading), atOnce);
  const byKey = new Map(items.flat().map((item) => [textOfKey(item), item]));
  return keys.map((key) => byKey.get(textOfKey(key)));
};

/** Keys by names: of one item, of several, or of none. */
export type NamedKeys = Readonly<Record<string, Key | readonly Key[] | undefined>>;

type ItemsAt<Named> = Named extends readonly Key[] ? readonly (Item | undefined)[] : Item | undefined;

/** The items of keys by the same names, several in the order of their keys. Undefined for those that do not exist. */
export type ItemsOf<Keys extends NamedKeys> = { readonly [Name in keyof Keys]: ItemsAt<Keys[Name]> };

/**
 * The items of groups of named keys, with strong consistency. One round trip for up to 100 keys of all.
 *
 * @throws Problem store.unavailable
 */
export const readTogether = async <const Groups extends readonly NamedKeys[]>(
  table: Table,
  ...groups: Groups
): Promise<{ readonly [Place in keyof Groups]: ItemsOf<Groups[Place]> }> => {
  const keys = groups.flatMap((group) => Object.values(group).flat()).filter((key) => key !== undefined);
  const items = await batchGet(table, keys, { consistent: true });
  const found = new Map(keys.map((key, i) => [key, items[i]]));
  return groups.map((group) =>
    Object.fromEntries(
      Object.entries(group).map(([name, named]) => [
        name,
        isSeveral(named) ? named.map((key) => found.get(key)) : named && found.get(named),
      ]),
    ),
  ) as { readonly [Place in keyof Groups]: ItemsOf<Groups[Place]> };
};

const isSeveral = (named: NamedKeys[string]): named is readonly Key[] => Array.isArray(named);

/**
 * The items of keys that another item names, as they are now. The items of a transaction become visible one by one, so
 * a missing one is requested once more.
 *
 * @throws Problem store.unavailable
 */
export const batchGetNamed = async (
  table: Table,
  keys: readonly Key[],
  projection?: Projection,
): Promise<(Item | undefined)[]> => {
  const reading = { consistent: true, projection };
  const items = await batchGet(table, keys, reading);
  const missing = keys.filter((_, i) => items[i] === undefined);
  const late = await batchGet(table, missing, reading);
  return items.map((item) => item ?? late.shift());
};

/** The item of the key with strong consistency, or undefined. @param projection the attributes to read; default: all */
export const getItem = async (table: Table, { PK, SK }: Key, projection?: Projection): Promise<Item | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: { PK, SK }, ConsistentRead: true, ...projection }),
  );
  return Item;
};
