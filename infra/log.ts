import { Duration, Validations } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { streamFilter } from '../shared/log/feed.ts';
import { tableAccess } from './access.ts';
import { createFunction } from './function.ts';
import { allowReadingPublicKey } from './keys.ts';
import { feedingAccess, logAccess } from './log-access.ts';
import { wholeCpuMegabytes } from './options.ts';
import type { RegisterOptions } from './register-name.ts';
import { runEvery } from './rule-target.ts';
import type { LogStores, Stores } from './stores.ts';
import { allowAnchoring, allowWrapping } from './stores.ts';
import { allowAccess, allowKeyUse } from './tables.ts';

/** Lets a role read the stream. Lambda needs ListStreams for that too. */
const allowReadingStream = (streamArn: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) => `dynamodb:${action}`),
    resources: [streamArn],
  });

const allowEvents = ({ eventBusArn }: EventBus): PolicyStatement =>
  new PolicyStatement({ actions: ['events:PutEvents'], resources: [eventBusArn] });

/** Seconds for which Lambda gathers changes: longer costs less, and the log follows later. */
const gatheringSeconds = 60;

/**
 * Delivers records in order. A failing batch is halved, which isolates a record that crashes the function. It is retried
 * for half a day at most, half of the stream's retention. Then its position goes to the queue, and delivery continues behind it.
 */
const followStream = (
  scope: Construct,
  target: LambdaFunction,
  { failures }: LogStores,
  streamArn: string,
): EventSourceMapping =>
  new EventSourceMapping(scope, 'Source', {
    target,
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    filters: streamFilter.map((pattern) => FilterCriteria.filter(pattern)),
    batchSize: 1_000,
    maxBatchingWindow: Duration.seconds(gatheringSeconds),
    bisectBatchOnError: true,
    retryAttempts: -1,
    maxRecordAge: Duration.hours(12),
    onFailure: new SqsDlq(failures),
  });

/** The job that appends the changes in the table's stream to the log, and puts events on the bus if these are on. One does it for all accounts. */
export const createFeeding = (
  scope: Construct,
  { table, key, log }: Stores,
  options: RegisterOptions,
): LambdaFunction => {
  const { tableStreamArn: streamArn } = table;
  if (streamArn === undefined) throw new Error('The stream of the table is not known.');
  const { events, stage } = options;
  const access = feedingAccess(events);
  const job = createFunction(
    scope,
    {
      name: 'feedLog',
      description: 'Appends changes in the table to the log',
      memorySize: wholeCpuMegabytes,
      timeout: Duration.minutes(2),
      environment: {
        LOG_TABLE_NAME: log.table.tableName,
        STAGE: stage,
        ...(events && {
          CONSENT_EVENTS: 'true',
          EVENT_BUS: log.bus.eventBusName,
          ENCRYPTION_KEY: key.keyArn,
        }),
      },
      statements: [
        allowReadingStream(streamArn),
        ...allowAccess(access, log.table),
        allowKeyUse(access, key, ['dynamodb'], options),
        ...(events ? [allowWrapping(key, 'events', options), allowEvents(log.bus)] : []),
      ],
      failures: 'Lambda retries a batch of the stream itself, and finally sends its position to a queue.',
    },
    options,
  );
  followStream(scope, job, log, streamArn);
  return job;
};

const access = tableAccess.publishCheckpoint;
const ofLog = logAccess.publishCheckpoint ?? [];

const nextRun = 'The next run of the schedule makes up for a failed one, and an alarm reports two failures.';

/** The id of a bucket in the template, by which rules name it. */
const logicalIdOf = (bucket: Bucket): string => {
  const { defaultChild } = bucket.node;
  if (!(defaultChild instanceof CfnBucket)) throw new Error('The bucket is not a CloudFormation bucket.');
  return bucket.stack.getLogicalId(defaultChild);
};

/** The job that publishes and anchors checkpoints, and its schedule. */
export const createPublishing = (
  scope: Construct,
  { table, evidenceKey, key, log }: Stores,
  options: RegisterOptions,
): LambdaFunction => {
  const { stage, timestampAuthority, checkpointMinutes } = options;
  const job = createFunction(
    scope,
    {
      name: 'publishCheckpoint',
      description: 'Publishes checkpoints of the log and the key file, and anchors checkpoints',
      memorySize: wholeCpuMegabytes,
      timeout: Duration.minutes(14),
      environment: {
        TABLE_NAME: table.tableName,
        LOG_TABLE_NAME: log.table.tableName,
        ENCRYPTION_KEY: key.keyArn,
        EVIDENCE_KEY: evidenceKey.keyArn,
        STAGE: stage,
        ANCHOR_BUCKET: log.anchors.bucketName,
        EVENT_BUS: log.bus.eventBusName,
        ...(timestampAuthority !== undefined && { TIMESTAMP_AUTHORITY: timestampAuthority }),
      },
      statements: [
        ...allowAccess(access, table),
        ...allowAccess(ofLog, log.table),
        allowKeyUse([...access, ...ofLog], key, ['dynamodb'], options),
        allowWrapping(key, 'checkpoints', options),
        allowReadingPublicKey(evidenceKey),
        allowAnchoring(log.anchors),
        allowEvents(log.bus),
      ],
      failures: nextRun,
    },
    options,
  );
  runEvery(scope, job, checkpointMinutes, nextRun);
  Validations.of(scope).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${logicalIdOf(log.anchors)}.Arn>/checkpoints/*]`,
    reason: 'Each checkpoint is a separate object, named by its size.',
  });
  return job;
};
