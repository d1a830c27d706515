import type { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { synthesise } from '../support/make/stack.ts';

const development = await synthesise();
const production = await synthesise({ stage: 'dev-retained', retainData: true });
const example = await synthesise({ stage: 'example' });

interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

const resourcesOf = (template: Template): [id: string, Resource][] => Object.entries(template.toJSON().Resources);

const idsWith = (template: Template, isSuch: (resource: Resource) => boolean): string[] =>
  resourcesOf(template)
    .filter(([, resource]) => isSuch(resource))
    .map(([id]) => id)
    .sort();

test.each([production, example])(
  '$stackName: a creation that fails leaves the tables and their key alone',
  ({ template }) => {
    const logs = idsWith(template, ({ Type }) => Type === 'AWS::Logs::LogGroup');
    const vaults = idsWith(template, ({ Type }) => Type === 'AWS::Backup::BackupVault');
    const records = idsWith(template, () => true).filter((id) => id.startsWith('AuditRecords'));
    const evidenceKeys = idsWith(template, ({ Type }) => Type === 'AWS::KMS::Key').filter((id) => id !== 'Key');
    expect(evidenceKeys).toHaveLength(1);

    expect(idsWith(template, ({ DeletionPolicy }) => DeletionPolicy === 'Retain')).toEqual([
      'ErasuresTable',
      'Key',
      'LogTable',
      'Table',
    ]);
    expect(idsWith(template, ({ DeletionPolicy }) => DeletionPolicy === 'RetainExceptOnCreate')).toEqual(
      ['Anchors', 'AnchorsPolicy', ...records, ...vaults, ...logs, ...evidenceKeys, 'SigningKey'].sort(),
    );
    expect(idsWith(template, ({ UpdateReplacePolicy }) => UpdateReplacePolicy === 'Retain')).toEqual(
      [
        'Anchors',
        'AnchorsPolicy',
        ...records,
        ...vaults,
        ...logs,
        ...evidenceKeys,
        'ErasuresTable',
        'Key',
        'LogTable',
        'SigningKey',
        'Table',
      ].sort(),
    );
  },
);

test('a creation that fails leaves nothing of a stage for development; what is anchored outlives its stack', () => {
  const kept = ({ DeletionPolicy = 'Delete' }: Resource): boolean => DeletionPolicy !== 'Delete';

  expect(idsWith(development.template, kept)).toEqual(['Anchors', 'AnchorsPolicy']);
  expect(resourcesOf(development.template).find(([id]) => id === 'Anchors')?.[1].DeletionPolicy).toBe(
    'RetainExceptOnCreate',
  );
  expect(development.terminationProtection).toBe(false);
});

test.each([production, example])(
  '$stackName: a rollback tries to delete nothing that is protected from deletion',
  ({ template }) => {
    const isProtected = ({ Properties }: Resource): boolean =>
      /"DeletionProtection(?:Enabled)?":true/.test(JSON.stringify(Properties ?? {}));
    const guarded = idsWith(template, isProtected);

    expect(guarded).toEqual(['ErasuresTable', 'LogTable', 'Table']);
    expect(idsWith(template, (each) => isProtected(each) && each.DeletionPolicy !== 'Retain')).toEqual([]);
  },
);

/** Names that AWS does not make up itself, by what they must differ in: of whatever else has one, a second would fail. */
const named: Readonly<Record<string, readonly [property: string, name: RegExp]>> = {
  'AWS::Backup::BackupVault': ['BackupVaultName', /^ConsentRegister-example-.*AWS::StackId/],
  'AWS::Logs::LogGroup': ['LogGroupName', /^\/aws\/vendedlogs\/consent-register-example\/.*AWS::StackId/],
  'AWS::CloudWatch::Alarm': ['AlarmName', /^ConsentRegister-example-\w+$/],
  'AWS::Events::EventBus': ['Name', /^ConsentRegister-example$/],
  'AWS::SES::ConfigurationSet': ['Name', /^ConsentRegister-example-mail$/],
  'AWS::ApiGatewayV2::Api': ['Name', /^consent-register-example$/],
  'AWS::ApiGatewayV2::DomainName': ['DomainName', /^consents\.shop\.example$/],
  'AWS::Route53::RecordSet': ['Name', /^consents\.shop\.example\.$/],
};

/** What names another resource, or has the name only within one. */
const notNames: readonly string[] = [
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::Stage',
  'AWS::Events::Rule',
  'AWS::IAM::Policy',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Permission',
  'AWS::Logs::MetricFilter',
  'AWS::SNS::Topic',
];

const flatten = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const parts = (value as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join'];
  return parts ? parts[1].map(flatten).join(parts[0]) : JSON.stringify(value);
};

test('two stages, two regions or a stage that is made anew have no name in common', () => {
  const found = resourcesOf(example.template)
    .filter(([, { Type }]) => !notNames.includes(Type))
    .flatMap(([, { Type, Properties = {} }]) =>
      Object.entries(Properties)
        .filter(([property]) => property.endsWith('Name') && property !== 'S3BucketName')
        .map(([property, value]) => ({ Type, property, name: flatten(value) })),
    );

  expect(new Set(found.map(({ Type }) => Type))).toEqual(new Set(Object.keys(named)));
  for (const { Type, property, name } of found) {
    expect([Type, property]).toEqual([Type, named[Type]?.[0]]);
    expect(name).toMatch(named[Type]?.[1] ?? /^$/);
  }
  expect(Object.values(example.template.findOutputs('*')).filter((output) => 'Export' in output)).toEqual([]);
});

test.each([development, production, example])('$stackName: nothing is named after what is not there', (synthesis) => {
  const names = [...synthesis.paths, ...resourcesOf(synthesis.template).map(([id]) => id)];

  expect(names.filter((name) => /undefined|null|NaN|\[object/.test(name))).toEqual([]);
});

test.each([development, production, example])(
  '$stackName: tables have their streams from the start, whether there are replicas or not',
  ({ template }) => {
    template.allResourcesProperties('AWS::DynamoDB::GlobalTable', {
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
  },
);
