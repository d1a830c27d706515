import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import type { OperationName } from '../../shared/api/contract.ts';
import { contract } from '../../shared/api/contract.ts';
import type { OperationDefinition } from '../../shared/api/operations.ts';
import { findConsole, findFunction, findJob, findNoOperation, synthesise } from '../support/make/stack.ts';

const { template } = await synthesise({ personLinks: true });
const operations = Object.keys(contract) as OperationName[];
const signs = (operation: OperationName): boolean => (contract[operation] as OperationDefinition).signs === true;

test('has one function on Node 24 and arm64 for each operation, each of four jobs, two for links, one for the key file and one for no operation, with JSON logs and traces', () => {
  template.resourceCountIs('AWS::Lambda::Function', operations.length + 8);
  template.allResourcesProperties('AWS::Lambda::Function', {
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    LoggingConfig: {
      LogFormat: 'JSON',
      ApplicationLogLevel: 'INFO',
      SystemLogLevel: 'WARN',
      LogGroup: { Ref: Match.anyValue() },
    },
    TracingConfig: { Mode: 'Active' },
  });
});

test('ends every log after 90 days', () => {
  template.resourceCountIs('AWS::Logs::LogGroup', operations.length + 9);
  template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 90 });
});

test.each(operations)('%s: the function ends before the gateway gives up', (operation) => {
  const { properties, integration } = findFunction(template, operation);

  expect(properties.Timeout * 1000).toBeLessThan(integration.TimeoutInMillis);
});

/** Both hash passwords. */
const hashing: readonly OperationName[] = ['login', 'changePassword'];

test.each([
  ['nothing, which every account can give', 0, undefined],
  ['containers of its own, and a flood takes no more', 10, 10],
])('gives what hashes passwords a whole CPU, and reserves %s', async (_, loginConcurrency, reserved) => {
  const other = await synthesise({ personLinks: true, loginConcurrency });
  const given = operations.map((operation) => {
    const { MemorySize, ReservedConcurrentExecutions } = findFunction(other.template, operation).properties;
    return [operation, MemorySize, ReservedConcurrentExecutions];
  });

  expect(given).toEqual(
    operations.map((name) => [name, hashing.includes(name) ? 1769 : 512, name === 'login' ? reserved : undefined]),
  );
});

test('reserves nothing without the option', () => {
  expect(JSON.stringify(template.toJSON())).not.toContain('ReservedConcurrentExecutions');
});

test('gives the function for no operation little memory, no container of its own and nothing of the register', () => {
  const { MemorySize, ReservedConcurrentExecutions, Environment, Timeout } = findNoOperation(template).properties;

  expect({ MemorySize, ReservedConcurrentExecutions, Environment, Timeout }).toEqual({ MemorySize: 128, Timeout: 10 });
});

test('serves the console with an option, by a function that gets nothing of the register', async () => {
  const other = await synthesise({ console: true });
  const { MemorySize, Environment, Timeout } = findConsole(other.template).properties;

  template.resourcePropertiesCountIs('AWS::Lambda::Function', { Description: 'Serves the files of the console' }, 0);
  expect({ MemorySize, Environment, Timeout }).toEqual({ MemorySize: 256, Timeout: 10 });
});

test('gives the allowed addresses to every operation, and to nothing else, with the option', async () => {
  const { template: limited } = await synthesise({ stage: 'example' });
  const functions = Object.values(limited.findResources('AWS::Lambda::Function')).map(({ Properties }) => Properties);
  const told = functions.filter(({ Environment }) => Environment?.Variables.ALLOWED_ADDRESSES !== undefined);

  expect(told.map(({ Description }) => Description).sort()).toEqual(
    operations.map((operation) => `POST ${contract[operation].path}`).sort(),
  );
  for (const { Environment } of told)
    expect(Environment.Variables.ALLOWED_ADDRESSES).toBe('203.0.113.0/24,2001:db8:1::/48');
});

test.each(operations)(
  '%s: gets the table, the secret and lifetimes only if it signs tokens, the evidence key only if it signs evidence, and the log only if it reads or writes it',
  (operation) => {
    const secret = 'SigningKey';

    const endpoint = (service: string) => ({
      'Fn::Join': ['', [`https://${service}.us-east-1.`, { Ref: 'AWS::URLSuffix' }]],
    });

    const linkVariables = {
      LINK_SECRET: { Ref: 'LinkSecret' },
      LINK_BASE_URL: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] },
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint('secretsmanager'),
    };

    expect(findFunction(template, operation).properties.Environment.Variables).toEqual({
      TABLE_NAME: { Ref: 'Table' },
      AWS_ENDPOINT_URL_DYNAMODB: endpoint('dynamodb'),
      ...(signs(operation) && {
        SIGNING_KEY_SECRET: { Ref: secret },
        AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint('secretsmanager'),
        ACCESS_TOKEN_SECONDS: '3600',
        REFRESH_TOKEN_SECONDS: '2592000',
      }),
      ...(operation === 'makeLinks' && linkVariables),
      ...(operation === 'getEvidence' && {
        EVIDENCE_KEY: { 'Fn::GetAtt': ['EvidenceKey1', 'Arn'] },
        STAGE: 'dev',
        AWS_ENDPOINT_URL_KMS: endpoint('kms'),
      }),
      ...(['getEvidence', 'getOverview', 'revokeConsent'].includes(operation) && {
        LOG_TABLE_NAME: { Ref: 'LogTable' },
      }),
    });
  },
);

test('rotates the signing key when it is new and every 90 days, called by Secrets Manager of this account only', () => {
  const { logicalId } = findJob(template);

  template.hasResource('AWS::SecretsManager::RotationSchedule', {
    Properties: {
      SecretId: { Ref: 'SigningKey' },
      RotationLambdaARN: { 'Fn::GetAtt': [logicalId, 'Arn'] },
      RotationRules: { AutomaticallyAfterDays: 90 },
      RotateImmediatelyOnUpdate: true,
    },
    DependsOn: Match.arrayWith(['RotateSigningKeyFunctionInvocation']),
  });
  const permissions = Object.values(template.findResources('AWS::Lambda::Permission')).map(
    ({ Properties: { FunctionName, Principal, SourceAccount, SourceArn } }) => ({
      job: FunctionName['Fn::GetAtt'][0] === logicalId,
      Principal,
      hasSource: SourceAccount !== undefined || SourceArn !== undefined,
    }),
  );
  expect(permissions.filter(({ job }) => job)).toEqual([
    { job: true, Principal: 'secretsmanager.amazonaws.com', hasSource: true },
  ]);
  expect(permissions.filter(({ hasSource }) => !hasSource)).toEqual([]);
});
