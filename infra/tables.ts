import { RemovalPolicy, Stack, Token } from 'aws-cdk-lib';
import type { ITableV2, TablePropsV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { consentIndexes } from '../shared/consents/indexes.ts';
import { tableDefinition } from '../shared/store/keys.ts';
import type { ItemAccess } from './access.ts';
import { isReading, keyActions } from './access.ts';
import type { Options } from './options.ts';

const sortKey = { name: tableDefinition.sortKey, type: AttributeType.STRING };

/** What functions and metrics need to know about a table. */
type UsedTable = Pick<ITableV2, 'tableName' | 'tableArn'>;

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

type TableOptions = Pick<Options, 'retainData' | 'replicaKeyArns'>;

/**
 * What all tables share. Any second of the last weeks can be restored (`restorableDays`), and if data is retained, deletion needs two
 * deliberate steps. The stream exists from the start: a replica needs one, and CloudFormation changes it only in a table without
 * replicas (AWS::DynamoDB::GlobalTable StreamSpecification).
 */
export const sharedTableProps = (key: IKey, options: TableOptions): TablePropsV2 => ({
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
    ...sharedTableProps(key, options),
    timeToLiveAttribute: tableDefinition.timeToLive,
    globalSecondaryIndexes: consentIndexes.map((index) => ({
      indexName: index.name,
      partitionKey: { name: index.partitionKey, type: AttributeType.BINARY },
      sortKey,
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...index.nonKeyAttributes],
    })),
  });

/** The erasures, and the key of the remaining evidence: only for operators' commands (docs/decisions.md#erasures). */
export const createErasuresTable = (scope: Construct, key: IKey, options: TableOptions): TableV2 =>
  new TableV2(scope, 'ErasuresTable', sharedTableProps(key, options));

/** The erasures table in use: the stack's own, or an existing one. The stack's own stays. */
export const chooseErasuresTable = (
  scope: Construct,
  own: TableV2,
  { existingErasuresTable }: Pick<Options, 'existingErasuresTable'>,
): ITableV2 =>
  existingErasuresTable === undefined
    ? (own as ITableV2)
    : TableV2.fromTableName(scope, 'ExistingErasuresTable', existingErasuresTable);

/** `ForAllValues` also holds for a call that names no attribute, so such a read is refused separately. */
const namesAttributes = {
  StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  Null: { 'dynamodb:Attributes': 'false' },
};

/**
 * The statements of a role's policy, each with its action and full resources. A single statement must allow a call
 * with all its keys, so an action on a table has one statement, or one for each call that it makes. A read that names no
 * attributes gets all of them, and counts as a call without attributes: where they are limited, it must name some.
 */
export const allowAccess = (access: readonly ItemAccess[], { tableArn }: Pick<UsedTable, 'tableArn'>) =>
  access.map(
    ({ action, indexes, partitions, attributes }) =>
      new PolicyStatement({
        actions: [`dynamodb:${action}`],
        resources: indexes?.map((index) => `${tableArn}/index/${index}`) ?? [tableArn],
        conditions: {
          ...(partitions && { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } }),
          ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes } }),
          ...(attributes && isReading(action) && namesAttributes),
        },
      }),
  );

/**
 * Lets a role use the key, and that of an existing table, through the given services, such as `dynamodb`, and in no
 * other way.
 *
 * @param access what the role does to items, which says whether it writes
 */
export const allowKeyUse = (
  access: readonly ItemAccess[],
  key: IKey,
  services: readonly string[],
  { existingTableKeyArn }: Pick<Options, 'existingTableKeyArn'>,
): PolicyStatement =>
  new PolicyStatement({
    actions: [...keyActions(access)],
    resources: [key.keyArn, ...(existingTableKeyArn === undefined ? [] : [existingTableKeyArn])],
    conditions: {
      StringEquals: {
        'kms:ViaService': services.map((service) => `${service}.${key.stack.region}.${key.stack.urlSuffix}`),
      },
    },
  });

/**
 * What happens to a resource that holds data when the stack, or a refactoring, would delete it. If the stack's creation
 * fails, the resource holds nothing yet and is deleted.
 */
export const removalPolicy = (retainData: boolean): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * The same for the table and its key, which stay even if the creation fails: CloudFormation cannot delete a protected
 * table, and the rollback would fail with it. docs/deploy.md says how to delete both.
 */
export const tableRemovalPolicy = (retainData: boolean): RemovalPolicy =>
  retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
