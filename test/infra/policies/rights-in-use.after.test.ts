import { expect, test } from 'vitest';
import type { PolicyDocument } from '../../../infra/policies/generated.ts';
import { toDocument } from '../../../infra/policies/generated.ts';
import { policies } from '../../../infra/policies/roles.ts';
import type { RecordedAccess } from '../../support/access-record.ts';
import { readRecord } from '../../support/access-record.ts';
import type { IamRequest } from '../../support/iam.ts';
import { findAllowing, isLike, stageArns } from '../../support/iam.ts';

const record = readRecord();
const names = [...policies];

const recordOf = (command: string): RecordedAccess[] => record.filter(({ actor }) => actor === `command ${command}`);

/** The secret of the stage, whatever a test calls it, or that of a stage in another region, by its ARN. */
const toSecret = (secretId = ''): string =>
  /^arn:aws:secretsmanager:(?!eu-west-1:)/.test(secretId)
    ? secretId.replace('123456789012', 'AWS_ACCOUNT')
    : stageArns.secret;

/** What IAM knows of a call to KMS: how the register signs (test/shared/identity/keys/evidence-key.test.ts), and what for the key is. */
const kmsContexts: Readonly<Record<string, IamRequest['context']>> = {
  Sign: { 'kms:SigningAlgorithm': ['ECDSA_SHA_256'], 'kms:MessageType': ['DIGEST'] },
  Decrypt: { 'kms:EncryptionContext:purpose': ['events'], 'kms:EncryptionContext:stage': ['STAGE'] },
  DescribeKey: { 'kms:KeySpec': ['ECC_NIST_P256'], 'kms:KeyUsage': ['SIGN_VERIFY'] },
};

const kmsResources: Readonly<Record<string, string>> = { DescribeKey: stageArns.anyKey, Decrypt: stageArns.key };

/** A call to KMS; the keys of the tests that encrypt say so in their ids. */
const toKmsRequest = (action: string, keyId = ''): IamRequest =>
  keyId.endsWith('-encrypts')
    ? { action: `kms:${action}`, resource: stageArns.key, context: {} }
    : {
        action: `kms:${action}`,
        resource: kmsResources[action] ?? stageArns.evidenceKey,
        context: kmsContexts[action] ?? {},
      };

/** What IAM is asked for one call; nothing for STS, which tells everyone who they are. */
const toRequests = ({ service, action, secretId, keyId, ...call }: RecordedAccess): IamRequest[] => {
  switch (service) {
    case undefined: {
      const { index, partitions, attributes, select, returned, beside = 'table' } = call;
      const table = stageArns[beside];
      const resource = index === undefined ? table : stageArns.index(index);
      const context = {
        'dynamodb:LeadingKeys': partitions,
        'dynamodb:Attributes': attributes,
        ...(select !== undefined && { 'dynamodb:Select': [select] }),
        ...(returned !== undefined && { 'dynamodb:ReturnValues': [returned] }),
      };
      return [{ action: `dynamodb:${action}`, resource, context }];
    }
    case 'CloudFormation':
      return [{ action: `cloudformation:${action}`, resource: stageArns.stack, context: {} }];
    case 'Secrets Manager': {
      const rotation = { action: 'lambda:InvokeFunction', resource: stageArns.rotation, context: {} };
      const asked = { action: `secretsmanager:${action}`, resource: toSecret(secretId), context: {} };
      return action === 'RotateSecret' ? [asked, rotation] : [asked];
    }
    case 'KMS':
      return [toKmsRequest(action, keyId)];
    case 'SNS':
      return [{ action: `sns:${action}`, resource: stageArns.alarmTopic, context: {} }];
    case 'Backup':
      return [{ action: `backup:${action}`, resource: stageArns.vault, context: {} }];
    case 'CloudTrail':
      return [{ action: `cloudtrail:${action}`, resource: '*', context: {} }];
    case 'S3':
      return action === 'ListObjectVersions'
        ? [{ action: 's3:ListBucketVersions', resource: stageArns.anchors, context: {} }]
        : [{ action: 's3:GetObjectVersion', resource: `${stageArns.anchors}/checkpoints`, context: {} }];
    case 'EventBridge':
      return [{ action: `events:${action}`, resource: stageArns.bus, context: {} }];
    case 'STS':
      return [];
    default:
      throw new Error(`The tests do not know what ${service} asks.`);
  }
};

/** What every policy has: each command finds its stage in the same way, and DynamoDB uses the key. */
const shared = ['FindStage', 'UseKey'];

/** Parts of a policy that none of the calls needs. */
const findUnused = ({ Statement }: PolicyDocument, requests: readonly IamRequest[]): string[] =>
  Statement.filter(({ Sid }) => !shared.includes(Sid)).flatMap(({ Sid, Action, Resource, Condition = {} }) => {
    const using = requests.filter(
      ({ action, resource }) => Action.includes(action) && Resource.some((pattern) => isLike(resource, pattern)),
    );
    const isNamed = (key: string, pattern: string): boolean =>
      using.some(({ context }) => context[key]?.some((value) => isLike(value, pattern)));
    const isUsed = (pattern: string): boolean => using.some(({ resource }) => isLike(resource, pattern));
    const named = ['ForAllValues:StringLike', 'ForAllValues:StringEquals'].flatMap((operator) =>
      Object.entries(Condition[operator] ?? {}).flatMap(([key, patterns]) =>
        [patterns].flat().filter((pattern) => !isNamed(key, pattern)),
      ),
    );
    return [
      ...Action.filter((name) => !using.some(({ action }) => action === name)),
      ...Resource.filter((pattern) => !isUsed(pattern)),
      ...named,
    ].map((part) => `${Sid} ${part}`);
  });

test('the tests of all commands have run before', () => {
  const missing = names.flatMap(([, { commands }]) => commands).filter((name) => recordOf(name).length === 0);

  expect(missing, 'run `npm test`: this looks at what all tests did').toEqual([]);
});

test.each(names)('%s: every call of the tests is one that the policy allows', (_, { commands, rights }) => {
  const document = toDocument(rights);
  const refused = commands
    .flatMap(recordOf)
    .flatMap(toRequests)
    .filter((request) => findAllowing(document, request) === undefined);

  expect(refused).toEqual([]);
});

test.each(names)('%s: whatever the policy allows is what a call of the tests needs', (_, { commands, rights }) => {
  expect(findUnused(toDocument(rights), commands.flatMap(recordOf).flatMap(toRequests))).toEqual([]);
});

test('a command finds its stage by what every policy allows', () => {
  const stacks = record.filter(({ service }) => service === 'CloudFormation');

  expect(stacks.map(({ action }) => action)).toContain('DescribeStacks');
});
