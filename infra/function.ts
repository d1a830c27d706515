import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { BundlingOptions } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { OperationDefinition, OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import { memorySize } from './memory.ts';
import { allowTableAccess } from './table-access.ts';

const projectRoot = join(import.meta.dirname, '..');

/** Where the SDK looks for credentials after the environment, which is where Lambda puts them: never loaded there. */
const unusedProviders = ['ini', 'process', 'sso', 'web-identity'].map((name) => `@aws-sdk/credential-provider-${name}`);

/** As loads fastest on Node 24: one CommonJS file, made from the packages' ES modules, with the AWS SDK inside. */
const bundling: BundlingOptions = {
  format: OutputFormat.CJS,
  mainFields: ['module', 'main'],
  externalModules: unusedProviders,
  target: 'node24',
  minify: true,
  logLevel: LogLevel.WARNING,
};

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
    entry: join(projectRoot, `functions${path}.ts`),
    projectRoot,
    depsLockFilePath: join(projectRoot, 'package-lock.json'),
    bundling,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: memorySize(operation),
    timeout: Duration.seconds(28),
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    environment: { TABLE_NAME: table.tableName, ...(signs && { SIGNING_KEY_SECRET: signingKey.secretArn }) },
    awsSdkConnectionReuse: false,
  });
};
