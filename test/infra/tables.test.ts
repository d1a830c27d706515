import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { sortKeyAttribute, toIndex, toKeyAttribute } from '../../cli/local/create-table.ts';
import { consentIndexes } from '../../shared/consents/indexes.ts';
import { tableDefinition } from '../../shared/store/keys.ts';
import { findFunction, synthesise } from '../support/make/stack.ts';

const development = await synthesise();
const production = await synthesise({ stage: 'dev-retained', retainData: true });
const example = await synthesise({ stage: 'example' });

const keySchema = (partitionKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' },
  { AttributeName: tableDefinition.sortKey, KeyType: 'RANGE' },
];

test('makes the table of the definition: its keys are texts, the partition keys of its indexes binary', () => {
  development.template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: tableDefinition.partitionKey, AttributeType: 'S' },
      { AttributeName: tableDefinition.sortKey, AttributeType: 'S' },
      ...consentIndexes.map(({ partitionKey }) => ({ AttributeName: partitionKey, AttributeType: 'B' })),
    ],
    KeySchema: keySchema(tableDefinition.partitionKey),
    GlobalSecondaryIndexes: consentIndexes.map(({ name, partitionKey, nonKeyAttributes }) => ({
      IndexName: name,
      KeySchema: keySchema(partitionKey),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: nonKeyAttributes },
    })),
    TimeToLiveSpecification: { AttributeName: tableDefinition.timeToLive, Enabled: true },
  });
});

test('makes an erasures table with the same keys, without expiry and without indexes', () => {
  const { ErasuresTable } = development.template.findResources('AWS::DynamoDB::GlobalTable');

  expect(ErasuresTable?.Properties).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: tableDefinition.partitionKey, AttributeType: 'S' },
      { AttributeName: tableDefinition.sortKey, AttributeType: 'S' },
    ],
    KeySchema: keySchema(tableDefinition.partitionKey),
  });
  expect(ErasuresTable?.Properties).not.toHaveProperty('TimeToLiveSpecification');
  expect(ErasuresTable?.Properties).not.toHaveProperty('GlobalSecondaryIndexes');
});

test('makes a log table with the same keys, without expiry', () => {
  const { LogTable } = development.template.findResources('AWS::DynamoDB::GlobalTable');

  expect(LogTable?.Properties).toMatchObject({ KeySchema: keySchema(tableDefinition.partitionKey) });
  expect(LogTable?.Properties).not.toHaveProperty('TimeToLiveSpecification');
  expect(LogTable?.Properties).not.toHaveProperty('GlobalSecondaryIndexes');
  development.template.hasOutput('LogTableName', { Value: { Ref: 'LogTable' } });
});

test.each([development, production, example])(
  '$stackName: no function, no alarm and no dashboard knows the erasures table, no role but that of backups, and no trail but that of calls beside the service',
  ({ template }) => {
    const { Resources, Outputs } = template.toJSON();
    const knowing = Object.entries({ ...Resources, ...Outputs })
      .filter(([, content]) => /"ErasuresTable"|erasures(?!\/(?:request|list))/.test(JSON.stringify(content)))
      .map(([id]) => id)
      .filter((id) => !/^(?:Backups|AuditTrail$)/.test(id));

    expect(knowing).toEqual(['ErasuresTableName']);
  },
);

test.each([development, production, example])(
  '$stackName: no role has a right to all tables of the account',
  ({ template }) => {
    const statements = Object.values(template.findResources('AWS::IAM::Policy')).flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );
    const onTables = statements.filter(({ Action }) => /dynamodb:/.test(JSON.stringify(Action)));
    const named =
      /"Fn::GetAtt":\["(?:Table|LogTable)","(?:Stream)?Arn"\]|:table\/consent-register-(?:restored(?:-erasures)?|kept-log)["/]/;

    expect(onTables.length).toBeGreaterThan(10);
    for (const { Resource } of onTables) {
      for (const resource of [Resource].flat()) expect(JSON.stringify(resource)).toMatch(named);
    }
  },
);

test('the local service and an operator who adds an index make the same indexes', () => {
  const { Table: table } = development.template.findResources('AWS::DynamoDB::GlobalTable');

  expect(table?.Properties.GlobalSecondaryIndexes).toEqual(consentIndexes.map(toIndex));
  expect(table?.Properties.AttributeDefinitions).toEqual(
    expect.arrayContaining([sortKeyAttribute, ...consentIndexes.map(toKeyAttribute)]),
  );
});

test('stays within what DynamoDB takes: 20 indexes, 100 attributes named in all of them together', () => {
  const indexes = consentIndexes;

  expect(indexes.length).toBeLessThanOrEqual(20);
  expect(indexes.flatMap(({ nonKeyAttributes }) => nonKeyAttributes).length).toBeLessThanOrEqual(100);
  for (const { name, partitionKey, nonKeyAttributes } of indexes) {
    const attributes = [tableDefinition.partitionKey, tableDefinition.sortKey, partitionKey, ...nonKeyAttributes];
    expect(name).toMatch(/^[\w.-]{3,255}$/);
    expect(attributes).toEqual([...new Set(attributes)]);
  }
  expect(new Set(indexes.flatMap(({ name, partitionKey }) => [name, partitionKey])).size).toBe(2 * indexes.length);
});

test('encrypts tables and signing key with one key of the customer, which is rotated', () => {
  const arn = { 'Fn::GetAtt': ['Key', 'Arn'] };

  development.template.resourceCountIs('AWS::KMS::Key', 2);
  development.template.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true, RotationPeriodInDays: 2_555 });
  development.template.allResourcesProperties('AWS::DynamoDB::GlobalTable', {
    SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
    Replicas: [{ SSESpecification: { KMSMasterKeyId: arn } }],
  });
  development.template.hasResourceProperties('AWS::SecretsManager::Secret', { KmsKeyId: arn });
});

test.each([
  [development, 1],
  [example, 2],
])(
  'signs evidence with a key of its own that never leaves KMS, one for each generation',
  ({ template }, generation) => {
    const { Properties } = template.findResources('AWS::KMS::Key')[`EvidenceKey${generation}`] ?? {};

    expect(Properties).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY', PendingWindowInDays: 30 });
    expect(template.toJSON().Outputs.EvidenceKey.Value).toEqual({ 'Fn::GetAtt': [`EvidenceKey${generation}`, 'Arn'] });
  },
);

/** What holds data, and what becomes of it. */
const policies = ({ template }: typeof production) =>
  ['AWS::DynamoDB::GlobalTable', 'AWS::KMS::Key', 'AWS::SecretsManager::Secret', 'AWS::Logs::LogGroup']
    .flatMap((type) => Object.values(template.findResources(type)))
    .flatMap(({ DeletionPolicy, UpdateReplacePolicy }) => [DeletionPolicy, UpdateReplacePolicy]);

test('keeps the data when the stack goes, and lets nobody delete a table by a slip', () => {
  expect(new Set(policies(production))).toEqual(new Set(['Retain', 'RetainExceptOnCreate']));
  production.template.allResourcesProperties('AWS::DynamoDB::GlobalTable', {
    Replicas: [Match.objectLike({ DeletionProtectionEnabled: true })],
  });
  expect(production.terminationProtection).toBe(true);
});

test('leaves nothing of a development stage', () => {
  expect(new Set(policies(development))).toEqual(new Set(['Delete']));
  development.template.allResourcesProperties('AWS::DynamoDB::GlobalTable', {
    Replicas: [Match.objectLike({ DeletionProtectionEnabled: false })],
  });
  expect(development.terminationProtection).toBe(false);
});

test.each([development, production, example])(
  '$stackName: keeps its last weeks restorable to the second, in each region',
  ({ template }) => {
    const tables = Object.values(template.findResources('AWS::DynamoDB::GlobalTable'));

    expect(tables).toHaveLength(3);
    for (const replica of tables.flatMap(({ Properties }) => Properties.Replicas)) {
      expect(replica).toMatchObject({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } });
    }
  },
);

test('all tables have replicas with the keys of their regions', () => {
  example.template.allResourcesProperties('AWS::DynamoDB::GlobalTable', {
    Replicas: Match.arrayWith([
      Match.objectLike({
        Region: 'eu-west-1',
        DeletionProtectionEnabled: true,
        SSESpecification: { KMSMasterKeyId: Match.stringLikeRegexp('^arn:aws:kms:eu-west-1:') },
      }),
      Match.objectLike({ Region: 'eu-south-1' }),
    ]),
  });
});

/** CloudFormation replaces what has another logical id, and with it what it holds, its address or its name. */
const pinned = {
  'AWS::DynamoDB::GlobalTable': ['ErasuresTable', 'LogTable', 'Table'],
  'AWS::KMS::Key': [expect.stringMatching(/^EvidenceKey[12]$/), 'Key'],
  'AWS::SecretsManager::Secret': ['SigningKey'],
  'AWS::ApiGatewayV2::Api': ['Api'],
  'AWS::Events::EventBus': ['EventBus'],
  'AWS::Logs::LogGroup': [
    'Access AddConsent ChangePassword CheckKeys CheckPeople Details FeedLog GetEvidence GetNoticeVersion GetNotices',
    'GetOverview KeyFile ListConsents ListDueConsents ListErasureRequests ListNotices ListProjects Login Logout NoOperation',
    'PublishCheckpoint RefreshToken RequestConfirmation RequestErasure RevokeConsent RotateSigningKey SearchConsents',
  ].flatMap((line) => line.split(' ').map((name) => `${name}Logs`)),
} as const;

test.each([development, production, example])(
  '$stackName: what keeps something has the logical id it always had',
  ({ template, stackName }) => {
    /** The example alone serves the console, makes links, mails requests to confirm, and mails checkpoints. */
    const isExample = stackName === example.stackName;
    const ofOptions = isExample
      ? 'Confirmation ConfirmationPage Console LinkPage LinkWithdrawal MakeLinks'
          .split(' ')
          .map((name) => `${name}Logs`)
      : [];
    const topics = isExample ? ['AlarmTopic', 'CheckpointTopic'] : ['AlarmTopic'];
    for (const [type, ids] of Object.entries({
      ...pinned,
      'AWS::SNS::Topic': topics,
      'AWS::S3::Bucket': ['Anchors'],
    })) {
      const all = type === 'AWS::Logs::LogGroup' ? [...ids, ...ofOptions].sort() : ids;
      expect(Object.keys(template.findResources(type)).sort()).toEqual(all);
    }
  },
);

test('uses a table that exists instead of its own, with the key of that one, and keeps its own', () => {
  const { template } = example;
  const { properties, statements } = findFunction(template, 'login');
  const resourcesOf = (service: string) =>
    JSON.stringify(statements.filter(({ Action }) => [Action].flat().some((action) => action.startsWith(service))));

  template.resourceCountIs('AWS::DynamoDB::GlobalTable', 3);
  expect(properties.Environment.Variables.TABLE_NAME).toBe('consent-register-restored');
  expect(resourcesOf('dynamodb:')).toContain(':table/consent-register-restored"');
  expect(resourcesOf('dynamodb:')).not.toContain('"Table"');
  expect(resourcesOf('kms:')).toContain('arn:aws:kms:eu-south-1:111122223333:key/9f8e7d6c');
  template.hasOutput('TableName', { Value: 'consent-register-restored' });
  template.hasOutput('ErasuresTableName', { Value: 'consent-register-restored-erasures' });
  template.hasOutput('LogTableName', { Value: 'consent-register-kept-log' });
});
