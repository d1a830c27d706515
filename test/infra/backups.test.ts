import { expect, test } from 'vitest';
import { synthesise } from '../support/stack.ts';
import { alarmsOf, metricsOf, toSeries } from '../support/watching.ts';

const without = await synthesise();
const weekly = await synthesise({ backupDays: 365 });
const withoutLog = await synthesise({ backupDays: 365, backupEvery: 'month', log: false });
const example = await synthesise({ stage: 'example' });
const otherVault = 'arn:aws:backup:eu-south-1:444455556666:backup-vault:consents';

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Sid?: string;
  readonly Principal?: unknown;
  readonly Condition?: unknown;
}

const resourcesOf = ({ template }: typeof without) => template.toJSON().Resources;

const statementsOf = (stack: typeof without): Statement[] =>
  resourcesOf(stack).BackupsRoleDefaultPolicy.Properties.PolicyDocument.Statement;

/** The statements that allow the other account something with the encryption key. */
const sharesOf = (stack: typeof without): Statement[] =>
  resourcesOf(stack).Key.Properties.KeyPolicy.Statement.filter(({ Sid }: Statement) =>
    ['CopyBackups', 'GrantCopies'].includes(Sid ?? ''),
  );

test('a stage has no backups of AWS Backup unless its options ask for them', () => {
  expect(JSON.stringify(without.template.toJSON())).not.toMatch(/AWS::Backup|backup\.amazonaws\.com|BackupDays/);
});

test.each([
  ['week', weekly, 365, 'cron(0 2 ? * SUN *)', ['Table', 'ErasuresTable', 'LogTable']],
  ['month', withoutLog, 365, 'cron(0 2 1 * ? *)', ['Table', 'ErasuresTable']],
])('all tables are backed up each %s, and kept for so many days', (every, stack, DeleteAfterDays, schedule, tables) => {
  const { BackupsPlan, BackupsPlanTables } = resourcesOf(stack);

  expect(BackupsPlan.Properties.BackupPlan.BackupPlanRule).toEqual([
    expect.objectContaining({
      Lifecycle: { DeleteAfterDays },
      ScheduleExpression: schedule,
      TargetBackupVault: { 'Fn::GetAtt': ['BackupsVault', 'BackupVaultName'] },
    }),
  ]);
  expect(BackupsPlanTables.Properties.BackupSelection.Resources).toEqual(
    tables.map((table) => ({ 'Fn::GetAtt': [table, 'Arn'] })),
  );
  expect(stack.template.toJSON().Outputs).toMatchObject({
    BackupDays: { Value: '365' },
    BackupEvery: { Value: every },
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
    'backup:CopyFromBackupVault',
    'backup:CopyIntoBackupVault',
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
  expect(statementsOf(weekly).flatMap(({ Action }) => Action)).not.toContain('backup:CopyFromBackupVault');
  expect(statementsOf(example).find(({ Action }) => Action.includes('backup:CopyIntoBackupVault'))?.Resource).toBe(
    otherVault,
  );
});

test('each backup is copied into the vault of the options, kept there as long', () => {
  const [rule] = resourcesOf(example).BackupsPlan.Properties.BackupPlan.BackupPlanRule;

  expect(rule.CopyActions).toEqual([{ DestinationBackupVaultArn: otherVault, Lifecycle: { DeleteAfterDays: 400 } }]);
  expect(resourcesOf(weekly).BackupsPlan.Properties.BackupPlan.BackupPlanRule[0]).not.toHaveProperty('CopyActions');
});

test('another account uses the key through AWS Backup alone; for another region of this account nothing changes', async () => {
  const elsewhere = await synthesise({
    account: '111122223333',
    backupDays: 365,
    backupCopyVaultArn: 'arn:aws:backup:eu-west-1:111122223333:backup-vault:consents',
  });
  const shares = sharesOf(example);

  expect(shares.flatMap(({ Action }) => Action).sort()).toEqual([
    'kms:CreateGrant',
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:GenerateDataKey',
  ]);
  for (const { Principal, Condition } of shares) {
    expect(Principal).toEqual({ AWS: 'arn:aws:iam::444455556666:root' });
    expect(JSON.stringify(Condition)).toContain('"kms:ViaService":{"Fn::Join":["",["backup.*."');
  }
  expect(sharesOf(weekly)).toEqual([]);
  expect(sharesOf(elsewhere)).toEqual([]);
});

test('the topic of alarms hears of a backup or a copy that failed', () => {
  const { Properties } = resourcesOf(weekly).BackupsFailed;

  expect(Properties.EventPattern).toEqual({
    source: ['aws.backup'],
    'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
    detail: {
      state: ['FAILED', 'ABORTED', 'EXPIRED'],
      resourceArn: ['Table', 'ErasuresTable', 'LogTable'].map((table) => ({ 'Fn::GetAtt': [table, 'Arn'] })),
    },
  });
  expect(Properties.Targets[0].Arn).toEqual({ Ref: 'AlarmTopic' });
});

test('an alarm tells when daily backups were not made of each table for two days, also when nothing was', () => {
  const [alarm, ...others] = alarmsOf(example.template).filter(({ AlarmName }) => AlarmName.includes('Backup'));
  if (alarm === undefined) throw new Error('There is no such alarm.');

  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    AlarmName: 'ConsentRegister-example-BackupsMissing',
    Threshold: 3,
    DatapointsToAlarm: 2,
    EvaluationPeriods: 2,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
  expect(metricsOf(alarm).map(toSeries)).toEqual(['m1: Sum AWS/Backup NumberOfBackupJobsCompleted BackupsVault']);
  expect(metricsOf(alarm).map(({ Period }) => Period)).toEqual([86_400]);
});

test('CloudWatch does not look back as far as the last weekly or monthly backup', () => {
  const names = [weekly, withoutLog].flatMap(({ template }) => alarmsOf(template).map(({ AlarmName }) => AlarmName));

  expect(names.filter((name) => name.includes('Backup'))).toEqual([]);
});
