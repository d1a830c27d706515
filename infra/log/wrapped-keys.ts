import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Options } from '../options.ts';

/**
 * Lets a role wrap and unwrap the private keys that sign for the log: with the stage's encryption key, and only for this purpose of this stage.
 * If the stack was recreated, its log may have a key that the existing table's key wrapped. Data of DynamoDB and Secrets Manager has another encryption context, so this right does not decrypt it.
 */
export const allowWrapping = (
  { keyArn }: IKey,
  purpose: 'checkpoints' | 'events',
  { stage, existingTableKeyArn }: Pick<Options, 'stage' | 'existingTableKeyArn'>,
): PolicyStatement =>
  new PolicyStatement({
    actions: ['kms:Encrypt', 'kms:Decrypt'],
    resources: [keyArn, ...(existingTableKeyArn === undefined ? [] : [existingTableKeyArn])],
    conditions: {
      StringEquals: { 'kms:EncryptionContext:purpose': purpose, 'kms:EncryptionContext:stage': stage },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['purpose', 'stage'] },
    },
  });
