import { Duration, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { OperationName } from '../shared/contract.ts';
import { contract } from '../shared/contract.ts';
import type { OperationDefinition } from '../shared/operation-definition.ts';
import { allowSigning } from './evidence-key.ts';
import { createFunction } from './function.ts';
import { logAccess } from './log/log-access.ts';
import { memorySize } from './memory.ts';
import type { Options } from './options.ts';
import { allowReadingSecret } from './signing-key-secret.ts';
import type { Stores } from './stores.ts';
import { tableAccess } from './table-access.ts';
import { allowAccess, allowKeyUse } from './table-policy.ts';

/** The SDK's default endpoint. It is set explicitly because SAM replaces only variables that a template has. */
const endpointOf = (service: string, scope: Construct): string => {
  const { region, urlSuffix } = Stack.of(scope);
  return `https://${service}.${region}.${urlSuffix}`;
};

/** The function of an operation. Its role allows only what the operation needs. */
export const createOperationFunction = (
  scope: Construct,
  operation: OperationName,
  { table, signingKey, evidenceKey, key, log }: Stores,
  options: Options,
): LambdaFunction => {
  const { path, signs, attests }: OperationDefinition = contract[operation];
  const issuesTokens = signs === true;
  const access = tableAccess[operation];
  const ofLog = (log && logAccess[operation]) ?? [];
  return createFunction(
    scope,
    {
      name: operation,
      description: `POST ${path}`,
      memorySize: memorySize(operation, options),
      timeout: Duration.seconds(28),
      environment: {
        TABLE_NAME: table.tableName,
        AWS_ENDPOINT_URL_DYNAMODB: endpointOf('dynamodb', scope),
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
        ...(log && ofLog.length > 0 && { LOG_TABLE_NAME: log.table.tableName }),
      },
      statements: [
        ...allowAccess(access, table),
        ...(log ? allowAccess(ofLog, log.table) : []),
        allowKeyUse([...access, ...ofLog], key, ['dynamodb', ...(issuesTokens ? ['secretsmanager'] : [])], options),
        ...(issuesTokens ? [allowReadingSecret(signingKey)] : []),
        ...(attests ? allowSigning(evidenceKey) : []),
      ],
      reservedConcurrency: operation === 'login' ? options.loginConcurrency : undefined,
    },
    options,
  );
};
