import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Options } from '../options.ts';

/**
 * Lets a role wrap and open a private key that signs for the log: with the stage's encryption key, and for this purpose of this stage
 * alone. A log that this stage fed before its stack was made anew has one that the key of the existing table wrapped. What DynamoDB and Secrets Manager encrypt has another context, and is not opened by this.
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
