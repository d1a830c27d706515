import type { Duration } from 'aws-cdk-lib';
import { Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledgeFunction } from './acknowledgements.ts';
import type { FunctionName } from './code.ts';
import type { RegisterOptions } from './register-name.ts';
import { removalPolicy } from './tables.ts';

/**
 * What a function needs that waits for DynamoDB and computes for about a millisecond. Only loading it takes long: twice the
 * memory halves that time at the same price.
 */
const usualMegabytes = 512;

/** What distinguishes one function from another. */
export interface FunctionDefinition {
  readonly name: FunctionName;
  readonly description: string;
  /** Megabytes, in proportion to which Lambda gives CPU. */
  readonly memorySize?: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  /** Everything its role may do besides writing its own log and traces. */
  readonly statements: readonly PolicyStatement[];
  /** Reserved containers: kept for the function, and its maximum. */
  readonly reservedConcurrency?: number | undefined;
  /** What happens to a failed call when nobody waits for the answer. */
  readonly failures?: string;
}

/** The SDK's default endpoint. It is set explicitly because SAM replaces only variables that a template has. */
export const endpointOf = (service: string, scope: Construct): string => {
  const { region, urlSuffix } = Stack.of(scope);
  return `https://${service}.${region}.${urlSuffix}`;
};

/**
 * A function with its role and log, and what all functions share: JSON logs with a retention, and sampled traces. Of Lambda's
 * own log lines only those of failed calls are kept, such as timeouts: the two lines of each call repeat
 * its metrics, and would make up most of the log.
 */
export const createFunction = (
  scope: Construct,
  {
    name,
    environment,
    statements,
    reservedConcurrency,
    failures,
    memorySize = usualMegabytes,
    ...definition
  }: FunctionDefinition,
  { codeOf, logRetentionDays, retainData }: Pick<RegisterOptions, 'codeOf' | 'logRetentionDays' | 'retainData'>,
): LambdaFunction => {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const logGroup = new LogGroup(scope, 'Logs', {
    retention: logRetentionDays,
    removalPolicy: removalPolicy(retainData),
  });
  logGroup.grantWrite(role);
  for (const statement of statements) role.addToPolicy(statement);
  const handler = new LambdaFunction(scope, 'Function', {
    ...definition,
    memorySize,
    code: codeOf(name),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    role,
    logGroup,
    environment: { ...environment },
    loggingFormat: LoggingFormat.JSON,
    applicationLogLevelV2: ApplicationLogLevel.INFO,
    systemLogLevelV2: SystemLogLevel.WARN,
    tracing: Tracing.ACTIVE,
    ...(reservedConcurrency && { reservedConcurrentExecutions: reservedConcurrency }),
  });
  acknowledgeFunction(scope, failures);
  return handler;
};
