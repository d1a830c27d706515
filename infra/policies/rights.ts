import type { ItemAccess } from '../../shared/store/item-access.ts';

/** Actions of a command on the table itself, in addition to its items. */
export type TableAction = 'DescribeTable' | 'DescribeContinuousBackups' | 'DescribeTimeToLive';

/**
 * Actions of a command on Secrets Manager: look at the stage's secret; look at any stage's secret, even of a deleted stage; or
 * rotate the stage's secret.
 */
export type SecretRight = 'look' | 'look-at-any' | 'rotate';

/**
 * Actions of a command on KMS: read the public half of the stage's evidence key; sign with it; or look at any evidence key, including
 * replaced ones.
 */
export type EvidenceRight = 'read' | 'sign' | 'look-at-any';

/** Actions of a command on events: open the key that signs them; or put them on the stage's bus. */
export type EventRight = 'open-key' | 'put';

/** Everything that a command does on AWS, except finding its stage, which every command does. */
export interface Rights {
  readonly items: readonly ItemAccess[];
  /** Rights on the erasures table. */
  readonly erasures?: readonly ItemAccess[];
  readonly erasuresTable?: readonly TableAction[];
  /** Rights on the log table. */
  readonly log?: readonly ItemAccess[];
  readonly logTable?: readonly TableAction[];
  readonly table?: readonly TableAction[];
  readonly secret?: readonly SecretRight[];
  readonly evidenceKey?: readonly EvidenceRight[];
  /** Whether it reads the anchors. */
  readonly anchors?: boolean;
  readonly events?: readonly EventRight[];
  /** Whether it looks at the encryption key, at who gets the alarms, and at the trails of the AWS account. */
  readonly watching?: boolean;
}

const unite = <Value>(...lists: readonly (readonly Value[] | undefined)[]): Value[] => [
  ...new Set(lists.flatMap((list) => list ?? [])),
];

/** Such as `UserEmail` of the patterns `USER#*` and `EMAIL#*`. */
const nameOf = (partitions: readonly string[]): string =>
  partitions
    .flatMap((pattern) => pattern.match(/[A-Z]+/g) ?? [])
    .map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`)
    .join('');

/**
 * What distinguishes the statement of an access from others of its action. Reads and updates of some attributes stay with
 * their partitions, so that they are to no others. Puts do not: IAM may see those of a transaction as one.
 */
export const suffixOf = ({ action, indexes, partitions = [], attributes }: ItemAccess): string => {
  if (indexes !== undefined) return 'Indexes';
  return attributes === undefined || action === 'PutItem' ? '' : nameOf(partitions);
};

const mergeTwo = (one: ItemAccess, other: ItemAccess): ItemAccess => ({
  action: one.action,
  ...(one.indexes && { indexes: unite(one.indexes, other.indexes) }),
  ...(one.partitions && { partitions: unite(one.partitions, other.partitions) }),
  ...(one.attributes && other.attributes && { attributes: unite(one.attributes, other.attributes) }),
});

/** One access for each statement, because a single one must allow a call with all its keys. */
const mergeItems = (items: readonly ItemAccess[]): ItemAccess[] => {
  const alike = Map.groupBy(items, (access) => `${access.action} ${suffixOf(access)}`);
  return [...alike.values()].map((each) => each.reduce(mergeTwo));
};

/** Rights to items of the register, and to nothing else. */
export const items = (...access: readonly ItemAccess[]): Rights => ({ items: mergeItems(access) });

/** All rights combined, each action once. */
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
  watching: all.some(({ watching = false }) => watching),
});
