import type { ItemAccess } from '../../shared/store/item-access.ts';

/** What a command asks of the table itself, beside its items. */
export type TableAction = 'DescribeTable' | 'DescribeContinuousBackups' | 'DescribeTimeToLive';

/**
 * What a command asks of Secrets Manager: to look at the stage's secret; or at that of any stage, also of one that is gone; or to
 * rotate the stage's.
 */
export type SecretRight = 'look' | 'look-at-any' | 'rotate';

/**
 * What a command asks of KMS itself: the public half of the stage's evidence key; to sign with it; or how any evidence key is, also one
 * that another took the place of.
 */
export type EvidenceRight = 'read' | 'sign' | 'look-at-any';

/** What a command does with events: opens the key that signs them; or puts them on the bus of the stage. */
export type EventRight = 'open-key' | 'put';

/** What a command does on AWS, beside finding its stage, which every command does. */
export interface Rights {
  readonly items: readonly ItemAccess[];
  /** Those of the erasures table. */
  readonly erasures?: readonly ItemAccess[];
  readonly erasuresTable?: readonly TableAction[];
  /** Those of the log table. */
  readonly log?: readonly ItemAccess[];
  readonly logTable?: readonly TableAction[];
  readonly table?: readonly TableAction[];
  readonly secret?: readonly SecretRight[];
  readonly evidenceKey?: readonly EvidenceRight[];
  /** Whether it reads the anchors. */
  readonly anchors?: boolean;
  readonly events?: readonly EventRight[];
}

const unite = <Value>(...lists: readonly (readonly Value[] | undefined)[]): Value[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];

/** Whether the action gives back what is stored. */
export const isReading = (action: ItemAccess['action']): boolean => /Get|Query/.test(action);

/** What an access is to, where one statement cannot say several: whole items, some attributes of items that are read, or indexes. */
export const kindOf = ({ action, indexes, attributes }: ItemAccess): 'table' | 'attributes' | 'indexes' => {
  if (indexes !== undefined) return 'indexes';
  return attributes !== undefined && isReading(action) ? 'attributes' : 'table';
};

const mergeTwo = (one: ItemAccess, other: ItemAccess): ItemAccess => ({
  action: one.action,
  ...(one.indexes && { indexes: unite(one.indexes, other.indexes) }),
  ...(one.partitions && { partitions: unite(one.partitions, other.partitions) }),
  ...(one.attributes && other.attributes && { attributes: unite(one.attributes, other.attributes) }),
});

/** One access for each action on a kind of thing, because a call is allowed by one statement with all its keys. */
const mergeItems = (items: readonly ItemAccess[]): ItemAccess[] => {
  const alike = Map.groupBy(items, (access) => `${access.action} ${kindOf(access)}`);
  return [...alike.values()].map((each) => each.reduce(mergeTwo));
};

/** Rights to items of the register, and to nothing else. */
export const items = (...access: readonly ItemAccess[]): Rights => ({ items: mergeItems(access) });

/** All that any of them allows, each action once. */
export const uniteRights = (all: readonly Rights[]): Rights => ({
  items: mergeItems(all.flatMap(({ items }) => items)),
  erasures: mergeItems(all.flatMap(({ erasures = [] }) => erasures)),
  log: mergeItems(all.flatMap(({ log = [] }) => log)),
  erasuresTable: unite(...all.map(({ erasuresTable }) => erasuresTable)),
  logTable: unite(...all.map(({ logTable }) => logTable)),
  table: unite(...all.map(({ table }) => table)),
  secret: unite(...all.map(({ secret }) => secret)),
  anchors: all.some(({ anchors = false }) => anchors),
  evidenceKey: unite(...all.map(({ evidenceKey }) => evidenceKey)),
  events: unite(...all.map(({ events }) => events)),
});
