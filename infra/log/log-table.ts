import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Options } from '../options.ts';
import type { UsedTable } from '../table.ts';
import { keptData } from '../table.ts';

/**
 * The log's table, separate from that of records: a restore of the records does not also restore the log, and roles that write
 * records cannot reach it (docs/decisions/0041-log.md). An existing table given in the options replaces the stack's own, which stays.
 */
export const createLogTable = (scope: Construct, key: IKey, options: Options): UsedTable => {
  const own = new TableV2(scope, 'LogTable', keptData(key, options));
  const { existingLogTable } = options;
  return existingLogTable === undefined ? own : TableV2.fromTableName(scope, 'ExistingLogTable', existingLogTable);
};
