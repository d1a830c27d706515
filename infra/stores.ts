import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { LogStores } from './log/log-stores.ts';
import type { MainTable } from './table.ts';

/** What the functions keep and use: the table, for those that sign tokens the private key, for the one that signs evidence its key, and the key that encrypts the first two. */
export interface Stores {
  readonly table: MainTable;
  readonly signingKey: Secret;
  readonly evidenceKey: IKey;
  readonly key: IKey;
  /** Where the log is on. */
  readonly log: LogStores | undefined;
}
