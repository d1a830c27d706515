import { describe, expect, test } from 'vitest';
import { startStoreProxy } from '../../support/faults/store-proxy.ts';

const proxy = await startStoreProxy();
const { diagnose, expectOnly, ok, skipped, wrong } = await import('../../support/make/sound-stage.ts');
const { region } = await import('../../support/make/deployed-stage.ts');
const { alarmTopic, encryptionKey, soundTrail, useSoundStage } = await import('../../support/make/sound-stage.ts');

const stage = await useSoundStage(proxy);

describe('the encryption key', () => {
  const line = (command: string) => `aws kms ${command} --region ${region} --key-id ${encryptionKey}`;
  const without =
    'Without it no call succeeds, and after seven days DynamoDB archives the tables (docs/operate.md, A key that is not enabled).';
  const putState = (state: string) => stage.kms.states.set(encryptionKey, state);

  test.each<[string, () => unknown, string, string]>([
    ['Disabled', () => putState('Disabled'), 'disabled', ` Bring it back at once: ${line('enable-key')}`],
    [
      'PendingDeletion',
      () => putState('PendingDeletion'),
      'pending deletion',
      ` Bring it back at once: ${line('cancel-key-deletion')} && ${line('enable-key')}`,
    ],
    ['gone', () => stage.kms.states.delete(encryptionKey), 'gone', ''],
  ])('%s: what to do names it in full', async (_, arrange, says, todo) => {
    arrange();

    await expectOnly(stage, wrong('encryption key', `${encryptionKey} is ${says}`, `${without}${todo}`));
  });

  test('each table may have another', async () => {
    const { intercept } = proxy;
    const other = encryptionKey.replace('5e6f7a8b', '9c0d1e2f');
    proxy.intercept = async (call) => {
      const answer = await (intercept?.(call) ?? call.forward());
      const { Table } = answer?.output ?? {};
      if (call.input.TableName !== stage.table.name || typeof Table !== 'object') return answer;
      return { status: 200, output: { Table: { ...Table, SSEDescription: { KMSMasterKeyArn: other } } } };
    };
    stage.kms.states.set(other, 'Disabled');

    expect((await diagnose(stage)).unsound).toMatchObject([{ check: 'encryption key', says: `${other} is disabled` }]);
  });

  test('is AWS’s own where the tables name none', async () => {
    const { intercept } = proxy;
    proxy.intercept = async (call) =>
      call.name === 'DescribeTable' ? call.forward() : (intercept?.(call) ?? call.forward());

    await expectOnly(stage, skipped('encryption key', 'the tables are encrypted with a key of AWS'));
  });
});

describe('the alarms', () => {
  const mail = (SubscriptionArn: string, Endpoint = 'operations@shop.example') => ({
    SubscriptionArn,
    Protocol: 'email',
    Endpoint,
  });
  const subscribe = (address: string) =>
    `aws sns subscribe --region ${region} --topic-arn ${alarmTopic} --protocol email --notification-endpoint ${address}`;
  const lost = (address: string) =>
    `Nobody gets the alarms. Subscribe an address, and open the link in the mail: ${subscribe(address)}`;

  test.each([
    [
      'pending confirmation',
      [mail('PendingConfirmation')],
      'operations@shop.example has not confirmed',
      `Open the link in the mail from AWS. It is valid for two days; this sends another: ${subscribe('operations@shop.example')}`,
    ],
    ['none', [], 'nobody is subscribed', lost('"$ADDRESS"')],
    ['deleted', [mail('Deleted')], 'the subscription was deleted', lost('operations@shop.example')],
  ])('reach nobody: %s', async (_, subscriptions, says, todo) => {
    stage.aws.subscriptions.set(alarmTopic, subscriptions);

    await expectOnly(stage, wrong('alarms', says, todo));
  });

  test('reach nobody: the topic is gone', async () => {
    stage.aws.subscriptions.clear();

    await expectOnly(
      stage,
      wrong(
        'alarms',
        `the topic ${alarmTopic} is gone`,
        'Nobody gets the alarms. Make the topic again, and deploy the stage.',
      ),
    );
  });

  const refused = { status: 403, code: 'AuthorizationError', message: 'User is not authorized' };
  const useTopic = (topic: string) =>
    stage.aws.stacks.set('ConsentRegister-prod', {
      ...stage.aws.stacks.get('ConsentRegister-prod'),
      AlarmTopicArn: topic,
    });

  test.each([
    ['does not let it look', () => stage.aws.refusals.set('ListSubscriptionsByTopic', refused)],
    ['hides its topics', () => undefined],
  ])('go to a topic of another AWS account, which %s', async (_, arrange) => {
    const other = alarmTopic.replace('123456789012', '444455556666');
    useTopic(other);
    arrange();

    await expectOnly(
      stage,
      skipped('alarms', `cannot look into ${other}, a topic of another AWS account: check there who is subscribed`),
    );
  });

  test('go to a topic of the AWS account that these credentials may not look into', async () => {
    stage.aws.refusals.set('ListSubscriptionsByTopic', refused);

    await expectOnly(
      stage,
      wrong(
        'alarms',
        'cannot be checked (AuthorizationErrorException)',
        'Your credentials may not do this. docs/commands.md says which role may. AWS says: User is not authorized',
      ),
    );
  });

  test('reach one address while another has not confirmed', async () => {
    stage.aws.subscriptions.set(alarmTopic, [
      mail(`${alarmTopic}:1a2b3c4d`),
      mail('PendingConfirmation', 'new@shop.example'),
    ]);

    await expectOnly(stage, ok('alarms', '1 subscription; new@shop.example has not confirmed'));
  });

  test('are not looked for where the stage names no address', async () => {
    const { AlarmTopicArn: _, ...outputs } = stage.aws.stacks.get('ConsentRegister-prod') ?? {};
    stage.aws.stacks.set('ConsentRegister-prod', outputs);

    await expectOnly(stage, skipped('alarms', 'the stage has no address for them'));
  });
});

describe('the trail', () => {
  const nobody = wrong(
    'trail of key changes',
    'no trail logs them',
    'Nobody hears at once who ends a key. Create a trail of management events (docs/operate.md, A trail of key changes).',
  );
  const basic = (selector: Readonly<Record<string, unknown>>) => ({
    ...soundTrail,
    selectors: { EventSelectors: [selector] },
  });
  const advanced = (...fields: readonly Readonly<Record<string, unknown>>[]) => ({
    ...soundTrail,
    selectors: { AdvancedEventSelectors: [{ FieldSelectors: fields }] },
  });
  const management = { Field: 'eventCategory', Equals: ['Management'] };
  const kms = ['kms.amazonaws.com'];
  const unread = {
    ...soundTrail,
    TrailARN: soundTrail.TrailARN.replace('123456789012', '999988887777'),
    selectors: Object.assign(new Error(), { name: 'AccessDeniedException' }),
  };

  test.each([
    ['there is none', []],
    ['it is stopped', [{ ...soundTrail, IsLogging: false }]],
    ['data events alone', [advanced({ Field: 'eventCategory', Equals: ['Data'] })]],
    ['reads alone', [advanced(management, { Field: 'readOnly', Equals: ['true'] })]],
    ['all but those of KMS', [advanced(management, { Field: 'eventSource', NotEquals: kms })]],
    ['data events alone, by a basic selector', [basic({ IncludeManagementEvents: false, ReadWriteType: 'All' })]],
    ['reads alone, by a basic selector', [basic({ IncludeManagementEvents: true, ReadWriteType: 'ReadOnly' })]],
    [
      'all but those of KMS, by a basic selector',
      [basic({ ReadWriteType: 'All', ExcludeManagementEventSources: kms })],
    ],
  ])('tells nobody: %s', async (_, trails) => {
    stage.trails.splice(0, 1, ...trails);

    await expectOnly(stage, nobody);
  });

  test.each([
    ['by a basic selector', [basic({ IncludeManagementEvents: true, ReadWriteType: 'WriteOnly' })]],
    ['beside one of an organisation that this account may not read', [unread, soundTrail]],
  ])('tells: %s', async (_, trails) => {
    stage.trails.splice(0, 1, ...trails);

    await expectOnly(stage);
  });

  test('cannot be read, and there is no other', async () => {
    stage.trails.splice(0, 1, unread);

    await expectOnly(
      stage,
      wrong(
        'trail of key changes',
        'cannot be checked (AccessDeniedException)',
        'Your credentials may not do this. docs/commands.md says which role may. AWS says: by the test',
      ),
    );
  });
});
