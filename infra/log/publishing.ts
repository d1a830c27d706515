import { Duration, Validations } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { createFunction } from '../function.ts';
import type { RegisterOptions } from '../register-name.ts';
import { runEvery } from '../rule-target.ts';
import type { Stores } from '../stores.ts';
import { tableAccess } from '../table-access.ts';
import { allowAccess, allowKeyUse } from '../table-policy.ts';
import { allowAnchoring } from './anchors.ts';
import { allowEvents } from './feeding.ts';
import { logAccess } from './log-access.ts';
import { allowWrapping } from './log-stores.ts';

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
  { table, key, log }: Stores,
  options: RegisterOptions,
): LambdaFunction => {
  const { stage, timestampAuthority, checkpointMinutes } = options;
  const job = createFunction(
    scope,
    {
      name: 'publishCheckpoint',
      description: 'Publishes checkpoints of the log, and anchors them',
      timeout: Duration.minutes(5),
      environment: {
        TABLE_NAME: table.tableName,
        LOG_TABLE_NAME: log.table.tableName,
        ENCRYPTION_KEY: key.keyArn,
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
