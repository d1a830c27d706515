import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { ConsentRegister } from '../../../infra/index.ts';
import { generate } from '../../../infra/policies/generated.ts';
import { buildOnce } from '../../support/built.ts';

await buildOnce();

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/policies.md'), 'utf8');
const [, section = ''] = page.split('\n### A register in your own stack\n');

/** What the page lets `sed` replace. */
const replacements = [...section.matchAll(/s#([^#\n]+)#([^#\n]+)#/g)].map(
  ([, from = '', to = '']) => [from, to] as const,
);

const fill = (policy: string): string => replacements.reduce((text, [from, to]) => text.replaceAll(from, to), policy);

const filled = [...generate().values()].map(fill);

/** The names that the policies give to resources, without what AWS adds. */
const named = (pattern: RegExp): string[] => [
  ...new Set(filled.flatMap((policy) => [...policy.matchAll(pattern)].map(([, name = '']) => name))),
];

test('the names that the page puts into policies are those of a register in the stack of its example', () => {
  const app = new App({ builtinCloudFormationValidation: false, context: { 'aws:cdk:disable-asset-staging': true } });
  const stack = new Stack(app, 'MyApp', { env: { region: 'eu-south-1' } });
  new ConsentRegister(stack, 'Consents', { stage: 'dev', events: true });
  const template = Template.fromStack(stack);
  const idsOf = (type: string): string[] => Object.keys(template.findResources(type));
  const isOneOf = (type: string, prefix: string) => idsOf(type).filter((id) => id.startsWith(prefix)).length === 1;

  expect(replacements).toHaveLength(4);
  expect(filled.filter((policy) => /ConsentRegister-|secret:SigningKey/.test(policy))).toEqual([]);
  expect(named(/stack\/([^/"]+)/g)).toEqual([stack.stackName]);
  expect(named(/function:MyApp-(\w+)\*/g)).toSatisfy(([name]) => isOneOf('AWS::Lambda::Function', name));
  expect(named(/sns:[^"]*MyApp-(\w+)\*/g)).toSatisfy(([name]) => isOneOf('AWS::SNS::Topic', name));
  expect(named(/secret:(Consents\w+)\*/g)).toSatisfy(([name]) => isOneOf('AWS::SecretsManager::Secret', name));
  expect(named(/event-bus\/(\$?\w+)/g)).toEqual(['$EVENT_BUS']);
  expect(Object.keys(template.findOutputs('*'))).toContain('ConsentsEventBusName');
});
