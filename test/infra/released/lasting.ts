import { isDeepStrictEqual } from 'node:util';
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

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
}

const readResources = (stack: Stack): Readonly<Record<string, Resource>> =>
  Template.fromStack(stack).toJSON().Resources;

const readLasting = (resources: Readonly<Record<string, Resource>>): Readonly<Record<string, Lasting>> =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, { Type }]) => Type in listed)
      .map(([id, { Type, Properties = {} }]) => {
        const isListed = ([name]: [string, unknown]): boolean => listed[Type]?.includes(name) === true;
        return [id, { type: Type, properties: Object.fromEntries(Object.entries(Properties).filter(isListed)) }];
      }),
  );

/** An index of a table, by its name; the rest is compared as it is. */
interface Index {
  readonly IndexName: string;
}

/** Logical id of a table -> its indexes. */
type Indexes = Readonly<Record<string, readonly Index[]>>;

const readIndexes = (resources: Readonly<Record<string, Resource>>): Indexes =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, { Type }]) => Type === 'AWS::DynamoDB::GlobalTable')
      .map(([id, { Properties = {} }]) => [id, (Properties.GlobalSecondaryIndexes ?? []) as readonly Index[]]),
  );

/** What a version deploys, as far as the next one must not change it at will. */
export interface Deployed {
  /** What must stay as it is in every stage, so that an update replaces nothing that holds data or has an address. */
  readonly stages: Lastings;
  /** By stages too: CloudFormation makes or deletes one index of a table in an update. */
  readonly indexes: Readonly<Record<string, Indexes>>;
}

/** What these sources deploy. */
export const recordDeployed = (): Deployed => {
  const made = Object.entries(stages).map(([name, make]) => [name, readResources(make())] as const);
  return {
    stages: Object.fromEntries(made.map(([name, resources]) => [name, readLasting(resources)])),
    indexes: Object.fromEntries(made.map(([name, resources]) => [name, readIndexes(resources)])),
  };
};

/** Names of the indexes of a table that an update makes, deletes or changes. */
export const findChanged = (before: readonly Index[], after: readonly Index[]): readonly string[] => {
  const [old, now] = [before, after].map((indexes) => new Map(indexes.map((index) => [index.IndexName, index])));
  const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return names.filter((name) => !isDeepStrictEqual(old?.get(name), now?.get(name)));
};
