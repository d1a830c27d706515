import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { tableDefinition } from '../shared/store/table.ts';

const keys = ({ partitionKey, sortKey }: { readonly partitionKey: string; readonly sortKey: string }) => ({
  partitionKey: { name: partitionKey, type: AttributeType.STRING },
  sortKey: { name: sortKey, type: AttributeType.STRING },
});

/** The one table. Its records are evidence: they outlive the stack, and any second of the last 35 days can be restored. */
export const createTable = (scope: Construct): TableV2 =>
  new TableV2(scope, 'Table', {
    ...keys(tableDefinition),
    timeToLiveAttribute: tableDefinition.timeToLive,
    globalSecondaryIndexes: tableDefinition.indexes.map((index) => ({
      indexName: index.name,
      ...keys(index),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: [...index.nonKeyAttributes],
    })),
    billing: Billing.onDemand(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    removalPolicy: RemovalPolicy.RETAIN,
  });
