import { App, Aspects, NestedStack, Stack, Tags, Token } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import type { ConsentRegisterProps } from '../../infra/index.ts';
import { ConsentRegister } from '../../infra/index.ts';
import { nameRegister } from '../../infra/register-name.ts';
import { buildOnce } from '../support/built.ts';
import { readPlainly } from '../support/plain-template.ts';
import { synthesise } from '../support/stack.ts';

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
  ['all that an option adds', { stage: 'dev', watching: 'full', console: true, events: true, backupDays: 90 }],
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
  const full = new ConsentRegister(stack, 'Trial', { stage: 'dev', events: true });

  expect(stack.resolve(plain.apiUrl)).toEqual({ 'Fn::GetAtt': [stack.resolve(plain.api.apiId).Ref, 'ApiEndpoint'] });
  expect(stack.resolve(plain.table.tableName).Ref).toMatch(/^ConsentsTable/);
  expect(stack.resolve(plain.alarmTopic.topicArn).Ref).toMatch(/^ConsentsAlarmTopic/);
  expect(plain.bus).toBeUndefined();
  expect(stack.resolve(full.bus?.eventBusName).Ref).toMatch(/^TrialEventBus/);
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

test('a stack that does not say its region is refused, and the line says how to', () => {
  const stack = new Stack(newApp(), 'MyApp');

  expect(() => new ConsentRegister(stack, 'Consents', production)).toThrow(
    "MyApp/Consents: The stack MyApp does not say its region, on which limits and names depend. Give it one, such as env: { region: 'eu-west-1' }.",
  );
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
    { ...production, loginBurst: Token.asNumber({ Ref: 'Burst' }) },
  ]) {
    expect(() => new ConsentRegister(stack, 'Other', props)).toThrow(
      /^MyApp\/Other: Option \w+ must be known when the template is written\. /,
    );
  }
});

test.each([
  ['a role that has a name', { keyAdministratorRole: 'arn:aws:iam::111122223333:role/keys' }, ['certificateArn']],
  ['a certificate that has one', {}, ['keyAdministratorRole']],
  ['a certificate, and a budget', { monthlyBudgetDollars: 10 }, ['alarmTopicArn']],
  [
    'a topic that has one, and a budget',
    { monthlyBudgetDollars: 10, alarmTopicArn: 'arn:aws:sns:eu-west-1:111122223333:operations' },
    ['certificateArn'],
  ],
] as const)('in a stack without an account, what the app makes may stand beside %s', (_, given, made) => {
  const stack = newStack('MyApp', 'eu-west-1');
  const { alarmEmail, ...others } = production;
  const make = (changed: Partial<ConsentRegisterProps>) => () =>
    new ConsentRegister(stack, 'Consents', {
      ...others,
      ...(made.some((name) => name === 'alarmTopicArn') || 'alarmTopicArn' in given ? {} : { alarmEmail }),
      domainName: 'consents.shop.example',
      certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/known',
      hostedZoneId: 'Z0123456789ABC',
      hostedZoneName: 'shop.example',
      ...given,
      ...Object.fromEntries(made.map((name) => [name, Token.asString({ Ref: name })])),
      ...changed,
    });

  expect(
    make({
      existingTable: 'Table-1',
      existingTableStreamArn: 'arn:aws:dynamodb:eu-west-1:444455556666:table/Table-1/stream/1',
    }),
  ).toThrow('AWS account');
  expect(make({})).not.toThrow();
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
