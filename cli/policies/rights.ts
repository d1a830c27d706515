import type { ItemAccess } from '../../shared/store/item-access.ts';

/** What a command asks of the table itself, beside its items. */
type TableAction = 'DescribeTable' | 'DescribeContinuousBackups' | 'DescribeTimeToLive';

/**
 * What a command asks of Secrets Manager: to look at the stage's secret; or at that of any stage, also of one that is gone; or to
 * rotate the stage's.
 */
export type SecretRight = 'look' | 'look-at-any' | 'rotate';

/** What a command does on AWS, beside finding its stage, which every command does. */
export interface Rights {
  readonly items: readonly ItemAccess[];
  readonly table?: readonly TableAction[];
  readonly secret?: readonly SecretRight[];
}

const unite = <Value>(...lists: readonly (readonly Value[] | undefined)[]): Value[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];

const isForIndexes = ({ indexes }: ItemAccess): string => (indexes === undefined ? 'table' : 'indexes');

const mergeTwo = (one: ItemAccess, other: ItemAccess): ItemAccess => ({
  action: one.action,
  ...(one.indexes && { indexes: unite(one.indexes, other.indexes) }),
  ...(one.partitions && { partitions: unite(one.partitions, other.partitions) }),
  ...(one.attributes && other.attributes && { attributes: unite(one.attributes, other.attributes) }),
});

/** One access for each action, because a call is allowed by one statement with all its keys. */
export const mergeItems = (items: readonly ItemAccess[]): ItemAccess[] => {
  const alike = Map.groupBy(items, (access) => `${access.action} ${isForIndexes(access)}`);
  return [...alike.values()].map((each) => each.reduce(mergeTwo));
};

/** All that any of them allows, each action once. */
export const uniteRights = (all: readonly Rights[]): Rights => ({
  items: mergeItems(all.flatMap(({ items }) => items)),
  table: unite(...all.map(({ table }) => table)),
  secret: unite(...all.map(({ secret }) => secret)),
});
