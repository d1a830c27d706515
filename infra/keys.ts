import { Duration, Validations } from 'aws-cdk-lib';
import { EventField, Rule } from 'aws-cdk-lib/aws-events';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnRotationSchedule, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { tableAccess } from './access.ts';
import { createFunction } from './function.ts';
import type { Options } from './options.ts';
import type { RegisterOptions } from './register-name.ts';
import { notifyTopic, runEvery } from './rule-target.ts';
import type { Stores } from './stores.ts';
import { allowAccess, allowKeyUse, removalPolicy, tableRemovalPolicy } from './tables.ts';

/** The secret with the private signing key. Until its first rotation it holds a random text, which cannot sign. */
export const createSigningKey = (scope: Construct, encryptionKey: IKey, retainData: boolean): Secret =>
  new Secret(scope, 'SigningKey', {
    description: 'Private key that signs access tokens (ES256), with its name',
    encryptionKey,
    removalPolicy: removalPolicy(retainData),
  });

/**
 * The secret that links for people are encrypted with: its first generation, to which operators add others
 * (docs/operate.md, A new secret of links). An existing one is used in its place.
 */
export const createLinkSecret = (
  scope: Construct,
  encryptionKey: IKey,
  { retainData, existingLinkSecretArn }: Pick<Options, 'retainData' | 'existingLinkSecretArn'>,
): Pick<ISecret, 'secretArn'> => {
  if (existingLinkSecretArn !== undefined) {
    return Secret.fromSecretCompleteArn(scope, 'ExistingLinkSecret', existingLinkSecretArn);
  }
  const secret = new Secret(scope, 'LinkSecret', {
    description: 'Secret that links for people are encrypted with, by generation',
    encryptionKey,
    removalPolicy: removalPolicy(retainData),
    generateSecretString: {
      secretStringTemplate: '{}',
      generateStringKey: '1',
      passwordLength: 64,
      excludePunctuation: true,
    },
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason: 'Links that it made live for up to two years, so no schedule may replace it: operators add generations.',
  });
  return secret;
};

export const allowReadingSecret = ({ secretArn }: Pick<ISecret, 'secretArn'>): PolicyStatement =>
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
 * the first deployment its first key pair.
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

/** Days after which KMS makes a new version of the key. Each of the first two that it makes costs a dollar a month. */
const rotationDays = 2_555;

/** Denies everybody what ends the key, also administrators, who must first change this policy, which CloudTrail records. */
const denyEnding = (): PolicyStatement =>
  new PolicyStatement({
    sid: 'KeepTheKey',
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['kms:DisableKey', 'kms:ScheduleKeyDeletion'],
    resources: ['*'],
  });

/**
 * The customer managed key that encrypts everything stored: without it, the register is lost. Roles of this account use
 * it according to their policies. Where data is retained, nobody ends it in passing (docs/deploy.md, Destroy a stage).
 */
export const createEncryptionKey = (scope: Construct, { retainData }: Pick<Options, 'retainData'>): Key => {
  const key = new Key(scope, 'Key', {
    description: 'Consent register: table and signing key',
    enableKeyRotation: true,
    rotationPeriod: Duration.days(rotationDays),
    removalPolicy: tableRemovalPolicy(retainData),
    pendingWindow: Duration.days(30),
  });
  if (retainData) key.addToResourcePolicy(denyEnding());
  return key;
};

/**
 * The key that signs evidence. Its private half never leaves KMS. Each generation is a separate key: the earlier one stays
 * until an operator schedules its deletion (docs/decisions.md#evidence-documents).
 */
export const createEvidenceKey = (
  scope: Construct,
  { evidenceKeyGeneration, retainData }: Pick<Options, 'evidenceKeyGeneration' | 'retainData'>,
): Key =>
  new Key(scope, `EvidenceKey${evidenceKeyGeneration}`, {
    description: `Consent register: signs evidence, generation ${evidenceKeyGeneration}`,
    keySpec: KeySpec.ECC_NIST_P256,
    keyUsage: KeyUsage.SIGN_VERIFY,
    removalPolicy: removalPolicy(retainData),
    pendingWindow: Duration.days(30),
  });

/** Lets a role read the public half of the evidence key. */
export const allowReadingPublicKey = ({ keyArn }: Pick<IKey, 'keyArn'>): PolicyStatement =>
  new PolicyStatement({ actions: ['kms:GetPublicKey'], resources: [keyArn] });

/** Lets a role sign evidence with the key, in one way only, and read its public half. */
export const allowSigning = ({ keyArn }: IKey): PolicyStatement[] => [
  allowReadingPublicKey({ keyArn }),
  new PolicyStatement({
    actions: ['kms:Sign'],
    resources: [keyArn],
    conditions: { StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' } },
  }),
];

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
    'docs/operate.md says what to do.',
  ].join(' ');
  notifyTopic(rule, topic, text, 'The job that checks the keys reports within an hour what this message could not.');
};
