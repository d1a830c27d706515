import { App, NestedStack, Stack, Stage } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import type { ConsentRegisterProps } from '../../infra/index.ts';
import { ConsentRegister } from '../../infra/index.ts';
import { parseOptions } from '../../infra/options.ts';
import { metricNamespace, nameApi, nameRegister } from '../../infra/register-name.ts';
import { ConsentRegisterStack } from '../../infra/stage-app.ts';
import { buildOnce } from '../support/make/built.ts';

await buildOnce();

const region = 'eu-west-1';
const newApp = (): App =>
  new App({ builtinCloudFormationValidation: false, context: { 'aws:cdk:disable-asset-staging': true } });

/** A stage in which everything that can have a name has one. */
const named = {
  stage: 'prod',
  alarmEmail: 'operations@shop.example',
  anchorRetentionDays: 3_653,
  events: true,
  accessLog: true,
  backupDays: 90,
  timestampAuthority: 'https://tsa.example/rfc3161',
} as const satisfies ConsentRegisterProps;

/** What names a resource, by its type; the name of an API need not differ, but people look for it. */
const properties: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': ['Name'],
  'AWS::Backup::BackupVault': ['BackupVaultName'],
  'AWS::Backup::BackupPlan': ['BackupPlan.BackupPlanName'],
  'AWS::CloudWatch::Alarm': ['AlarmName'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
  'AWS::Logs::MetricFilter': ['MetricTransformations.0.MetricNamespace'],
};

const flatten = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join } = value as { readonly 'Fn::Join'?: readonly [string, readonly unknown[]] };
  return join ? join[1].map(flatten).join(join[0]) : JSON.stringify(value);
};

const at = (properties: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], properties);

/** The names in a stack, each with where it must be the only one. CloudFormation gives each stack another id. */
const namesIn = (stack: Stack, id: string): string[] => {
  const resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>> =
    Template.fromStack(stack).toJSON().Resources;
  return Object.values(resources).flatMap(({ Type, Properties }) =>
    (properties[Type] ?? []).flatMap((property) => {
      const value = at(Properties, property);
      return value === undefined ? [] : [`${Type} ${flatten(value).replaceAll('AWS::StackId', id)} ${stack.region}`];
    }),
  );
};

test('no register has a name of another: in its stack, in another, nested, in another region, or of the repository', () => {
  const app = newApp();
  // Two registers with all options need more resources than a stack may have (docs/deploy.md), but their names must differ all the same.
  app.node.setContext('@aws-cdk/core:stackResourceLimit', 0);
  const make = (scope: Construct, name: string, place = region): Stack => {
    const stack = new Stack(scope, name, { env: { region: place } });
    new ConsentRegister(stack, 'Consents', named);
    return stack;
  };
  const both = make(app, 'MyApp');
  // Two registers with everything are more than the 500 resources of one stack.
  new ConsentRegister(both, 'Trial', { ...named, stage: 'trial' });
  const nested = new NestedStack(both, 'Nested');
  new ConsentRegister(nested, 'Consents', named);
  const stacks = [
    both,
    nested,
    make(app, 'Other'),
    make(new Stage(app, 'Beta'), 'MyApp'),
    make(newApp(), 'MyApp', 'eu-central-1'),
    new ConsentRegisterStack(newApp(), parseOptions({ ...named, region })),
    new ConsentRegisterStack(newApp(), parseOptions({ ...named, region: 'eu-central-1' })),
  ];
  const registers = 8;
  const names = stacks.flatMap((stack, i) => [...new Set(namesIn(stack, `stack ${i}`))]);

  expect(names.length).toBeGreaterThan(registers * Object.keys(properties).length);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(Object.values(Template.fromStack(both).findOutputs('*')).filter((output) => 'Export' in output)).toEqual([]);
});

test('nothing in a stack of somebody is named after the stage alone', () => {
  const stack = new Stack(newApp(), 'MyApp', { env: { region } });
  new ConsentRegister(stack, 'Consents', { ...named, console: true, checkpointEmails: ['dpo@shop.example'] });

  expect(JSON.stringify(Template.fromStack(stack).toJSON())).not.toMatch(/consent-?register[-/]prod/i);
});

test('the names of a stack of its own are those of its stage', () => {
  expect([nameApi('ConsentRegister-prod'), metricNamespace('ConsentRegister-prod')]).toEqual([
    'consent-register-prod',
    'ConsentRegister/prod',
  ]);
});

test.each([
  ['MyApp', 'Consents', /^MyApp-Consents-[0-9A-F]{8}$/],
  ['MyApp', 'Default', /^MyApp$/],
  ['prod', 'Default', /^prod$/],
  ['My-App-', '-Consents-', /^My-App---Consents--[0-9A-F]{8}$/],
  ['A'.repeat(128), 'Default', /^A+-[0-9A-F]{8}$/],
  ['Shop-'.repeat(20), 'Con-'.repeat(20), /^Shop-.*[0-9A-F]{8}$/],
  ['MyApp', 'Einwilligungen für Kunden', /^MyApp-EinwilligungenfrKunden-[0-9A-F]{8}$/],
])('the register of the stack %s with the id %s: a name that every service takes', (stackName, id, expected) => {
  const name = nameRegister(new Construct(new Stack(newApp(), 'Some', { stackName }), id));

  expect(name).toMatch(expected);
  expect(name).toMatch(/^[A-Za-z][A-Za-z0-9-]*$/);
  expect(name.length).toBeLessThanOrEqual(40);
  expect(metricNamespace(name)).not.toBe(metricNamespace('ConsentRegister-prod'));
});
