import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { UsedTable } from './table.ts';

/** What the functions keep and use: the table, for those that sign tokens the private key, for the one that signs evidence its key, and the key that encrypts the first two. */
export interface Stores {
  readonly table: UsedTable;
  readonly signingKey: Secret;
  readonly evidenceKey: IKey;
  readonly key: IKey;
}
