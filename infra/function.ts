import type { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ApplicationLogLevel, LoggingFormat, SystemLogLevel, Tracing } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledgeFunction } from './acknowledgements.ts';
import { bundle } from './bundle.ts';
import type { Options } from './options.ts';
import { removalPolicy } from './removal.ts';

/** What makes one function differ from the others. */
export interface FunctionDefinition {
  readonly description: string;
  /** Path of its file from the root of the project. */
  readonly entry: string;
  /** Path of a program that writes files beside its code. */
  readonly writeFiles?: string;
  readonly memorySize: number;
  readonly timeout: Duration;
  readonly environment: Readonly<Record<string, string>>;
  /** All that its role may do beside writing its own log and traces. */
  readonly statements: readonly PolicyStatement[];
  /** Containers that are kept for it, and the most it can have. */
  readonly reservedConcurrency?: number | undefined;
  /** What becomes of a call that fails, where nobody waits for the answer. */
  readonly failures?: string;
}

/**
 * A function with its role and its log, with what every function here has: JSON logs that end, and sampled traces. Of Lambda's
 * own lines only those of a call that ended badly are kept, such as one that ran out of time: two lines of each call say what
 * its metrics say as well, and would be most of the log.
 */
export const createFunction = (
  scope: Construct,
  { entry, writeFiles, environment, statements, reservedConcurrency, failures, ...definition }: FunctionDefinition,
  { logRetentionDays, retainData }: Pick<Options, 'logRetentionDays' | 'retainData'>,
): NodejsFunction => {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const logGroup = new LogGroup(scope, 'Logs', {
    retention: logRetentionDays,
    removalPolicy: removalPolicy(retainData),
  });
  logGroup.grantWrite(role);
  for (const statement of statements) role.addToPolicy(statement);
  const handler = new NodejsFunction(scope, 'Function', {
    ...definition,
    ...bundle(scope, entry, writeFiles),
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
