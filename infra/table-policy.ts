import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { keyActions } from '../shared/store/item-access.ts';
import type { Options } from './options.ts';
import type { UsedTable } from './table.ts';
import type { Actor } from './table-access.ts';
import { tableAccess } from './table-access.ts';

/**
 * The statements of a role's policy, each naming its action and resources in full. A call is allowed by one statement
 * with all its keys, so each action on the table has one.
 */
export const allowTableAccess = (actor: Actor, { tableArn }: UsedTable): PolicyStatement[] =>
  tableAccess[actor].map(
    ({ action, indexes, partitions, attributes }) =>
      new PolicyStatement({
        actions: [`dynamodb:${action}`],
        resources: indexes?.map((index) => `${tableArn}/index/${index}`) ?? [tableArn],
        conditions: {
          ...(partitions && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } }),
          ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } }),
        },
      }),
  );

/**
 * Lets a role use the key, and that of a table that exists, through the given services, such as `dynamodb`, and in no
 * other way.
 */
export const allowKeyUse = (
  actor: Actor,
  key: IKey,
  services: readonly string[],
  { existingTableKeyArn }: Pick<Options, 'existingTableKeyArn'>,
): PolicyStatement =>
  new PolicyStatement({
    actions: [...keyActions(tableAccess[actor])],
    resources: [key.keyArn, ...(existingTableKeyArn === undefined ? [] : [existingTableKeyArn])],
    conditions: {
      StringEquals: {
        'kms:ViaService': services.map((service) => `${service}.${key.stack.region}.${key.stack.urlSuffix}`),
      },
    },
  });
