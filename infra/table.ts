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

/** What the functions and whoever watches them need to know of the table. */
export type UsedTable = Pick<TableV2, 'tableName' | 'tableArn'>;

/**
 * The table that is used: the stack's own, or one that exists, such as a restored one or in another region a replica. The
 * stack's own stays where it is.
 */
export const chooseTable = (
  scope: Construct,
  own: TableV2,
  { existingTable }: Pick<Options, 'existingTable'>,
): UsedTable => (existingTable === undefined ? own : TableV2.fromTableName(scope, 'ExistingTable', existingTable));

/**
 * The one table. Its records are evidence: any second of the last 35 days can be restored, and where data is retained
 * nobody deletes it without two deliberate steps. Its stream is there from the start: a replica needs one, and CloudFormation
 * changes it only in a table without replicas (AWS::DynamoDB::GlobalTable StreamSpecification).
 */
export const createTable = (
  scope: Construct,
  key: IKey,
  { retainData, replicaKeyArns, tableClass }: Pick<Options, 'retainData' | 'replicaKeyArns' | 'tableClass'>,
): TableV2 =>
  new TableV2(scope, 'Table', {
    partitionKey: { name: tableDefinition.partitionKey, type: AttributeType.STRING },
    sortKey,
    timeToLiveAttribute: tableDefinition.timeToLive,
    globalSecondaryIndexes: consentIndexes.map((index) => ({
      indexName: index.name,
      partitionKey: { name: index.partitionKey, type: AttributeType.BINARY },
      sortKey,
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...index.nonKeyAttributes],
    })),
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.customerManagedKey(key, replicaKeyArns),
    dynamoStream: StreamViewType[tableDefinition.stream],
    replicas: Object.keys(replicaKeyArns).map((region) => ({ region })),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    tableClass: tableClasses[tableClass],
    deletionProtection: retainData,
    removalPolicy: tableRemovalPolicy(retainData),
  });
