import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { stackFlags } from '../../infra/acknowledgements.ts';
import type { FunctionName } from '../../infra/code.ts';
import { nameArchive, operations } from '../../infra/code.ts';
import { optionSchemas, parseOptions } from '../../infra/options.ts';
import { ConsentRegisterStack } from '../../infra/stage-app.ts';
import { templateParameters, writeTemplate } from '../../infra/template.ts';
import { isDevelopment, stackOutputs } from '../../shared/runtime/stage.ts';
import { buildOnce } from '../support/make/built.ts';

await buildOnce();

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, Json>>;
}

interface Written {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs: Readonly<Record<string, Json>>;
  readonly Parameters: Readonly<Record<string, Json>>;
}

const text = writeTemplate('1.2.3');
const written: Written = JSON.parse(text);

const given = { StageName: 'prod', AlarmEmail: 'operations@shop.example' };

/** The same stage, deployed by CDK with the options that the template has none of. */
const deployByCdk = (): Written => {
  const app = new App({
    builtinCloudFormationValidation: false,
    context: { ...stackFlags, 'aws:cdk:disable-asset-staging': true },
  });
  const options = parseOptions({
    stage: given.StageName,
    alarmEmail: given.AlarmEmail,
    region: 'eu-west-1',
    anchorRetentionDays: 3_653,
  });
  return Template.fromStack(new ConsentRegisterStack(app, options)).toJSON() as Written;
};

const values: Readonly<Record<string, string>> = { ...given, 'AWS::Region': 'eu-west-1', 'AWS::Partition': 'aws' };

/** Puts texts that stand side by side into one. */
const joinTexts = (parts: readonly Json[]): readonly Json[] => {
  const joined: Json[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined.splice(-1, 1, `${last}${part}`);
    else joined.push(part);
  }
  return joined;
};

/** What CloudFormation makes of a part of a template, as far as values are known. */
const fill = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(fill);
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::Join': join } = value as {
    readonly Ref?: string;
    readonly 'Fn::Join'?: readonly [string, readonly Json[]];
  };
  if (Ref !== undefined) return values[Ref] ?? value;
  if (join?.[0] === '') {
    const parts = joinTexts(join[1].map(fill));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { 'Fn::Join': ['', parts] };
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fill(each)]));
};

const isFunction = ({ Type }: Resource): boolean => Type === 'AWS::Lambda::Function';

/** Resources and outputs, with their ids; where the code is differs. */
const fillWhole = ({ Resources, Outputs }: Written) => ({
  resources: Object.fromEntries(
    Object.entries(Resources).map(([id, resource]) => {
      const { Properties, ...others } = resource;
      const { Code, ...properties } = Properties ?? {};
      const compared = isFunction(resource) ? properties : Properties;
      return [id, fill({ ...others, ...(compared && { Properties: compared }) })];
    }),
  ),
  outputs: fill(Outputs),
});

test('for the stage prod it has the resources, ids and outputs that CDK deploys with default options', () => {
  const filled = fillWhole(written);

  expect(Object.keys(filled.resources).length).toBeGreaterThan(150);
  expect(filled.outputs).toMatchObject({ [stackOutputs.register]: { Value: 'prod' } });
  expect(filled).toEqual(fillWhole(deployByCdk()));
});

test('the code of each function is an archive named by its content, behind the bucket and prefix of the parameters', () => {
  const codes = Object.values(written.Resources)
    .filter(isFunction)
    .map(({ Properties }) => Properties.Code);
  const names: readonly FunctionName[] = [
    ...operations.filter((name) => name !== 'makeLinks'),
    ...(['keyFile', 'rotateSigningKey', 'checkKeys', 'feedLog', 'publishCheckpoint', 'noOperation'] as const),
  ];

  expect(codes).toEqual(
    names.map((name) => ({
      S3Bucket: { Ref: 'CodeBucket' },
      S3Key: { 'Fn::Join': ['', [{ Ref: 'CodePrefix' }, nameArchive(name)]] },
    })),
  );
  for (const name of names) expect(nameArchive(name)).toMatch(new RegExp(`^${name}-[0-9a-f]{16}\\.zip$`));
});

test('it fits any AWS account and region, needs no bootstrap, and is small enough for CloudFormation', () => {
  const said = text.replaceAll(/"(?:ACCESS|REFRESH)_TOKEN_SECONDS": "\d+"/g, '');

  expect(Object.keys(written)).toEqual(['Description', 'Parameters', 'Resources', 'Outputs']);
  expect(Object.keys(written.Parameters)).toEqual(Object.keys(templateParameters));
  expect(said).not.toMatch(
    /\b\d{12}\b|\b[a-z]{2}-[a-z]+-\d\b|cdk-|aws:cdk|CDKMetadata|Bootstrap|Custom::|\$\{Token|anybody@|\bprod\b/,
  );
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  // With names of their own, roles would need the capability CAPABILITY_NAMED_IAM.
  expect(text).not.toMatch(/"(?:RoleName|ManagedPolicyName|Transform)"/);
  expect(text).toContain('"Consent register 1.2.3: records, finds and revokes consents over one table"');
});

test.each([
  [
    'StageName',
    'stage',
    ['prod', 'trial', 'a', 'shop-2', 'development', 'devil'],
    ['Prod', '2shop', '', 'a'.repeat(21)],
  ],
  [
    'AlarmEmail',
    'alarmEmail',
    ['operations@shop.example', 'a.b+c_d-e@sub-1.shop.example'],
    ['operations', 'a@b', 'a b@shop.example', 'a@shop.example,b@shop.example', '.a@shop.example', 'käthe@shop.example'],
  ],
] as const)('%s takes what the option %s takes', (name, option, right, wrong) => {
  const { allowedPattern } = templateParameters[name];

  for (const [values, isRight] of [
    [right, true],
    [wrong, false],
  ] as const) {
    for (const value of values) {
      expect([value, new RegExp(allowedPattern).test(value)]).toEqual([value, isRight]);
      expect([value, v.safeParse(optionSchemas[option], value).success]).toEqual([value, isRight]);
    }
  }
});

test.each([
  ['StageName', ['dev', 'dev-2']],
  ['CodeBucket', ['s3://bucket', 'bucket/folder', 'Bucket', 'ab', '']],
  ['CodePrefix', ['folder', '/folder/', 'a//b/', 'a b/']],
] as const)('%s refuses %j and says what it must be', (name, wrong) => {
  const { allowedPattern, constraintDescription } = templateParameters[name];

  for (const value of wrong) expect([value, new RegExp(allowedPattern).test(value)]).toEqual([value, false]);
  expect(constraintDescription).toMatch(/^must (?:be|end) /);
});

test('CodeBucket and CodePrefix take what S3 has', () => {
  const { CodeBucket, CodePrefix, StageName } = templateParameters;

  for (const name of ['shop-archives', 'my.bucket.1']) expect(name).toMatch(new RegExp(CodeBucket.allowedPattern));
  for (const prefix of ['', 'consent-register/', 'a/B_1/'])
    expect(prefix).toMatch(new RegExp(CodePrefix.allowedPattern));
  expect(CodePrefix.default).toMatch(new RegExp(CodePrefix.allowedPattern));
  expect(['dev', 'dev-2'].every(isDevelopment)).toBe(true);
  expect(new RegExp(StageName.allowedPattern).test('dev-2')).toBe(false);
});
