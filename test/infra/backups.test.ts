import { expect, test } from 'vitest';
import { synthesise } from '../support/make/stack.ts';

const without = await synthesise();
const weekly = await synthesise({ backupDays: 365 });
const example = await synthesise({ stage: 'example' });

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

const resourcesOf = ({ template }: typeof without) => template.toJSON().Resources;

const statementsOf = (stack: typeof without): Statement[] =>
  resourcesOf(stack).BackupsRoleDefaultPolicy.Properties.PolicyDocument.Statement;

test('a stage has no backups of AWS Backup unless its options ask for them', () => {
  expect(JSON.stringify(without.template.toJSON())).not.toMatch(/AWS::Backup|backup\.amazonaws\.com|BackupDays/);
});

test('all tables are backed up each week, and backups stay for the given days', () => {
  const { BackupsPlan, BackupsPlanTables } = resourcesOf(weekly);

  expect(BackupsPlan.Properties.BackupPlan.BackupPlanRule).toEqual([
    expect.objectContaining({
      Lifecycle: { DeleteAfterDays: 365 },
      ScheduleExpression: 'cron(0 2 ? * SUN *)',
      TargetBackupVault: { 'Fn::GetAtt': ['BackupsVault', 'BackupVaultName'] },
    }),
  ]);
  expect(BackupsPlanTables.Properties.BackupSelection.Resources).toEqual(
    ['Table', 'ErasuresTable', 'LogTable'].map((table) => ({ 'Fn::GetAtt': [table, 'Arn'] })),
  );
  expect(weekly.template.toJSON().Outputs).toMatchObject({
    BackupDays: { Value: '365' },
    BackupVault: { Value: { 'Fn::GetAtt': ['BackupsVault', 'BackupVaultName'] } },
  });
});

test('a stage backs up the tables that it uses, also if it did not make them', () => {
  expect(resourcesOf(example).BackupsPlanTables.Properties.BackupSelection.Resources).toEqual(
    ['restored', 'restored-erasures', 'kept-log'].map(
      (name) => `arn:aws:dynamodb:eu-south-1:111122223333:table/consent-register-${name}`,
    ),
  );
});

test('the vault outlives its stack, encrypted with the key of the stage, and nobody deletes from it by a slip', () => {
  expect(resourcesOf(weekly).BackupsVault).toMatchObject({
    DeletionPolicy: 'RetainExceptOnCreate',
    UpdateReplacePolicy: 'Retain',
    Properties: {
      EncryptionKeyArn: { 'Fn::GetAtt': ['Key', 'Arn'] },
      LockConfiguration: { MinRetentionDays: 365 },
    },
  });
  expect(resourcesOf(weekly).BackupsVault.Properties.LockConfiguration).not.toHaveProperty('ChangeableForDays');
});

test('the role reads the tables to back them up, and can neither restore nor delete', () => {
  const actions = statementsOf(example).flatMap(({ Action }) => Action);

  expect([...new Set(actions)].sort()).toEqual([
    'backup:DescribeBackupVault',
    'backup:TagResource',
    'dynamodb:DescribeTable',
    'dynamodb:ListTagsOfResource',
    'dynamodb:StartAwsBackupJob',
    'kms:CreateGrant',
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:GenerateDataKey',
  ]);
  expect(statementsOf(weekly).map(({ Resource }) => Resource)).not.toContain('*');
});

test('the topic of alarms hears of a backup that failed', () => {
  const { Properties } = resourcesOf(weekly).BackupsFailed;

  expect(Properties.EventPattern).toEqual({
    source: ['aws.backup'],
    'detail-type': ['Backup Job State Change'],
    detail: {
      state: ['FAILED', 'ABORTED', 'EXPIRED'],
      resourceArn: ['Table', 'ErasuresTable', 'LogTable'].map((table) => ({ 'Fn::GetAtt': [table, 'Arn'] })),
    },
  });
  expect(Properties.Targets[0].Arn).toEqual({ Ref: 'AlarmTopic' });
});
