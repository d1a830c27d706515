import { Duration } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { streamFilter } from '../../shared/log/feed.ts';
import { createFunction } from '../function.ts';
import type { RegisterOptions } from '../register-name.ts';
import type { Stores } from '../stores.ts';
import { allowAccess, allowKeyUse } from '../table-policy.ts';
import { feedingAccess } from './log-access.ts';
import type { LogStores } from './log-stores.ts';
import { allowWrapping } from './log-stores.ts';

/** Lets a role read the stream. Lambda needs ListStreams for that too. */
const allowReadingStream = (streamArn: string): PolicyStatement =>
  new PolicyStatement({
    actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((action) => `dynamodb:${action}`),
    resources: [streamArn],
  });

export const allowEvents = ({ eventBusArn }: EventBus): PolicyStatement =>
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

/** The job that appends the changes in the table's stream to the log, and puts events on the bus if these are on. */
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
