import { Stack, Token } from 'aws-cdk-lib';
import type { ITableV2, TablePropsV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { consentIndexes } from '../shared/consents/indexes.ts';
import { tableDefinition } from '../shared/store/keys.ts';
import type { Options } from './options.ts';
import { tableRemovalPolicy } from './removal.ts';

const sortKey = { name: tableDefinition.sortKey, type: AttributeType.STRING };

/** What functions and metrics need to know about a table. */
export type UsedTable = Pick<ITableV2, 'tableName' | 'tableArn'>;

/**
 * The table in use: the stack's own, or an existing one, such as a restored table or a replica in another region. The
 * stack's own stays. Of an existing table the options give the stream, and the key if it has another.
 */
export const chooseTable = (
  scope: Construct,
  own: TableV2,
  key: IKey,
  options: Pick<Options, 'existingTable' | 'existingTableStreamArn' | 'existingTableKeyArn'>,
): ITableV2 => {
  const { existingTable, existingTableStreamArn, existingTableKeyArn } = options;
  /** CDK's class lacks `undefined` in types that its interface demands under exactOptionalPropertyTypes. */
  if (existingTable === undefined) return own as ITableV2;
  return TableV2.fromTableAttributes(scope, 'ExistingTable', {
    tableName: existingTable,
    ...(existingTableStreamArn !== undefined && { tableStreamArn: existingTableStreamArn }),
    encryptionKey:
      existingTableKeyArn === undefined ? key : Key.fromKeyArn(scope, 'ExistingTableKey', existingTableKeyArn),
    grantIndexPermissions: true,
  });
};

/** CDK refuses a key in a stack whose region CloudFormation alone knows. There it has no replica, and so one key. */
const encryptWith = (key: IKey, { replicaKeyArns }: Pick<Options, 'replicaKeyArns'>): TableEncryptionV2 => {
  const encryption = TableEncryptionV2.customerManagedKey(key, replicaKeyArns);
  if (!Token.isUnresolved(Stack.of(key).region)) return encryption;
  return Object.assign(encryption, { _renderReplicaSseSpecification: () => ({ kmsMasterKeyId: key.keyArn }) });
};

export type TableOptions = Pick<Options, 'retainData' | 'replicaKeyArns'>;

/**
 * What all tables share. Any second of the last weeks can be restored (`restorableDays`), and if data is retained, deletion needs two
 * deliberate steps. The stream exists from the start: a replica needs one, and CloudFormation changes it only in a table without
 * replicas (AWS::DynamoDB::GlobalTable StreamSpecification).
 */
export const keptData = (key: IKey, options: TableOptions): TablePropsV2 => ({
  partitionKey: { name: tableDefinition.partitionKey, type: AttributeType.STRING },
  sortKey,
  billing: Billing.onDemand(),
  encryption: encryptWith(key, options),
  dynamoStream: StreamViewType[tableDefinition.stream],
  replicas: Object.keys(options.replicaKeyArns).map((region) => ({ region })),
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
  deletionProtection: options.retainData,
  removalPolicy: tableRemovalPolicy(options.retainData),
});

/** The main table. Its records are evidence. */
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
  });

/** The erasures, and the key of the remaining evidence: only for operators' commands (docs/decisions/shared.md#erasures). */
export const createErasuresTable = (scope: Construct, key: IKey, options: TableOptions): TableV2 =>
  new TableV2(scope, 'ErasuresTable', keptData(key, options));

/** The erasures table in use: the stack's own, or an existing one. The stack's own stays. */
export const chooseErasuresTable = (
  scope: Construct,
  own: TableV2,
  { existingErasuresTable }: Pick<Options, 'existingErasuresTable'>,
): ITableV2 =>
  existingErasuresTable === undefined
    ? (own as ITableV2)
    : TableV2.fromTableName(scope, 'ExistingErasuresTable', existingErasuresTable);
