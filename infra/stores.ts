import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IRuleTarget } from 'aws-cdk-lib/aws-events';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { isDevelopment } from '../shared/runtime/stage.ts';
import type { Options } from './options.ts';
import type { RegisterOptions } from './register-name.ts';
import { allowRule } from './rule-target.ts';
import { sharedTableProps } from './tables.ts';

/** What the functions use: the table, the private key for functions that sign tokens, the evidence key for the one that signs evidence, and the key that encrypts the first two. */
export interface Stores {
  readonly table: ITableV2;
  readonly signingKey: Secret;
  readonly evidenceKey: IKey;
  readonly key: IKey;
  readonly log: LogStores;
  /** The secret of links for people; undefined without them. */
  readonly linkSecret: Pick<ISecret, 'secretArn'> | undefined;
}

/** Where the log is kept, and where its news go. */
export interface LogStores {
  readonly table: ITableV2;
  readonly anchors: Bucket;
  readonly bus: EventBus;
  /** Stream positions that feeding gave up. */
  readonly failures: Queue;
  /** Events that the bus could not deliver; undefined without destinations. */
  readonly undelivered: Queue | undefined;
}

export const createLogStores = (scope: Construct, key: IKey, options: RegisterOptions): LogStores => {
  const bus = new EventBus(scope, 'EventBus', {
    eventBusName: options.name,
    description: 'Consent register: checkpoints of the log, and consent events where they are on',
  });
  return {
    table: createLogTable(scope, key, options),
    anchors: createAnchors(scope, options),
    bus,
    failures: createFailureQueue(scope, 'LogFailures'),
    undelivered: createAddresses(scope, bus, options.checkpointEmails),
  };
};

/** Keeps failures for an operator to look at: 14 days, the longest time that SQS allows. */
const createFailureQueue = (scope: Construct, name: string): Queue => {
  const queue = new Queue(scope, name, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  const reason = 'It is itself the destination of failures; an alarm reports the first message.';
  Validations.of(queue).acknowledge({ id: 'AwsSolutions-SQS3', reason }, { id: 'Serverless-SQSRedrivePolicy', reason });
  return queue;
};

/**
 * The log's table, separate from that of records: a restore of the records does not also restore the log, and roles that write
 * records cannot reach it (docs/decisions.md#the-log). An existing table given in the options replaces the stack's own, which stays.
 */
const createLogTable = (scope: Construct, key: IKey, options: Options): ITableV2 => {
  const own = new TableV2(scope, 'LogTable', sharedTableProps(key, options));
  const { existingLogTable } = options;
  return existingLogTable === undefined
    ? (own as ITableV2)
    : TableV2.fromTableName(scope, 'ExistingLogTable', existingLogTable);
};

const source = ['consent-register'];

/** Emails the first checkpoint of each day to the addresses, which must confirm the subscription. */
const createMail = (scope: Construct, bus: EventBus, undelivered: Queue, emails: readonly string[]): void => {
  const topic = new Topic(scope, 'CheckpointTopic', { displayName: 'Consent register: checkpoints', enforceSSL: true });
  for (const email of emails) topic.addSubscription(new EmailSubscription(email));
  const rule = new Rule(scope, 'DailyCheckpoints', {
    eventBus: bus,
    eventPattern: { source, detailType: ['checkpoint.daily'] },
  });
  const mail: IRuleTarget = {
    bind: () => ({ arn: topic.topicArn, deadLetterConfig: { arn: undelivered.queueArn } }),
  };
  rule.addTarget(mail);
  topic.addToResourcePolicy(allowRule('sns:Publish', topic.topicArn, rule));
  undelivered.addToResourcePolicy(allowRule('sqs:SendMessage', undelivered.queueArn, rule));
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: "A mailbox that misses a checkpoint gets the next day's, which covers everything in the missed one.",
  });
};

/** Sends checkpoints to the addresses in the options. Returns the queue for failed deliveries; undefined without addresses. */
const createAddresses = (scope: Construct, bus: EventBus, emails: readonly string[]): Queue | undefined => {
  if (emails.length === 0) return undefined;
  const undelivered = createFailureQueue(scope, 'UndeliveredCheckpoints');
  createMail(scope, bus, undelivered, emails);
  return undelivered;
};

/**
 * Lets a role wrap and unwrap the private keys that sign for the log: with the stage's encryption key, and only for this purpose of this stage.
 * If the stack was recreated, its log may have a key that the existing table's key wrapped. Data of DynamoDB and Secrets Manager has another encryption context, so this right does not decrypt it.
 */
export const allowWrapping = (
  { keyArn }: IKey,
  purpose: 'checkpoints' | 'events',
  { stage, existingTableKeyArn }: Pick<Options, 'stage' | 'existingTableKeyArn'>,
): PolicyStatement =>
  new PolicyStatement({
    actions: ['kms:Encrypt', 'kms:Decrypt'],
    resources: [keyArn, ...(existingTableKeyArn === undefined ? [] : [existingTableKeyArn])],
    conditions: {
      StringEquals: { 'kms:EncryptionContext:purpose': purpose, 'kms:EncryptionContext:stage': stage },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['purpose', 'stage'] },
    },
  });

/**
 * The bucket for anchored checkpoints, which hold no personal data. Object Lock keeps each version: nobody can end that, not
 * even the root user; in a development stage, a user with the right may. AWS chooses the name. It does not need the key of
 * stored data, whose end it must outlive. It stays when the stack is deleted, with the policy that demands TLS: locked
 * objects cannot be deleted, and CloudFormation deletes only empty buckets. What is added to its policy stays with that.
 */
const createAnchors = (
  scope: Construct,
  { stage, anchorRetentionDays }: Pick<Options, 'stage' | 'anchorRetentionDays'>,
): Bucket => {
  const lock = isDevelopment(stage) ? ObjectLockRetention.governance : ObjectLockRetention.compliance;
  const bucket = new Bucket(scope, 'Anchors', {
    objectLockEnabled: true,
    objectLockDefaultRetention: lock(Duration.days(anchorRetentionDays)),
    versioned: true,
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  bucket.policy?.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'Its content is meant to be public, and nobody can change it; CloudTrail records the calls that change the bucket.',
  });
  return bucket;
};

/** Lets a role write checkpoints, and read the object under a checkpoint's name. It cannot set or end a lock. */
export const allowAnchoring = (bucket: Bucket): PolicyStatement =>
  new PolicyStatement({
    actions: ['s3:PutObject', 's3:GetObject'],
    resources: [bucket.arnForObjects('checkpoints/*')],
  });
