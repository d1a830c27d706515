import { Aws, Duration, Fn, RemovalPolicy, TimeZone, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { EventField, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Options } from './options.ts';
import type { RegisterOptions } from './register-name.ts';
import { addOutput } from './register-name.ts';
import { notifyTopic } from './rule-target.ts';

/** Once a week, at two in the night, when hardly anybody agrees to anything. */
const schedule = Schedule.cron({ minute: '0', hour: '2', weekDay: 'SUN' });

/** What is backed up, with what, and who hears of a failure. */
interface Backed {
  /** The tables in use: a stage may use some that it did not make. */
  readonly tableArns: readonly string[];
  readonly key: Key;
  readonly topic: ITopic;
}

/**
 * The vault. Its lock lets nobody delete a backup early, but somebody with the right can remove it: what an
 * authority or a court wants erased must be erasable (docs/restore.md, Backups by AWS Backup). It outlives the stack,
 * because a vault that holds something cannot be deleted. A part of the stack's id keeps its name apart from that of an
 * earlier stack.
 */
const createVault = (scope: Construct, key: Key, name: string, days: Duration): BackupVault => {
  const idOfStack = Fn.select(2, Fn.split('/', Aws.STACK_ID));
  return new BackupVault(scope, 'Vault', {
    backupVaultName: `${name}-${Fn.select(0, Fn.split('-', idOfStack))}`,
    encryptionKey: key,
    lockConfiguration: { minRetention: days },
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
};

const grantsToAws = { Bool: { 'kms:GrantIsForAWSResource': 'true' } } as const;

/** Every backup in this account and region: AWS Backup names each when it makes it. */
const recoveryPoints = `arn:${Aws.PARTITION}:backup:${Aws.REGION}:${Aws.ACCOUNT_ID}:recovery-point:*`;

/**
 * The role by which AWS Backup reads the tables and writes to the vault. It can restore nothing. It has the parts for
 * DynamoDB of AWSBackupServiceRolePolicyForBackup, on the tables and keys of this stage alone.
 */
const createRole = (
  scope: Construct,
  { tableArns, key }: Backed,
  { existingTableKeyArn }: Pick<Options, 'existingTableKeyArn'>,
  vault: BackupVault,
): Role => {
  const keys = [key.keyArn, ...(existingTableKeyArn === undefined ? [] : [existingTableKeyArn])];
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('backup.amazonaws.com') });
  for (const statement of [
    new PolicyStatement({
      actions: ['dynamodb:DescribeTable', 'dynamodb:ListTagsOfResource', 'dynamodb:StartAwsBackupJob'],
      resources: [...tableArns],
    }),
    new PolicyStatement({
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: keys,
      conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${key.stack.region}.${key.stack.urlSuffix}` } },
    }),
    new PolicyStatement({ actions: ['kms:DescribeKey'], resources: keys }),
    new PolicyStatement({ actions: ['kms:CreateGrant'], resources: keys, conditions: grantsToAws }),
    new PolicyStatement({ actions: ['backup:DescribeBackupVault'], resources: [vault.backupVaultArn] }),
    new PolicyStatement({ actions: ['backup:TagResource'], resources: [recoveryPoints] }),
  ]) {
    role.addToPolicy(statement);
  }
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:backup:<AWS::Region>:<AWS::AccountId>:recovery-point:*]',
    reason: 'AWS Backup names each backup when it makes it.',
  });
  return role;
};

/** Notifies the topic of alarms when a backup failed. AWS Backup makes the next one when it is due. */
const createNotice = (scope: Construct, { tableArns, topic }: Backed): void => {
  const rule = new Rule(scope, 'Failed', {
    description: 'Tells the topic of alarms when a backup of the register failed',
    eventPattern: {
      source: ['aws.backup'],
      detailType: ['Backup Job State Change'],
      detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'], resourceArn: [...tableArns] },
    },
  });
  const text = [
    `${EventField.fromPath('$.detail-type')}: ${EventField.fromPath('$.detail.state')}`,
    `for ${EventField.fromPath('$.detail.resourceArn')} at ${EventField.fromPath('$.time')}.`,
    'docs/restore.md says how to find the reason.',
  ].join(' ');
  notifyTopic(rule, topic, text, 'The list of jobs in AWS Backup keeps what this message could not tell.');
};

/** Backups of the tables by AWS Backup for a number of days, beyond what DynamoDB can restore by itself. */
export const createBackups = (
  register: Construct,
  backed: Backed,
  backupDays: number,
  options: RegisterOptions,
): BackupVault => {
  const { name } = options;
  const days = Duration.days(backupDays);
  const scope = new Construct(register, 'Backups');
  const vault = createVault(scope, backed.key, name, days);
  const plan = new BackupPlan(scope, 'Plan', {
    backupPlanName: name,
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'week',
        backupVault: vault,
        scheduleExpression: schedule,
        scheduleExpressionTimezone: TimeZone.ETC_UTC,
        deleteAfter: days,
      }),
    ],
  });
  plan.addSelection('Tables', {
    resources: backed.tableArns.map((arn) => BackupResource.fromArn(arn)),
    role: createRole(scope, backed, options, vault),
    disableDefaultBackupPolicy: true,
  });
  createNotice(scope, backed);
  addOutput(register, 'backupDays', String(backupDays));
  addOutput(register, 'backupVault', vault.backupVaultName);
  return vault;
};
