import { Duration } from 'aws-cdk-lib';
import type { HttpApi, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { OperationName } from '../shared/api/contract.ts';
import { contract } from '../shared/api/contract.ts';
import type { OperationDefinition } from '../shared/api/operations.ts';
import { accessLogging, tableAccess } from './access.ts';
import { addRoute, createKeyFile } from './api.ts';
import type { Actor, Job } from './code.ts';
import { operations, toResourceName } from './code.ts';
import type { Sender } from './confirmations.ts';
import { allowSending, createConfirmationFunctions, createSender, mailEnvironment } from './confirmations.ts';
import { createFunction, endpointOf } from './function.ts';
import { allowReadingSecret, allowSigning, createKeyCheck, createKeyRotation } from './keys.ts';
import { createLinkFunctions, linkEnvironment } from './links.ts';
import { createFeeding, createPublishing } from './log.ts';
import { logAccess } from './log-access.ts';
import { createLogMetrics } from './log-metrics.ts';
import type { RegisterOptions } from './register-name.ts';
import type { Stores } from './stores.ts';
import { allowAccess, allowKeyUse } from './tables.ts';

/** The functions of a stage, by the owners of their roles. Some exist only with an option. */
export type Functions = Readonly<Record<Job, LambdaFunction> & Partial<Record<Actor, LambdaFunction>>>;

/** Everything that runs with rights of its own: the functions behind their routes, and the jobs, with the metrics of their logs. */
export const createFunctions = (
  scope: Construct,
  api: HttpApi,
  stores: Stores,
  options: RegisterOptions,
): { readonly functions: Functions; readonly routes: readonly HttpRoute[] } => {
  const sender = createSender(scope, options);
  const partsOf = (actor: Actor): Construct => new Construct(scope, toResourceName(actor));
  const routes: HttpRoute[] = [];
  const createOperation = (operation: OperationName): LambdaFunction => {
    const parts = partsOf(operation);
    const handler = createOperationFunction(parts, operation, api, { ...stores, sender }, options);
    routes.push(addRoute(parts, api, operation, handler));
    return handler;
  };
  const confirmations = sender && createConfirmationFunctions(scope, api, stores, options);
  const isOn = (name: OperationName): boolean => {
    const { option }: OperationDefinition = contract[name];
    return option === undefined || options[option];
  };
  const ofOperations = Object.fromEntries(operations.filter(isOn).map((name) => [name, createOperation(name)]));
  const keyFile = createKeyFile(partsOf('keyFile'), api, stores, options);
  const links =
    stores.linkSecret && createLinkFunctions(scope, api, { ...stores, linkSecret: stores.linkSecret }, options);
  const functions: Functions = {
    ...ofOperations,
    keyFile: keyFile.handler,
    ...links?.functions,
    ...confirmations?.functions,
    rotateSigningKey: createKeyRotation(partsOf('rotateSigningKey'), stores, options),
    checkKeys: createKeyCheck(partsOf('checkKeys'), stores, options),
    feedLog: createFeeding(partsOf('feedLog'), stores, options),
    publishCheckpoint: createPublishing(partsOf('publishCheckpoint'), stores, options),
  };
  for (const [actor, { logGroup }] of Object.entries(functions) as [Actor, LambdaFunction][]) {
    createLogMetrics(new Construct(scope, `${toResourceName(actor)}Metrics`), actor, logGroup, options);
  }
  return {
    functions,
    routes: [...routes, ...keyFile.routes, ...(links?.routes ?? []), ...(confirmations?.routes ?? [])],
  };
};

/** The function of an operation. Its role allows only what the operation needs. */
const createOperationFunction = (
  scope: Construct,
  operation: OperationName,
  httpApi: HttpApi,
  { table, signingKey, evidenceKey, key, log, linkSecret, sender }: Stores & { readonly sender: Sender | undefined },
  options: RegisterOptions,
): LambdaFunction => {
  const { path, signs, attests, shows, option }: OperationDefinition = contract[operation];
  const issuesTokens = signs === true;
  const ofLinks = option === 'personLinks' ? linkSecret : undefined;
  const mails = operation === 'requestConfirmation' ? sender : undefined;
  const readsSecret = issuesTokens || ofLinks !== undefined;
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
        ...(ofLinks && linkEnvironment(scope, httpApi, ofLinks, options)),
        ...(mails && mailEnvironment(scope, httpApi, mails, options)),
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
        allowKeyUse([...access, ...ofLog], key, ['dynamodb', ...(readsSecret ? ['secretsmanager'] : [])], options),
        ...(issuesTokens ? [allowReadingSecret(signingKey)] : []),
        ...(ofLinks ? [allowReadingSecret(ofLinks)] : []),
        ...(mails ? [allowSending(scope, mails)] : []),
        ...(attests ? allowSigning(evidenceKey) : []),
      ],
      reservedConcurrency: operation === 'login' ? options.loginConcurrency : undefined,
    },
    options,
  );
};

/** Whether it computes a bcrypt, as fast as its CPU: a login one, a new password two. */
const computesHashes = (operation: OperationName): boolean => operation === 'login' || operation === 'changePassword';
