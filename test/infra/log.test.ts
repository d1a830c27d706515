import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { streamFilter } from '../../shared/log/feed.ts';
import { findJob, synthesise } from '../support/make/stack.ts';
import { alarmsOf, metricsOf, toSeries } from './watched.ts';

const development = await synthesise();
const example = await synthesise({ stage: 'example' });

test('Lambda hands over the records that the log wants, in their order, again where that fails, and gives up in a queue', () => {
  development.template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
    FunctionName: { Ref: 'FeedLogFunction' },
    EventSourceArn: { 'Fn::GetAtt': ['Table', 'StreamArn'] },
    StartingPosition: 'TRIM_HORIZON',
    BatchSize: 1_000,
    MaximumBatchingWindowInSeconds: 60,
    BisectBatchOnFunctionError: true,
    MaximumRetryAttempts: -1,
    MaximumRecordAgeInSeconds: 43_200,
    ParallelizationFactor: Match.absent(),
    DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['LogFailures', 'Arn'] } } },
    FilterCriteria: { Filters: streamFilter.map((pattern) => ({ Pattern: JSON.stringify(pattern) })) },
  });
  development.template.resourceCountIs('AWS::Lambda::EventSourceMapping', 1);
});

test('takes no more patterns than Lambda does', () => {
  expect(streamFilter.length).toBeLessThanOrEqual(5);
});

test('feeds the log from the stream of a table that exists', () => {
  const [mapping] = Object.values(example.template.findResources('AWS::Lambda::EventSourceMapping'));

  expect(mapping?.Properties.EventSourceArn).toContain(':table/consent-register-restored/stream/2026-11-20');
});

test('publishes every quarter of an hour, and leaves a run that fails to the next one', () => {
  const ofSchedule = { ScheduleExpression: 'rate(15 minutes)', State: 'ENABLED' };

  development.template.hasResourceProperties('AWS::Events::Rule', ofSchedule);
  development.template.hasResourceProperties('AWS::Lambda::EventInvokeConfig', {
    FunctionName: { Ref: 'PublishCheckpointFunction' },
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 900,
  });
  example.template.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 hour)' });
});

const variablesOf = ({ template }: typeof development, job: 'feedLog' | 'publishCheckpoint') =>
  findJob(template, job).properties.Environment.Variables;

test('tells the jobs their tables, keys and addresses', () => {
  expect(variablesOf(development, 'feedLog')).toEqual({
    LOG_TABLE_NAME: { Ref: 'LogTable' },
    STAGE: 'dev',
  });
  expect(variablesOf(development, 'publishCheckpoint')).toEqual({
    TABLE_NAME: { Ref: 'Table' },
    LOG_TABLE_NAME: { Ref: 'LogTable' },
    ENCRYPTION_KEY: { 'Fn::GetAtt': ['Key', 'Arn'] },
    EVIDENCE_KEY: { 'Fn::GetAtt': ['EvidenceKey1', 'Arn'] },
    STAGE: 'dev',
    ANCHOR_BUCKET: { Ref: 'Anchors' },
    EVENT_BUS: { Ref: 'EventBus' },
  });
  expect(variablesOf(example, 'feedLog')).toMatchObject({
    LOG_TABLE_NAME: 'consent-register-kept-log',
    CONSENT_EVENTS: 'true',
    EVENT_BUS: { Ref: 'EventBus' },
    STAGE: 'example',
  });
  expect(variablesOf(example, 'publishCheckpoint')).toMatchObject({
    TIMESTAMP_AUTHORITY: 'https://tsa.example/rfc3161',
  });
});

test.each([
  ['in development somebody with the right to may end it', development, 'GOVERNANCE', 1],
  ['otherwise nobody may', example, 'COMPLIANCE', 4_000],
])('Object Lock keeps what is anchored: %s', (_, { template }, Mode, Days) => {
  template.hasResourceProperties('AWS::S3::Bucket', {
    BucketName: Match.absent(),
    ObjectLockEnabled: true,
    ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule: { DefaultRetention: { Mode, Days } } },
    VersioningConfiguration: { Status: 'Enabled' },
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
    BucketEncryption: {
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    },
  });
  template.hasResourceProperties('AWS::S3::BucketPolicy', {
    PolicyDocument: {
      Statement: [Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })],
    },
  });
  template.hasOutput('AnchorBucket', { Value: { Ref: 'Anchors' } });
});

test('mails the first checkpoint of a day where options name addresses', () => {
  const rulesOf = ({ template }: typeof development) =>
    Object.entries(template.findResources('AWS::Events::Rule'))
      .filter(([, { Properties }]) => Properties.EventBusName !== undefined)
      .map(([id, { Properties }]) => [id, Properties.EventPattern['detail-type'], Properties.Targets[0].Arn]);

  expect(rulesOf(development)).toEqual([]);
  expect(rulesOf(example)).toEqual([['DailyCheckpoints', ['checkpoint.daily'], { Ref: 'CheckpointTopic' }]]);
  example.template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'dpo@shop.example',
    TopicArn: { Ref: 'CheckpointTopic' },
  });
});

test('what cannot be delivered waits in a queue that the alarm looks at', () => {
  const alarm = alarmsOf(example.template).find(({ AlarmName }) => AlarmName.endsWith('-LogFailures'));
  const targets = Object.values(example.template.findResources('AWS::Events::Rule')).flatMap(
    ({ Properties: { EventBusName, Targets } }) => (EventBusName === undefined ? [] : Targets),
  );

  expect(targets.map(({ DeadLetterConfig }) => DeadLetterConfig)).toEqual(
    targets.map(() => ({ Arn: { 'Fn::GetAtt': ['UndeliveredCheckpoints', 'Arn'] } })),
  );
  expect(alarm && metricsOf(alarm).map(toSeries)).toContain(
    'failures2: Maximum AWS/SQS ApproximateNumberOfMessagesVisible UndeliveredCheckpoints',
  );
});

test.each([development, example])(
  '$stackName: queues are encrypted, and keep what they have for 14 days',
  ({ template }) => {
    template.allResourcesProperties('AWS::SQS::Queue', {
      SqsManagedSseEnabled: true,
      MessageRetentionPeriod: 1_209_600,
    });
  },
);

/** The principals that may send to the queue or the topic in the name of EventBridge. */
test('EventBridge mails in the name of its rule alone', () => {
  const statements = ['AWS::SNS::TopicPolicy', 'AWS::SQS::QueuePolicy']
    .flatMap((type) => Object.values(example.template.findResources(type)))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Principal }) => Principal.Service === 'events.amazonaws.com');

  expect(statements).toHaveLength(4);
  for (const { Condition } of statements) {
    expect(JSON.stringify(Condition)).toMatch(/aws:SourceArn.*(?:Checkpoints|KeyChanged|Backups)/);
  }
});

test('the alarm sees two failed runs also where a run comes once an hour', () => {
  const alarm = alarmsOf(example.template).find(({ AlarmName }) => AlarmName.endsWith('-LogFailures'));
  const minutes = 5 * Number(alarm?.EvaluationPeriods);

  expect(minutes).toBeGreaterThan(60 * Number(alarm?.DatapointsToAlarm) - 5);
});

test('a stage that was made anew opens what signs for its log, which the key of the existing table wrapped', () => {
  const statements = Object.values(example.template.findResources('AWS::IAM::Policy')).flatMap(
    ({ Properties }) => Properties.PolicyDocument.Statement,
  );
  const wrapping = statements.filter(({ Condition }) => JSON.stringify(Condition ?? {}).includes('EncryptionContext'));

  expect(wrapping).not.toEqual([]);
  const keys = [{ 'Fn::GetAtt': ['Key', 'Arn'] }, expect.stringContaining(':key/')];
  for (const { Resource } of wrapping) expect(Resource).toEqual(expect.arrayContaining(keys));
});
