import { Duration } from 'aws-cdk-lib';
import { EventField, Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { createFunction } from './function.ts';
import type { Options } from './options.ts';
import type { RegisterOptions } from './register-name.ts';
import { notifyTopic, runEvery } from './rule-target.ts';
import type { Stores } from './stores.ts';

/** The keys without which the stage cannot work: those that it encrypts and signs with, and those of its replicas. */
const neededKeys = (
  { key, evidenceKey }: Pick<Stores, 'key' | 'evidenceKey'>,
  { existingTableKeyArn, replicaKeyArns }: Pick<Options, 'existingTableKeyArn' | 'replicaKeyArns'>,
): string[] => [
  key.keyArn,
  evidenceKey.keyArn,
  ...(existingTableKeyArn === undefined ? [] : [existingTableKeyArn]),
  ...Object.values(replicaKeyArns),
];

const nextRun = 'The next run does the same, and an alarm reports runs that fail or do not take place.';

/**
 * The job that asks KMS for the state of every key. It runs twice in the hour that its alarm looks at, so that a run a
 * little late raises none. Lambda repeats a failed run after a minute: only a second failure raises the alarm, so that it
 * comes at once of a key that is not enabled, and not of a KMS that does not answer for a moment.
 */
export const createKeyCheck = (scope: Construct, stores: Stores, options: RegisterOptions): LambdaFunction => {
  const keys = neededKeys(stores, options);
  const job = createFunction(
    scope,
    {
      name: 'checkKeys',
      description: 'Checks that every KMS key of the register is enabled',
      timeout: Duration.minutes(1),
      environment: { KEYS: keys.join(',') },
      statements: [new PolicyStatement({ actions: ['kms:DescribeKey'], resources: keys })],
      failures: nextRun,
    },
    options,
  );
  runEvery(scope, job, 30, nextRun, 1);
  return job;
};

/** Calls that end a key, or let somebody end it. */
const endingCalls = ['DisableKey', 'ScheduleKeyDeletion', 'PutKeyPolicy'];

/** Calls that take from DynamoDB the grants by which it uses the key for its own upkeep of the tables, when nobody calls. */
const grantEndingCalls = ['RevokeGrant', 'RetireGrant'];

/**
 * Services retire grants of their own when they need them no longer. CloudTrail names the service here, and nobody where a person
 * or a program calls, or the console (CloudTrail User Guide, "CloudTrail userIdentity element").
 */
const calledByPeople = [{ exists: false }, 'signin.amazonaws.com'];

/**
 * Mails at once who called or tried what ends a key of the stage, but for keys of replicas, whose regions have an EventBridge of
 * their own. It learns of it where the account has a trail of management events (EventBridge User Guide, "AWS service events
 * delivered via AWS CloudTrail").
 */
export const createKeyNotice = (
  scope: Construct,
  stores: Stores,
  topic: ITopic,
  { existingTableKeyArn }: Pick<Options, 'existingTableKeyArn'>,
): void => {
  const keys = neededKeys(stores, { existingTableKeyArn, replicaKeyArns: {} });
  const rule = new Rule(scope, 'KeyChanged', {
    description: 'Tells the topic of alarms who ends a key of the register',
    eventPattern: {
      source: ['aws.kms'],
      detailType: ['AWS API Call via CloudTrail'],
      detail: {
        resources: { ARN: keys },
        $or: [{ eventName: endingCalls }, { eventName: grantEndingCalls, userIdentity: { invokedBy: calledByPeople } }],
      },
    },
  });
  const text = [
    `${EventField.fromPath('$.detail.userIdentity.arn')} called ${EventField.fromPath('$.detail.eventName')}`,
    `on ${EventField.fromPath('$.detail.resources[0].ARN')} at ${EventField.fromPath('$.detail.eventTime')}.`,
    'Without its encryption key the register stands still, and DynamoDB archives its tables after seven days.',
    'docs/operations.md says what to do.',
  ].join(' ');
  notifyTopic(rule, topic, text, 'The job that checks the keys reports within an hour what this message could not.');
};
