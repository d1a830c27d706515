import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Options } from '../options.ts';
import type { UsedTable } from '../table.ts';
import { keptData } from '../table.ts';

/**
 * The table of the log, apart from that of records: whoever restores that one does not take the log back with it, and roles that write
 * records do not reach it (docs/decisions/0041-log.md). One that exists is used instead of the stack's own, which stays where it is.
 */
export const createLogTable = (scope: Construct, key: IKey, options: Options): UsedTable => {
  const own = new TableV2(scope, 'LogTable', keptData(key, options));
  const { existingLogTable } = options;
  return existingLogTable === undefined ? own : TableV2.fromTableName(scope, 'ExistingLogTable', existingLogTable);
};
