import { App, Aspects, Duration, NestedStack, Stack, Tags, Token } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { CfnTrail } from 'aws-cdk-lib/aws-cloudtrail';
import { Trail } from 'aws-cdk-lib/aws-cloudtrail';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { AccountPrincipal, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import type { ConsentRegisterProps } from '../../infra/index.ts';
import { ConsentRegister } from '../../infra/index.ts';
import { nameRegister } from '../../infra/register-name.ts';
import { buildOnce } from '../support/make/built.ts';
import { synthesise } from '../support/make/stack.ts';
import { readPlainly } from './plain-template.ts';

await buildOnce();

/** An app without a flag, as somebody's own may be. */
const newApp = (context: Readonly<Record<string, unknown>> = {}): App =>
  new App({
    builtinCloudFormationValidation: false,
    context: { ...context, 'aws:cdk:disable-asset-staging': true },
  });

const newStack = (name = 'MyApp', region = 'eu-south-1'): Stack => new Stack(newApp(), name, { env: { region } });

const production: ConsentRegisterProps = {
  stage: 'prod',
  alarmEmail: 'operations@shop.example',
  anchorRetentionDays: 3_653,
};

test.each([
  ['what is there by default', { stage: 'dev' }],
  ['all that an option adds', { stage: 'dev', accessLog: true, console: true, events: true, backupDays: 90 }],
] as const)('in an app without flags it is the register of the repository, ids aside: %s', async (_, given) => {
  const stack = newStack();
  const name = nameRegister(new ConsentRegister(stack, 'Consents', given));
  const { template, stackName } = await synthesise({ ...given, region: 'eu-south-1' });
  const own = readPlainly(template.toJSON(), stackName, '');

  expect(own.resources.length).toBeGreaterThan(150);
  expect(readPlainly(Template.fromStack(stack).toJSON(), name, 'Consents')).toEqual(own);
});

test('it shows what is built beside it', () => {
  const stack = newStack();
  const plain = new ConsentRegister(stack, 'Consents', production);

  expect(stack.resolve(plain.apiUrl)).toEqual({ 'Fn::GetAtt': [stack.resolve(plain.api.apiId).Ref, 'ApiEndpoint'] });
  expect(stack.resolve(plain.table.tableName).Ref).toMatch(/^ConsentsTable/);
  expect(stack.resolve(plain.alarmTopic.topicArn).Ref).toMatch(/^ConsentsAlarmTopic/);
  expect(stack.resolve(plain.logTable.tableName).Ref).toMatch(/^ConsentsLogTable/);
  expect(stack.resolve(plain.erasuresTable.tableName).Ref).toMatch(/^ConsentsErasuresTable/);
  expect(stack.resolve(plain.anchors.bucketName).Ref).toMatch(/^ConsentsAnchors/);
  expect(stack.resolve(plain.bus.eventBusName).Ref).toMatch(/^ConsentsEventBus/);
});

test.each([
  [{ stage: 'prod', anchorRetentionDays: 3_653 }, 'Option alarmEmail or alarmTopicArn must be given'],
  [{ ...production, alarmEmail: 'operations' }, 'Option alarmEmail must be an email address'],
  [{ ...production, stagee: 'prod' }, 'Option stagee is unknown'],
  [{ ...production, region: 'eu-west-1' }, 'Option region must be left out: the stack says it by its env.'],
  [{ ...production, account: '111122223333' }, 'Option account must be left out: the stack says it by its env.'],
  [{}, "Option stage must be given, such as stage: 'prod'."],
  [undefined, "Option stage must be given, such as stage: 'prod'."],
])('%j: refused by one line that begins with the path of the construct, and names no file', (props, line) => {
  const make = () => new ConsentRegister(newStack(), 'Consents', props as never);

  expect(make).toThrow(new RegExp(`^MyApp/Consents: ${line.replace(/[.()]/g, '\\$&')}[^\\n]*$`));
  expect(make).not.toThrow('.json');
});

test('a stack that names no region or account has the same register, but for replicas, which need one', async () => {
  const stack = new Stack(newApp(), 'MyApp');
  new ConsentRegister(stack, 'Consents', { ...production, loginConcurrency: 600 });
  const other = new Stack(newApp(), 'MyApp', { env: { region: 'eu-south-1', account: '111122223333' } });
  new ConsentRegister(other, 'Consents', { ...production, loginConcurrency: 600 });
  const typesOf = (of: Stack) =>
    Object.values<{ Type: string }>(Template.fromStack(of).toJSON().Resources).map(({ Type }) => Type);

  expect(typesOf(stack)).toEqual(typesOf(other));
  Template.fromStack(stack).hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    RouteSettings: { 'POST /login': { ThrottlingRateLimit: 2_500, ThrottlingBurstLimit: 1_250 } },
  });
  const replicaKeyArns = { 'eu-west-1': 'arn:aws:kms:eu-west-1:111122223333:key/1' };
  expect(
    () => new ConsentRegister(new Stack(newApp(), 'MyApp'), 'Consents', { ...production, replicaKeyArns }),
  ).toThrow('MyApp/Consents: Option replicaKeyArns must be left out in a stack that names no region.');
});

test('two registers that commands could not tell apart are refused in one stack, not in one nested in it', () => {
  const stack = newStack();
  new ConsentRegister(stack, 'Consents', production);
  const part = new Construct(stack, 'Con');

  expect(() => new ConsentRegister(stack, 'Others', production)).toThrow(
    'MyApp/Others: The stack has a register of the stage prod already, MyApp/Consents. Give one of them another stage, or a stack of its own.',
  );
  expect(() => new ConsentRegister(part, 'sents', { stage: 'dev' })).toThrow(
    'MyApp/Con/sents: Its outputs would have the names of those of MyApp/Consents. Give one of them another id.',
  );
  expect(new ConsentRegister(new NestedStack(stack, 'Nested'), 'Consents', production)).toBeDefined();
});

test('what another resource is called may be known to CloudFormation alone; what decides the template may not', () => {
  const stack = newStack();
  const { topicArn } = new Topic(stack, 'Operations');
  new ConsentRegister(stack, 'Consents', { stage: 'prod', anchorRetentionDays: 3_653, alarmTopicArn: topicArn });

  Template.fromStack(stack).allResourcesProperties('AWS::CloudWatch::Alarm', {
    AlarmActions: [stack.resolve(topicArn)],
  });
  for (const props of [
    { ...production, stage: Token.asString({ Ref: 'Stage' }) },
    { ...production, corsOrigins: [Token.asString({ Ref: 'Origin' })] },
    { ...production, loginsPerSecond: Token.asNumber({ Ref: 'Logins' }) },
  ]) {
    expect(() => new ConsentRegister(stack, 'Other', props)).toThrow(/^MyApp\/Other: Option \w+ must be /);
  }
});

test('a certificate and a zone of the app may stand beside what has an account', () => {
  new ConsentRegister(newStack('MyApp', 'eu-west-1'), 'Consents', {
    ...production,
    domainName: 'consents.shop.example',
    certificateArn: Token.asString({ Ref: 'Certificate' }),
    hostedZoneId: Token.asString({ Ref: 'Zone' }),
    hostedZoneName: 'shop.example',
    existingTable: 'Table-1',
    existingTableStreamArn: 'arn:aws:dynamodb:eu-west-1:444455556666:table/Table-1/stream/1',
  });
});

test('it is as any construct: of a class of somebody, seen by aspects, tagged, used by another stack', () => {
  class Ours extends ConsentRegister {
    constructor(scope: Construct, id: string) {
      super(scope, id, { ...production, events: true });
    }
  }
  const stack = newStack();
  const register = new Ours(stack, 'Consents');
  const seen = new Set<string>();
  Aspects.of(stack).add({ visit: (node) => seen.add(node.node.path) });
  Tags.of(register).add('team', 'privacy');
  const other = new Stack(stack.node.root, 'Other', { env: { region: 'eu-south-1' } });
  new Topic(other, 'Topic', { displayName: register.apiUrl });
  const template = Template.fromStack(stack);

  expect(seen).toContain('MyApp/Consents/Table/Resource');
  template.allResourcesProperties('AWS::SNS::Topic', { Tags: [{ Key: 'team', Value: 'privacy' }] });
  expect(JSON.stringify(Template.fromStack(other).toJSON())).toMatch(/ImportValue|GetStackOutput|ApiEndpoint/);
});

test('what it says of rules of cdk-nag is about its own ids', () => {
  const stack = newStack();
  const register = new ConsentRegister(stack, 'Consents', production);
  const [anchors = ''] = Object.keys(Template.fromStack(stack).findResources('AWS::S3::Bucket'));
  const said = register.node.findChild('PublishCheckpoint').node.metadata.map(({ data }) => JSON.stringify(data));

  expect(said.filter((each) => each.includes(`Resource::<${anchors}.Arn>/checkpoints/*`))).toHaveLength(1);
});

test('an app adds a trail, a budget and a second vault by what the register shows', () => {
  const stack = newStack();
  const register = new ConsentRegister(stack, 'Consents', production);
  const tables = [register.table, register.logTable, register.erasuresTable];
  const select = (type: string, startsWith: string[]) => ({
    fieldSelectors: [
      { field: 'eventCategory', equalTo: ['Data'] },
      { field: 'resources.type', equalTo: [type] },
      { field: 'resources.ARN', startsWith },
    ],
  });
  const trail = new Trail(stack, 'Trail').node.defaultChild as CfnTrail;
  trail.eventSelectors = undefined;
  trail.advancedEventSelectors = [
    select(
      'AWS::DynamoDB::Table',
      tables.map(({ tableArn }) => tableArn),
    ),
    select('AWS::S3::Object', [register.anchors.arnForObjects('')]),
  ];
  register.alarmTopic.grantPublish(new ServicePrincipal('budgets.amazonaws.com'));
  new CfnBudget(stack, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: 50, unit: 'USD' } },
    notificationsWithSubscribers: [
      {
        notification: { notificationType: 'FORECASTED', comparisonOperator: 'GREATER_THAN', threshold: 100 },
        subscribers: [{ subscriptionType: 'SNS', address: register.alarmTopic.topicArn }],
      },
    ],
  });
  const vault = BackupVault.fromBackupVaultArn(
    stack,
    'Vault',
    'arn:aws:backup:eu-west-1:444455556666:backup-vault:consents',
  );
  const plan = new BackupPlan(stack, 'Copies', { backupVault: new BackupVault(stack, 'CopiesVault') });
  plan.addRule(
    new BackupPlanRule({
      scheduleExpression: Schedule.cron({ weekDay: 'SUN', hour: '4', minute: '0' }),
      deleteAfter: Duration.days(35),
      copyActions: [{ destinationBackupVault: vault, deleteAfter: Duration.days(400) }],
    }),
  );
  plan.addSelection('Tables', { resources: tables.map(({ tableArn }) => BackupResource.fromArn(tableArn)) });
  register.table.encryptionKey?.grant(
    new AccountPrincipal('444455556666'),
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:GenerateDataKey',
    'kms:CreateGrant',
  );

  const template = Template.fromStack(stack);
  template.hasResourceProperties('AWS::CloudTrail::Trail', { EventSelectors: Match.absent() });
  template.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([Match.objectLike({ Principal: { Service: 'budgets.amazonaws.com' } })]),
    },
  });
  template.hasResourceProperties('AWS::KMS::Key', {
    KeyPolicy: {
      Statement: Match.arrayWith([Match.objectLike({ Action: Match.arrayWith(['kms:CreateGrant']) })]),
    },
  });
});
