import { isDeepStrictEqual } from 'node:util';
import type { Item, Key, Table } from '../../store/client.ts';
import { getItem } from '../../store/get.ts';
import type { Put } from '../../store/write.ts';
import { commit } from '../../store/write.ts';

/** An item that lists public keys: its key, and how to read the keys from it. */
export interface KeyList<PublicKey> {
  readonly at: Key;
  readonly parse: (item: Item) => PublicKey[];
}

export const readKeyList = async <PublicKey>(table: Table, { at, parse }: KeyList<PublicKey>): Promise<PublicKey[]> => {
  const item = await getItem(table, at);
  return item === undefined ? [] : parse(item);
};

/**
 * Changes a list of keys. Starts again if the item changed meanwhile, and writes nothing if nothing changes.
 *
 * @param entries of the operations log, for a change by a command
 */
export const changeKeyList = async <PublicKey>(
  table: Table,
  list: KeyList<PublicKey>,
  edit: (keys: PublicKey[]) => PublicKey[],
  entries: readonly Put[] = [],
): Promise<void> => {
  const item = await getItem(table, list.at);
  const keys = item === undefined ? [] : list.parse(item);
  const edited = edit(keys);
  if (isDeepStrictEqual(edited, keys)) return;
  const refusals = await commit(table, [
    {
      put: { ...list.at, keys: edited },
      condition: item === undefined ? 'attribute_not_exists(PK)' : '#keys = :keys',
      ...(item && { names: { '#keys': 'keys' }, values: { ':keys': item.keys } }),
    },
    ...entries,
  ]);
  if (refusals !== undefined) await changeKeyList(table, list, edit, entries);
};
