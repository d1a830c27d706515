/** What may be done to items. A transaction needs the action of each of its parts and none of its own. */
type ItemAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Scan';

/** One action: on partitions of the table whose keys match one of the patterns, or on whole indexes, whose keys are digests. */
export interface ItemAccess {
  readonly action: ItemAction;
  readonly indexes?: readonly string[];
  readonly partitions?: readonly string[];
  /** What its items, updates and conditions may name, keys included; anything where it is left out. */
  readonly attributes?: readonly string[];
}

/** An action on partitions. @param partitions patterns of partition keys, such as `keyOf` makes */
export const may = (action: ItemAction, ...partitions: readonly string[]): ItemAccess => ({ action, partitions });

const reading = ['kms:Decrypt', 'kms:DescribeKey'];
const writing = [
  ...['kms:Encrypt', 'kms:GenerateDataKey', 'kms:GenerateDataKeyWithoutPlaintext'],
  ...['kms:ReEncryptFrom', 'kms:ReEncryptTo'],
];

/** DynamoDB and Secrets Manager use the key with the caller's rights: what they need for reading, or for writing too. */
export const keyActions = (access: readonly ItemAccess[]): readonly string[] =>
  access.some(({ action }) => /^(?:Put|Update|Delete)/.test(action)) ? [...reading, ...writing] : reading;
