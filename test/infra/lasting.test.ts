import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import type { ConsentRegisterProps } from '../../infra/index.ts';
import { ConsentRegister } from '../../infra/index.ts';
import { parseOptions } from '../../infra/options.ts';
import { ConsentRegisterStack } from '../../infra/stage-app.ts';
import { buildOnce } from '../support/make/built.ts';

await buildOnce();

const region = 'eu-west-1';

/** A stage that has all there is. */
const whole = {
  stage: 'prod',
  alarmEmail: 'operations@shop.example',
  anchorRetentionDays: 3_653,
  backupDays: 400,
  personLinks: true,
  domainName: 'consents.shop.example',
  certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/a',
  hostedZoneId: 'Z0123456789EXAMPLE',
  hostedZoneName: 'shop.example',
} as const satisfies ConsentRegisterProps;

/** What holds data: with another logical id, an update would replace it by an empty one. */
const types = [
  'AWS::Backup::BackupVault',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
];

const newApp = (): App =>
  new App({ builtinCloudFormationValidation: false, context: { 'aws:cdk:disable-asset-staging': true } });

const idsOf = (stack: Stack): readonly string[] => {
  const template = Template.fromStack(stack);
  return types.flatMap((type) => Object.keys(template.findResources(type)).sort());
};

test('what holds data keeps its logical id in a stack of our own', () => {
  const stack = new ConsentRegisterStack(newApp(), parseOptions({ ...whole, region }));

  expect(idsOf(stack)).toEqual([
    'BackupsVault',
    'ErasuresTable',
    'LogTable',
    'Table',
    'EvidenceKey1',
    'Key',
    'Anchors',
    'LinkSecret',
    'SigningKey',
  ]);
});

test('what holds data keeps its logical id as a construct in another stack', () => {
  const stack = new Stack(newApp(), 'MyApp', { env: { region } });
  new ConsentRegister(stack, 'Consents', whole);

  expect(idsOf(stack)).toEqual([
    'ConsentsBackupsVault2E351D40',
    'ConsentsErasuresTableF385701B',
    'ConsentsLogTable369445FD',
    'ConsentsTableAFDBC2D1',
    'ConsentsEvidenceKey1C1C119ED',
    'ConsentsKey2BD128EE',
    'ConsentsAnchors12F7FFC8',
    'ConsentsLinkSecret1B0B8964',
    'ConsentsSigningKeyE83AE7D8',
  ]);
});
