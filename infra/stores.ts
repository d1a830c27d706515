import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { LogStores } from './log/log-stores.ts';

/** What the functions use: the table, the private key for functions that sign tokens, the evidence key for the one that signs evidence, and the key that encrypts the first two. */
export interface Stores {
  readonly table: ITableV2;
  readonly signingKey: Secret;
  readonly evidenceKey: IKey;
  readonly key: IKey;
  readonly log: LogStores;
}
