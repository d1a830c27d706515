import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ItemAccess } from '../shared/store/item-access.ts';
import { isReading, keyActions } from '../shared/store/item-access.ts';
import type { Options } from './options.ts';
import type { UsedTable } from './table.ts';

/** `ForAllValues` also holds for a call that names no attribute, so such a read is refused separately. */
const namesAttributes = {
  StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  Null: { 'dynamodb:Attributes': 'false' },
};

/**
 * The statements of a role's policy, each with its action and full resources. A single statement must allow a call
 * with all its keys, so an action on a table has one statement, or one for each call that it makes. A read that names no
 * attributes gets all of them, and counts as a call without attributes: where they are limited, it must name some.
 */
export const allowAccess = (access: readonly ItemAccess[], { tableArn }: Pick<UsedTable, 'tableArn'>) =>
  access.map(
    ({ action, indexes, partitions, attributes }) =>
      new PolicyStatement({
        actions: [`dynamodb:${action}`],
        resources: indexes?.map((index) => `${tableArn}/index/${index}`) ?? [tableArn],
        conditions: {
          ...(partitions && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } }),
          ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } }),
          ...(attributes && isReading(action) && namesAttributes),
        },
      }),
  );

/**
 * Lets a role use the key, and that of an existing table, through the given services, such as `dynamodb`, and in no
 * other way.
 *
 * @param access what the role does to items, which says whether it writes
 */
export const allowKeyUse = (
  access: readonly ItemAccess[],
  key: IKey,
  services: readonly string[],
  { existingTableKeyArn }: Pick<Options, 'existingTableKeyArn'>,
): PolicyStatement =>
  new PolicyStatement({
    actions: [...keyActions(access)],
    resources: [key.keyArn, ...(existingTableKeyArn === undefined ? [] : [existingTableKeyArn])],
    conditions: {
      StringEquals: {
        'kms:ViaService': services.map((service) => `${service}.${key.stack.region}.${key.stack.urlSuffix}`),
      },
    },
  });
