import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LoggingFormat } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { OperationDefinition, OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import { bundle } from './bundle.ts';
import { memorySize } from './memory.ts';
import { allowTableAccess } from './table-access.ts';

/** What the functions keep and read: the table, and for those that sign the private key. */
export interface Stores {
  readonly table: TableV2;
  readonly signingKey: Secret;
}

/** The function of an operation, whose role allows what the operation needs and nothing else. */
export const createFunction = (
  scope: Construct,
  operation: OperationName,
  { table, signingKey }: Stores,
): NodejsFunction => {
  const { path, signs }: OperationDefinition = contract[operation];
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const logGroup = new LogGroup(scope, 'Logs', { retention: RetentionDays.THREE_MONTHS });
  logGroup.grantWrite(role);
  for (const statement of allowTableAccess(operation, table)) role.addToPolicy(statement);
  if (signs) signingKey.grantRead(role);
  return new NodejsFunction(scope, 'Function', {
    description: `POST ${path}`,
    ...bundle(scope, `functions${path}.ts`),
    memorySize: memorySize(operation),
    timeout: Duration.seconds(28),
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    environment: { TABLE_NAME: table.tableName, ...(signs && { SIGNING_KEY_SECRET: signingKey.secretArn }) },
  });
};
