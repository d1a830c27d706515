import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { OperationName } from '../shared/api/contract.ts';
import { contract } from '../shared/api/contract.ts';
import type { OperationDefinition } from '../shared/api/operations.ts';
import { accessLogging, tableAccess } from './access.ts';
import { addRoute, createKeyFile } from './api.ts';
import type { Actor } from './code.ts';
import { operations, toResourceName } from './code.ts';
import { createFunction } from './function.ts';
import { allowReadingSecret, allowSigning, createKeyCheck, createKeyRotation } from './keys.ts';
import { createFeeding, createPublishing } from './log.ts';
import { logAccess } from './log-access.ts';
import { createLogMetrics } from './log-metrics.ts';
import type { RegisterOptions } from './register-name.ts';
import type { Stores } from './stores.ts';
import { allowAccess, allowKeyUse } from './tables.ts';

/** The functions of a stage, by the owners of their roles. */
export type Functions = Readonly<Record<Actor, LambdaFunction>>;

/** Everything that runs with rights of its own: the functions behind their routes, and the jobs, with the metrics of their logs. */
export const createFunctions = (
  scope: Construct,
  api: HttpApi,
  stores: Stores,
  options: RegisterOptions,
): { readonly functions: Functions; readonly routes: readonly HttpRoute[] } => {
  const partsOf = (actor: Actor): Construct => new Construct(scope, toResourceName(actor));
  const routes: HttpRoute[] = [];
  const createOperation = (operation: OperationName): LambdaFunction => {
    const parts = partsOf(operation);
    const handler = createOperationFunction(parts, operation, stores, options);
    routes.push(addRoute(parts, api, operation, handler));
    return handler;
  };
  const ofOperations = Object.fromEntries(operations.map((name) => [name, createOperation(name)]));
  const keyFile = createKeyFile(partsOf('keyFile'), api, stores, options);
  const functions = {
    ...(ofOperations as Record<OperationName, LambdaFunction>),
    keyFile: keyFile.handler,
    rotateSigningKey: createKeyRotation(partsOf('rotateSigningKey'), stores, options),
    checkKeys: createKeyCheck(partsOf('checkKeys'), stores, options),
    feedLog: createFeeding(partsOf('feedLog'), stores, options),
    publishCheckpoint: createPublishing(partsOf('publishCheckpoint'), stores, options),
  };
  for (const [actor, { logGroup }] of Object.entries(functions) as [Actor, LambdaFunction][]) {
    createLogMetrics(new Construct(scope, `${toResourceName(actor)}Metrics`), actor, logGroup, options);
  }
  return { functions, routes: [...routes, ...keyFile.routes] };
};

/** The SDK's default endpoint. It is set explicitly because SAM replaces only variables that a template has. */
const endpointOf = (service: string, scope: Construct): string => {
  const { region, urlSuffix } = Stack.of(scope);
  return `https://${service}.${region}.${urlSuffix}`;
};

/** The function of an operation. Its role allows only what the operation needs. */
const createOperationFunction = (
  scope: Construct,
  operation: OperationName,
  { table, signingKey, evidenceKey, key, log }: Stores,
  options: RegisterOptions,
): LambdaFunction => {
  const { path, signs, attests, shows }: OperationDefinition = contract[operation];
  const issuesTokens = signs === true;
  const isNoted = shows === true && options.accessLog;
  const access = [...tableAccess[operation], ...(isNoted ? [accessLogging] : [])];
  const ofLog = logAccess[operation] ?? [];
  return createFunction(
    scope,
    {
      name: operation,
      description: `POST ${path}`,
      ...(computesHashes(operation) && { memorySize: options.loginMemoryMegabytes }),
      timeout: Duration.seconds(28),
      environment: {
        TABLE_NAME: table.tableName,
        AWS_ENDPOINT_URL_DYNAMODB: endpointOf('dynamodb', scope),
        ...(options.allowedAddresses && { ALLOWED_ADDRESSES: options.allowedAddresses.join(',') }),
        ...(isNoted && { ACCESS_LOG: 'true' }),
        ...(issuesTokens && {
          SIGNING_KEY_SECRET: signingKey.secretArn,
          AWS_ENDPOINT_URL_SECRETS_MANAGER: endpointOf('secretsmanager', scope),
          ACCESS_TOKEN_SECONDS: String(options.accessTokenSeconds),
          REFRESH_TOKEN_SECONDS: String(options.refreshTokenSeconds),
        }),
        ...(attests && {
          EVIDENCE_KEY: evidenceKey.keyArn,
          STAGE: options.stage,
          AWS_ENDPOINT_URL_KMS: endpointOf('kms', scope),
        }),
        ...(ofLog.length > 0 && { LOG_TABLE_NAME: log.table.tableName }),
      },
      statements: [
        ...allowAccess(access, table),
        ...allowAccess(ofLog, log.table),
        allowKeyUse([...access, ...ofLog], key, ['dynamodb', ...(issuesTokens ? ['secretsmanager'] : [])], options),
        ...(issuesTokens ? [allowReadingSecret(signingKey)] : []),
        ...(attests ? allowSigning(evidenceKey) : []),
      ],
      reservedConcurrency: operation === 'login' ? options.loginConcurrency : undefined,
    },
    options,
  );
};

/** Whether it computes a bcrypt, as fast as its CPU: a login one, a new password two. */
const computesHashes = (operation: OperationName): boolean => operation === 'login' || operation === 'changePassword';
