import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { toRouteKey } from '../../cli/local/functions.ts';
import type { OperationDefinition, OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import { tableDefinition } from '../../shared/store/table.ts';
import { findFunction, synthesise } from '../support/stack.ts';

const { template } = await synthesise({ bundling: false });

const operations = Object.keys(contract) as OperationName[];
const signs = (operation: OperationName): boolean => (contract[operation] as OperationDefinition).signs === true;
const actionsOf = (operation: OperationName): string[] =>
  findFunction(template, operation).statements.flatMap(({ Action }) => Action);

const keySchema = ({ partitionKey, sortKey }: { readonly partitionKey: string; readonly sortKey: string }) => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  { AttributeName: sortKey, KeyType: 'RANGE' },
];

test('routes POST on the path of each operation, and nothing else', () => {
  const routes = Object.values(template.findResources('AWS::ApiGatewayV2::Route'));

  expect(routes.map(({ Properties }) => Properties.RouteKey)).toEqual(Object.values(contract).map(toRouteKey));
  template.allResourcesProperties('AWS::ApiGatewayV2::Integration', { PayloadFormatVersion: '2.0' });
});

test('has one function on Node 24 and arm64 per operation', () => {
  template.resourceCountIs('AWS::Lambda::Function', operations.length);
  template.allResourcesProperties('AWS::Lambda::Function', {
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    LoggingConfig: { LogFormat: 'JSON', LogGroup: { Ref: Match.anyValue() } },
  });
  template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: Match.anyValue() });
});

test.each(operations)('%s: the function ends before the gateway gives up', (operation) => {
  const { properties, integration } = findFunction(template, operation);

  expect(properties.Timeout * 1000).toBeLessThan(integration.TimeoutInMillis);
});

test('makes the table of the definition', () => {
  const keys = [tableDefinition, ...tableDefinition.indexes];

  template.resourceCountIs('AWS::DynamoDB::GlobalTable', 1);
  template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: keys
      .flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey])
      .map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema(tableDefinition),
    GlobalSecondaryIndexes: tableDefinition.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: index.nonKeyAttributes },
    })),
    TimeToLiveSpecification: { AttributeName: tableDefinition.timeToLive, Enabled: true },
  });
});

test('keeps the table when the stack goes, and its last 35 days restorable', () => {
  template.hasResource('AWS::DynamoDB::GlobalTable', {
    DeletionPolicy: 'Retain',
    UpdateReplacePolicy: 'Retain',
    Properties: { Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }] },
  });
});

test.each(operations)('%s: gets the table, and the secret only if it signs', (operation) => {
  const [secret] = Object.keys(template.findResources('AWS::SecretsManager::Secret'));
  const [table] = Object.keys(template.findResources('AWS::DynamoDB::GlobalTable'));

  expect(findFunction(template, operation).properties.Environment.Variables).toEqual({
    TABLE_NAME: { Ref: table },
    ...(signs(operation) && { SIGNING_KEY_SECRET: { Ref: secret } }),
  });
});

test('lets login and refresh-token read the private key, and no other function', () => {
  const readers = operations.filter((operation) => actionsOf(operation).includes('secretsmanager:GetSecretValue'));
  const others = operations.filter((operation) => !readers.includes(operation));

  expect(readers).toEqual(['login', 'refreshToken']);
  expect(readers).toEqual(operations.filter(signs));
  expect(others.flatMap(actionsOf).filter((action) => action.startsWith('secretsmanager:'))).toEqual([]);
  template.resourceCountIs('AWS::SecretsManager::Secret', 1);
  template.resourceCountIs('AWS::SecretsManager::ResourcePolicy', 0);
});

test('lets no function scan, delete, or do anything that is not named', () => {
  const actions = operations.flatMap(actionsOf);
  const statements = operations.flatMap((operation) => findFunction(template, operation).statements);

  expect(actions).not.toContain('dynamodb:Scan');
  expect(actions.filter((action) => /^dynamodb:.*(Delete|PartiQL)/.test(action))).toEqual([]);
  expect(JSON.stringify(statements.map(({ Condition: _, ...rest }) => rest))).not.toContain('*');
  expect(statements.filter((statement) => 'NotAction' in statement || 'NotResource' in statement)).toEqual([]);
});

test('lets only the search query, and put nothing but tallies', () => {
  const queries = operations.filter((operation) => actionsOf(operation).includes('dynamodb:Query'));
  const { statements } = findFunction(template, 'searchConsents');
  const resources = statements.filter(({ Action }) => Action === 'dynamodb:Query').flatMap(({ Resource }) => Resource);

  expect(queries).toEqual(['searchConsents']);
  expect(resources.map((resource) => resource['Fn::Join']?.[1][1])).toEqual([
    undefined,
    ...tableDefinition.indexes.map(({ name }) => `/index/${name}`),
  ]);
  const partitionsOf = (action: string) =>
    statements
      .filter(({ Action }) => Action === action)
      .map(({ Condition }) => Condition?.['ForAllValues:StringLike']['dynamodb:LeadingKeys']);
  expect(partitionsOf('dynamodb:Query')).toEqual([['ACCOUNT#*']]);
  expect(partitionsOf('dynamodb:PutItem')).toEqual([['ACCOUNT#*#TALLY#*']]);
});

test.each(operations)('%s: the role allows what its policy in the template says, nothing else', (operation) => {
  expect(Object.keys(findFunction(template, operation).role)).toEqual(['AssumeRolePolicyDocument']);
});

test('tells where the API is and what the table is called', () => {
  expect(Object.keys(template.findOutputs('*'))).toEqual(['ApiUrl', 'TableName']);
});
