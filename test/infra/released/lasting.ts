import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdk from '../../../cdk.json' with { type: 'json' };
import type { ConsentRegisterProps } from '../../../infra/index.ts';
import { ConsentRegister } from '../../../infra/index.ts';
import { parseOptions } from '../../../infra/options.ts';
import { ConsentRegisterStack } from '../../../infra/stack.ts';
import example from '../../../infra/stages/example.json' with { type: 'json' };
import replacing from './replacing.json' with { type: 'json' };

const region = 'eu-west-1';

/** A stage that has all there is, of its own. */
const whole = {
  stage: 'prod',
  alarmEmail: 'operations@shop.example',
  anchorRetentionDays: 3_653,
  watching: 'full',
  console: true,
  events: true,
  auditTrail: true,
  backupDays: 400,
  checkpointEmails: ['dpo@shop.example'],
} as const satisfies ConsentRegisterProps;

const newApp = (context: Readonly<Record<string, unknown>> = {}): App =>
  new App({
    builtinCloudFormationValidation: false,
    context: { ...context, 'aws:cdk:disable-asset-staging': true },
  });

const inOwnStack = (given: Readonly<Record<string, unknown>>): Stack =>
  new ConsentRegisterStack(newApp(cdk.context), parseOptions(given));

const inOtherStack = (): Stack => {
  const stack = new Stack(newApp(), 'MyApp', { env: { region } });
  new ConsentRegister(stack, 'Consents', whole);
  return stack;
};

/** The stages that a release is recorded by. */
const stages: Readonly<Record<string, () => Stack>> = {
  'a stage for development': () => inOwnStack({ stage: 'dev', region }),
  'a stage with everything': () => inOwnStack({ ...whole, region }),
  'the example, which uses other tables': () => inOwnStack({ ...example, stage: 'example' }),
  'the construct Consents in the stack MyApp': inOtherStack,
};

/** A resource whose replacement loses data or an address: its type, and what would replace it, if that changed. */
interface Lasting {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Stage -> logical id -> what must stay. */
type Lastings = Readonly<Record<string, Readonly<Record<string, Lasting>>>>;

const listed: Readonly<Record<string, readonly string[]>> = replacing.properties;

const readLasting = (stack: Stack): Readonly<Record<string, Lasting>> => {
  const resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: Record<string, unknown> }>> =
    Template.fromStack(stack).toJSON().Resources;
  return Object.fromEntries(
    Object.entries(resources)
      .filter(([, { Type }]) => Type in listed)
      .map(([id, { Type, Properties = {} }]) => {
        const isListed = ([name]: [string, unknown]): boolean => listed[Type]?.includes(name) === true;
        return [id, { type: Type, properties: Object.fromEntries(Object.entries(Properties).filter(isListed)) }];
      }),
  );
};

/** What must stay as it is in every stage, so that an update replaces nothing that holds data or has an address. */
export const recordLasting = (): Lastings =>
  Object.fromEntries(Object.entries(stages).map(([name, make]) => [name, readLasting(make())]));
