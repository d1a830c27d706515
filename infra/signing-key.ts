import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnRotationSchedule, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { createFunction } from './function.ts';
import type { RegisterOptions } from './register-name.ts';
import { removalPolicy } from './removal.ts';
import type { Stores } from './stores.ts';
import { tableAccess } from './table-access.ts';
import { allowAccess, allowKeyUse } from './table-policy.ts';

/** The secret with the private signing key. Until its first rotation it holds a random text, which cannot sign. */
export const createSigningKey = (scope: Construct, encryptionKey: IKey, retainData: boolean): Secret =>
  new Secret(scope, 'SigningKey', {
    description: 'Private key that signs access tokens (ES256), with its name',
    encryptionKey,
    removalPolicy: removalPolicy(retainData),
  });

export const allowReadingSecret = ({ secretArn }: Secret): PolicyStatement =>
  new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] });

const allowRotatingSecret = ({ secretArn }: Secret): PolicyStatement =>
  new PolicyStatement({
    actions: ['GetSecretValue', 'PutSecretValue', 'DescribeSecret', 'UpdateSecretVersionStage'].map(
      (action) => `secretsmanager:${action}`,
    ),
    resources: [secretArn],
  });

/**
 * The job that creates the key pair, and its schedule. Secrets Manager runs a new schedule at once, which gives
 * the first deployment its first key pair (docs/decisions/functions.md#signing-key).
 */
export const createKeyRotation = (
  scope: Construct,
  { table, signingKey, key }: Stores,
  options: RegisterOptions,
): LambdaFunction => {
  const job = createFunction(
    scope,
    {
      name: 'rotateSigningKey',
      description: 'Creates and publishes signing keys for Secrets Manager',
      timeout: Duration.minutes(1),
      environment: { TABLE_NAME: table.tableName, SIGNING_KEY_SECRET: signingKey.secretArn },
      statements: [
        ...allowAccess(tableAccess.rotateSigningKey, table),
        allowKeyUse(tableAccess.rotateSigningKey, key, ['dynamodb', 'secretsmanager'], options),
        allowRotatingSecret(signingKey),
      ],
    },
    options,
  );
  job.addPermission('Invocation', {
    principal: new ServicePrincipal('secretsmanager.amazonaws.com'),
    sourceAccount: job.stack.account,
  });
  const schedule = new CfnRotationSchedule(scope, 'Schedule', {
    secretId: signingKey.secretArn,
    rotationLambdaArn: job.functionArn,
    rotationRules: { automaticallyAfterDays: options.signingKeyRotationDays },
    rotateImmediatelyOnUpdate: true,
  });
  schedule.node.addDependency(job);
  return job;
};
