/** Actions on items. A transaction needs the action of each of its parts, and none of its own. */
type ItemAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem';

/**
 * Permission for one action: on partitions whose keys match one of the patterns, or on whole indexes, whose keys are
 * digests.
 */
export interface ItemAccess {
  readonly action: ItemAction;
  readonly indexes?: readonly string[];
  readonly partitions?: readonly string[];
  /** Attributes that items, updates and conditions may name, including keys. Default: any. */
  readonly attributes?: readonly string[];
}

/** Permission for an action on partitions. @param partitions patterns of partition keys, made by `keyOf` */
export const may = (action: ItemAction, ...partitions: readonly string[]): ItemAccess => ({ action, partitions });

/** Whether an action returns the items that it names. */
export const isReading = (action: ItemAction): boolean => /Get|Query/.test(action);

const reading = ['kms:Decrypt', 'kms:DescribeKey'];
const writing = [
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:GenerateDataKeyWithoutPlaintext',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
];

/**
 * The actions on the KMS key that reading needs, or writing too. DynamoDB and Secrets Manager use the key with the
 * caller's rights.
 */
export const keyActions = (access: readonly ItemAccess[]): readonly string[] =>
  access.some(({ action }) => /^(?:Put|Update)/.test(action)) ? [...reading, ...writing] : reading;
