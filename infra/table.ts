import type { TablePropsV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableClass,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { consentIndexes } from '../shared/consents/indexes.ts';
import { tableDefinition } from '../shared/store/table.ts';
import type { Options } from './options.ts';
import { tableRemovalPolicy } from './removal.ts';

const sortKey = { name: tableDefinition.sortKey, type: AttributeType.STRING };

const tableClasses = {
  standard: TableClass.STANDARD,
  'infrequent-access': TableClass.STANDARD_INFREQUENT_ACCESS,
} as const;

/** What the functions and whoever watches them need to know of a table. */
export type UsedTable = Pick<TableV2, 'tableName' | 'tableArn'>;

/** The same of the main table, with its stream, which is known of one that exists where an option says it. */
export interface MainTable extends UsedTable {
  readonly streamArn: string | undefined;
}

/**
 * The table that is used: the stack's own, or one that exists, such as a restored one or in another region a replica. The
 * stack's own stays where it is.
 */
export const chooseTable = (
  scope: Construct,
  own: TableV2,
  { existingTable, existingTableStreamArn }: Pick<Options, 'existingTable' | 'existingTableStreamArn'>,
): MainTable => {
  if (existingTable === undefined) {
    return { tableName: own.tableName, tableArn: own.tableArn, streamArn: own.tableStreamArn };
  }
  const { tableName, tableArn } = TableV2.fromTableName(scope, 'ExistingTable', existingTable);
  return { tableName, tableArn, streamArn: existingTableStreamArn };
};

export type TableOptions = Pick<Options, 'retainData' | 'replicaKeyArns' | 'tableClass'>;

/**
 * What all tables have. Any second of the last 35 days can be restored, and where data is retained nobody deletes them without two
 * deliberate steps. The stream is there from the start: a replica needs one, and CloudFormation changes it only in a table without
 * replicas (AWS::DynamoDB::GlobalTable StreamSpecification).
 */
export const keptData = (key: IKey, { retainData, replicaKeyArns }: TableOptions): TablePropsV2 => ({
  partitionKey: { name: tableDefinition.partitionKey, type: AttributeType.STRING },
  sortKey,
  billing: Billing.onDemand(),
  encryption: TableEncryptionV2.customerManagedKey(key, replicaKeyArns),
  dynamoStream: StreamViewType[tableDefinition.stream],
  replicas: Object.keys(replicaKeyArns).map((region) => ({ region })),
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  deletionProtection: retainData,
  removalPolicy: tableRemovalPolicy(retainData),
});

/** The one table that functions use. Its records are evidence. */
export const createTable = (scope: Construct, key: IKey, options: TableOptions): TableV2 =>
  new TableV2(scope, 'Table', {
    ...keptData(key, options),
    timeToLiveAttribute: tableDefinition.timeToLive,
    globalSecondaryIndexes: consentIndexes.map((index) => ({
      indexName: index.name,
      partitionKey: { name: index.partitionKey, type: AttributeType.BINARY },
      sortKey,
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...index.nonKeyAttributes],
    })),
    tableClass: tableClasses[options.tableClass],
  });

/** What was erased, and the key of what stays of it: for operators' commands alone (docs/decisions/0033-erasures.md). */
export const createErasuresTable = (scope: Construct, key: IKey, options: TableOptions): TableV2 =>
  new TableV2(scope, 'ErasuresTable', keptData(key, options));
