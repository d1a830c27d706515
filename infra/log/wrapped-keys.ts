import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';

/**
 * Lets a role wrap and open a private key that signs for the log: with the stage's encryption key, and for this purpose of this stage
 * alone. What DynamoDB and Secrets Manager encrypt has another context, and is not opened by this.
 */
export const allowWrapping = (
  { keyArn }: IKey,
  { purpose, stage }: { readonly purpose: 'checkpoints' | 'events'; readonly stage: string },
): PolicyStatement =>
  new PolicyStatement({
    actions: ['kms:Encrypt', 'kms:Decrypt'],
    resources: [keyArn],
    conditions: {
      StringEquals: { 'kms:EncryptionContext:purpose': purpose, 'kms:EncryptionContext:stage': stage },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['purpose', 'stage'] },
    },
  });
