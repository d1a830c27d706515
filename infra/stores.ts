import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { UsedTable } from './table.ts';

/** What the functions keep and read: the table, for those that sign the private key, and the key that encrypts both. */
export interface Stores {
  readonly table: UsedTable;
  readonly signingKey: Secret;
  readonly key: IKey;
}
