import { expect, test } from 'vitest';
import { synthesise } from '../support/make/stack.ts';

const development = await synthesise();
const retained = await synthesise({ stage: 'dev-retained', retainData: true });
const example = await synthesise({ stage: 'example' });

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Principal: unknown;
  readonly Condition?: unknown;
}

const denialsOf = ({ template }: typeof development, key: string): Statement[] =>
  template.toJSON().Resources[key].Properties.KeyPolicy.Statement.filter(({ Effect }: Statement) => Effect === 'Deny');

test.each([retained, example])('$stackName: the encryption key denies its end to everybody', (stack) => {
  expect(denialsOf(stack, 'Key')).toEqual([
    {
      Sid: 'KeepTheKey',
      Effect: 'Deny',
      Action: ['kms:DisableKey', 'kms:ScheduleKeyDeletion'],
      Principal: { AWS: '*' },
      Resource: '*',
    },
  ]);
});

test('a stage for development can be destroyed with its key, and an evidence key be replaced', () => {
  expect(denialsOf(development, 'Key')).toEqual([]);
  expect(denialsOf(retained, 'EvidenceKey1')).toEqual([]);
});

test('keys and the secret have the tag by which policies of operators tell registers apart', () => {
  const Tags = expect.arrayContaining([
    { Key: 'consent-register', Value: { 'Fn::Join': ['', [{ Ref: 'AWS::StackName' }, '/dev-retained']] } },
  ]);
  const { Resources } = retained.template.toJSON();

  for (const id of ['Key', 'EvidenceKey1', 'SigningKey']) expect(Resources[id].Properties).toMatchObject({ Tags });
});

type Pattern = { readonly [name: string]: Pattern | readonly unknown[] };

/** Whether an event matches, as EventBridge decides it of the operators in use ("Comparison operators"). */
const matches = (pattern: Pattern, event: unknown): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    if (name === '$or') return (wanted as readonly Pattern[]).some((each) => matches(each, event));
    const value = (event as Record<string, unknown> | undefined)?.[name];
    if (!Array.isArray(wanted)) return matches(wanted as Pattern, value);
    return wanted.some((each) => each === value || (each?.exists === false && value === undefined));
  });

test('the topic of alarms hears at once who ends a key, if there is a trail', () => {
  const { Properties } = development.template.toJSON().Resources.KeyChanged;
  const [target] = Properties.Targets;

  expect(Properties.EventPattern).toMatchObject({
    source: ['aws.kms'],
    'detail-type': ['AWS API Call via CloudTrail'],
    detail: { resources: { ARN: [{ 'Fn::GetAtt': ['Key', 'Arn'] }, { 'Fn::GetAtt': ['EvidenceKey1', 'Arn'] }] } },
  });
  expect(target.Arn).toEqual({ Ref: 'AlarmTopic' });
  expect(Object.values(target.InputTransformer.InputPathsMap).sort()).toEqual([
    '$.detail.eventName',
    '$.detail.eventTime',
    '$.detail.resources[0].ARN',
    '$.detail.userIdentity.arn',
  ]);
});

test.each([
  ['DisableKey', undefined, true],
  ['ScheduleKeyDeletion', undefined, true],
  ['PutKeyPolicy', 'cloudformation.amazonaws.com', true],
  ['RevokeGrant', undefined, true],
  ['RevokeGrant', 'signin.amazonaws.com', true],
  ['RetireGrant', undefined, true],
  ['RetireGrant', 'dynamodb.amazonaws.com', false],
  ['RetireGrant', 'backup.amazonaws.com', false],
  ['RevokeGrant', 'AWS Internal', false],
  ['CreateGrant', undefined, false],
  ['EnableKey', undefined, false],
])('a call of %s, invoked by %s: the topic hears of it: %s', (eventName, invokedBy, isHeard) => {
  const { resources, ...detail } = development.template.toJSON().Resources.KeyChanged.Properties.EventPattern.detail;

  expect(resources).toBeDefined();
  expect(matches(detail, { eventName, userIdentity: { invokedBy } })).toBe(isHeard);
});

test('it hears of the key of an existing table too', () => {
  const { detail } = example.template.toJSON().Resources.KeyChanged.Properties.EventPattern;

  expect(detail.resources.ARN).toContain(
    'arn:aws:kms:eu-south-1:111122223333:key/9f8e7d6c-5b4a-4938-8271-605f4e3d2c1b',
  );
});

test('rules reach a topic of another AWS account by a role, without which EventBridge refuses it', async () => {
  const rules = async (options: Parameters<typeof synthesise>[0]) => {
    const { Resources } = (await synthesise({ backupDays: 40, ...options })).template.toJSON();
    const roles = ['KeyChanged', 'BackupsFailed'].map((rule) => Resources[rule].Properties.Targets[0].RoleArn);
    return { Resources, roles };
  };
  const topic = 'arn:aws:sns:us-east-1:444455556666:operations';
  const other = await rules({ account: '111122223333', alarmTopicArn: topic });
  const same = await rules({ account: '444455556666', alarmTopicArn: topic });

  expect(other.roles).toEqual(
    ['KeyChangedSender', 'BackupsFailedSender'].map((role) => ({ 'Fn::GetAtt': [role, 'Arn'] })),
  );
  expect(other.Resources.KeyChangedSenderDefaultPolicy.Properties.PolicyDocument.Statement).toEqual([
    { Effect: 'Allow', Action: 'sns:Publish', Resource: topic },
  ]);
  expect(same.roles).toEqual([undefined, undefined]);
  expect(development.template.toJSON().Resources.KeyChanged.Properties.Targets[0].RoleArn).toBeUndefined();
});

test('the job asks for every key of the stage, those of an existing table and of replicas too', () => {
  const { Environment } = example.template.toJSON().Resources.CheckKeysFunction.Properties;
  const keys = JSON.stringify(Environment.Variables.KEYS);

  for (const key of [
    '"Key","Arn"',
    '"EvidenceKey2","Arn"',
    'eu-south-1:111122223333:key/',
    'eu-west-1:111122223333:key/',
  ]) {
    expect(keys).toContain(key);
  }
});
