import { expect, test } from 'vitest';
import { findActorsFunction, synthesise } from '../support/stack.ts';

const { template } = await synthesise({ auditTrail: true, region: 'eu-west-1' });
const without = await synthesise();
const example = await synthesise({ stage: 'example' });

interface Selector {
  readonly FieldSelectors: readonly Readonly<Record<string, unknown>>[];
}

const trailOf = (of: typeof template) => of.toJSON().Resources.AuditTrail.Properties;
const selectorsOf = (of: typeof template): Selector[] => trailOf(of).AdvancedEventSelectors;

/** A text of CloudFormation, its references by name. */
const write = (value: unknown): string => {
  const { 'Fn::Join': join, Ref, 'Fn::GetAtt': attribute } = Object(value);
  if (join) return join[1].map(write).join(join[0]);
  if (Ref) return `<${Ref}>`;
  return attribute ? `<${attribute.join('.')}>` : String(value);
};

const valuesOf = ({ FieldSelectors }: Selector, field: string, operator: string): string[] => {
  const values = FieldSelectors.find(({ Field }) => Field === field)?.[operator];
  return Array.isArray(values) ? values.map(write) : [];
};

test('there is none where the stage does not ask for it', () => {
  without.template.resourceCountIs('AWS::CloudTrail::Trail', 0);
  expect(Object.keys(without.template.toJSON().Resources)).not.toContain('AuditRecords');
});

test('it records what is read and written in the three tables and among the anchors, and no management events', () => {
  const [ofTables, ofAnchors, ...others] = selectorsOf(template);
  if (ofTables === undefined || ofAnchors === undefined) throw new Error('A selector is missing.');

  expect(others).toEqual([]);
  for (const selector of [ofTables, ofAnchors]) expect(valuesOf(selector, 'eventCategory', 'Equals')).toEqual(['Data']);
  expect(valuesOf(ofTables, 'resources.type', 'Equals')).toEqual(['AWS::DynamoDB::Table']);
  expect(valuesOf(ofTables, 'resources.ARN', 'StartsWith').map((arn) => arn.replace(/^.*:table\//, ''))).toEqual([
    '<Table>',
    '<ErasuresTable>',
    '<LogTable>',
  ]);
  expect(valuesOf(ofAnchors, 'resources.type', 'Equals')).toEqual(['AWS::S3::Object']);
  expect(valuesOf(ofAnchors, 'resources.ARN', 'StartsWith')).toEqual(['<Anchors.Arn>/']);
  for (const { FieldSelectors } of selectorsOf(template))
    expect(FieldSelectors.map(({ Field }) => Field)).not.toContain('readOnly');
});

test('it leaves out the functions of the service, each by the sessions of its own role', () => {
  const roles = (['login', 'addConsent', 'rotateSigningKey', 'feedLog', 'publishCheckpoint'] as const).map((actor) => {
    const [role] = findActorsFunction(template, actor).properties.Role['Fn::GetAtt'];
    return role;
  });

  for (const selector of selectorsOf(template)) {
    const left = valuesOf(selector, 'userIdentity.arn', 'NotStartsWith');
    for (const role of roles) {
      expect(left.filter((arn) => arn.endsWith(`:assumed-role/<${role}>/`))).toHaveLength(1);
    }
    for (const arn of left) expect(arn).toMatch(/^arn:\S+:sts::\S+:assumed-role\/<\w+Role>\/$/);
  }
});

test('it follows the tables in use, and their replicas in other regions', () => {
  const [ofTables] = selectorsOf(example.template);

  expect(trailOf(template).IsMultiRegionTrail).toBe(false);
  expect(trailOf(example.template).IsMultiRegionTrail).toBe(true);
  const arns = ofTables === undefined ? [] : valuesOf(ofTables, 'resources.ARN', 'StartsWith');
  expect(arns.map((arn) => arn.replace(/^arn:[^:]+:/, ''))).toEqual(
    ['eu-south-1', 'eu-west-1'].flatMap((region) =>
      ['consent-register-restored', 'consent-register-restored-erasures', 'consent-register-kept-log'].map(
        (name) => `dynamodb:${region}:111122223333:table/${name}`,
      ),
    ),
  );
});

test('its records are signed, locked for as long as the stage says, then deleted', () => {
  const { Properties } = example.template.toJSON().Resources.AuditRecords;
  const { Properties: development } = template.toJSON().Resources.AuditRecords;

  expect(trailOf(example.template)).toMatchObject({ EnableLogFileValidation: true, IsLogging: true });
  expect(Properties.ObjectLockConfiguration.Rule.DefaultRetention).toEqual({ Mode: 'COMPLIANCE', Days: 400 });
  expect(development.ObjectLockConfiguration.Rule.DefaultRetention).toEqual({ Mode: 'GOVERNANCE', Days: 365 });
  expect(Properties.LifecycleConfiguration.Rules).toEqual([
    { Status: 'Enabled', ExpirationInDays: 400, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
    { Status: 'Enabled', ExpiredObjectDeleteMarker: true },
  ]);
});

test('its bucket is private, encrypted, reached by TLS alone, written by this trail alone, and stays with its policy', () => {
  const { AuditRecords, AuditRecordsPolicy, AuditTrail } = example.template.toJSON().Resources;
  const { Statement } = AuditRecordsPolicy.Properties.PolicyDocument;
  const allowed = Statement.filter(({ Effect }: { Effect: string }) => Effect === 'Allow');

  expect(AuditRecords.Properties.PublicAccessBlockConfiguration).toEqual({
    BlockPublicAcls: true,
    BlockPublicPolicy: true,
    IgnorePublicAcls: true,
    RestrictPublicBuckets: true,
  });
  expect(AuditRecords.Properties.BucketEncryption.ServerSideEncryptionConfiguration).toHaveLength(1);
  expect(Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  );
  expect(allowed.map(({ Action }: { Action: string }) => Action)).toEqual(['s3:GetBucketAcl', 's3:PutObject']);
  for (const { Principal, Condition } of allowed) {
    expect(Principal).toEqual({ Service: 'cloudtrail.amazonaws.com' });
    expect(write(Condition.StringEquals['aws:SourceArn'])).toMatch(
      /:cloudtrail:eu-south-1:111122223333:trail\/ConsentRegister-example-eu-south-1$/,
    );
  }
  expect(AuditTrail.Properties.TrailName).toBe('ConsentRegister-example-eu-south-1');
  expect(AuditTrail.DependsOn).toContain('AuditRecordsPolicy');
  for (const resource of [AuditRecords, AuditRecordsPolicy])
    expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
});
