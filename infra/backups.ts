import { Arn, ArnFormat, Aws, Duration, Fn, RemovalPolicy, TimeZone, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Alarm, ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { EventField, Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { AccountPrincipal, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Options } from './options.ts';
import { addOutput } from './outputs.ts';
import type { RegisterOptions } from './register-name.ts';
import { tellTopic } from './rule-target.ts';

/** At two in the night, when hardly anybody agrees to anything. */
const schedules = {
  day: Schedule.cron({ minute: '0', hour: '2' }),
  week: Schedule.cron({ minute: '0', hour: '2', weekDay: 'SUN' }),
  month: Schedule.cron({ minute: '0', hour: '2', day: '1' }),
} as const;

/** A vault elsewhere that gets a copy of each backup. */
interface Destination {
  readonly arn: string;
  readonly account: string;
  /** Of the keys of its account and region, of which one is the vault's. */
  readonly keys: string;
}

const parseDestination = (arn: string): Destination => {
  const { partition, region, account = '' } = Arn.split(arn, ArnFormat.COLON_RESOURCE_NAME);
  return { arn, account, keys: `arn:${partition}:kms:${region}:${account}:key/*` };
};

/** What is backed up, with what, and who hears of a failure. */
interface Backed {
  /** The tables in use: a stage may use some that it did not make. */
  readonly tableArns: readonly string[];
  readonly key: Key;
  readonly topic: ITopic;
}

/**
 * The vault. Its lock lets nobody delete a backup early, but somebody with the right can take it away: what an
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

/** What copies need besides: from any vault, because the action has no resources, into this one. */
const allowCopying = ({ arn, keys }: Destination): PolicyStatement[] => [
  new PolicyStatement({ actions: ['backup:CopyFromBackupVault'], resources: ['*'] }),
  new PolicyStatement({ actions: ['backup:CopyIntoBackupVault', 'backup:DescribeBackupVault'], resources: [arn] }),
  new PolicyStatement({ actions: ['kms:DescribeKey'], resources: [keys] }),
  new PolicyStatement({ actions: ['kms:CreateGrant'], resources: [keys], conditions: grantsToAws }),
];

const acknowledgeRole = (role: Role, destination: Destination | undefined): void => {
  const acknowledge = (resource: string, reason: string): void =>
    Validations.of(role).acknowledge({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason });
  acknowledge(
    'arn:<AWS::Partition>:backup:<AWS::Region>:<AWS::AccountId>:recovery-point:*',
    'AWS Backup names each backup when it makes it.',
  );
  if (destination === undefined) return;
  acknowledge('*', 'backup:CopyFromBackupVault has no resources. Copies go into the one vault of the option.');
  acknowledge(destination.keys, 'Only the owner of the other vault knows its key, whose own policy decides as well.');
};

/**
 * The role by which AWS Backup reads the tables and writes to the vaults. It can restore nothing. It has the parts for
 * DynamoDB of AWSBackupServiceRolePolicyForBackup, on the tables and keys of this stage alone.
 */
const createRole = (
  scope: Construct,
  { tableArns, key }: Backed,
  { existingTableKeyArn }: Pick<Options, 'existingTableKeyArn'>,
  vault: BackupVault,
  destination: Destination | undefined,
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
    ...(destination === undefined ? [] : allowCopying(destination)),
  ]) {
    role.addToPolicy(statement);
  }
  acknowledgeRole(role, destination);
  return role;
};

/**
 * Lets the other account read a copy on its way there, through AWS Backup alone (AWS Backup Developer Guide, "Encryption
 * for backups"). Its vault encrypts the copy with a key of its own.
 */
const shareKey = (key: Key, account: string): void => {
  const conditions = { StringLike: { 'kms:ViaService': `backup.*.${key.stack.urlSuffix}` } };
  const principals = [new AccountPrincipal(account)];
  const actions = ['kms:Decrypt', 'kms:DescribeKey', 'kms:GenerateDataKey'];
  key.addToResourcePolicy(
    new PolicyStatement({ sid: 'CopyBackups', principals, actions, resources: ['*'], conditions }),
  );
  key.addToResourcePolicy(
    new PolicyStatement({
      sid: 'GrantCopies',
      principals,
      actions: ['kms:CreateGrant'],
      resources: ['*'],
      conditions: { ...conditions, ...grantsToAws },
    }),
  );
};

/** Tells the topic of alarms when a backup or its copy failed. AWS Backup makes the next one when it is due. */
const createNotice = (scope: Construct, { tableArns, topic }: Backed): void => {
  const rule = new Rule(scope, 'Failed', {
    description: 'Tells the topic of alarms when a backup of the register failed',
    eventPattern: {
      source: ['aws.backup'],
      detailType: ['Backup Job State Change', 'Copy Job State Change'],
      detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'], resourceArn: [...tableArns] },
    },
  });
  const text = [
    `${EventField.fromPath('$.detail-type')}: ${EventField.fromPath('$.detail.state')}`,
    `for ${EventField.fromPath('$.detail.resourceArn')} at ${EventField.fromPath('$.time')}.`,
    'docs/restore.md says how to find the reason.',
  ].join(' ');
  tellTopic(rule, topic, text, 'The list of jobs in AWS Backup keeps what this message could not tell.');
};

/**
 * Raises an alarm when no daily backup of each table was made for two days in a row, which nothing else reports. One day is not
 * enough: a backup may end a little later than the one before. CloudWatch looks back seven days at most, so only `doctor`
 * reports a missing weekly or monthly backup (cli/commands/doctor/backup-checks.ts).
 */
const createAlarm = (scope: Construct, { tableArns, topic }: Backed, vault: BackupVault, register: string): void => {
  const action = new SnsAction(topic);
  const alarm = new Alarm(scope, 'Missing', {
    alarmName: `${register}-BackupsMissing`,
    alarmDescription:
      'For two days AWS Backup has not made a backup of each table. docs/restore.md says how to find the reason.',
    metric: new Metric({
      namespace: 'AWS/Backup',
      metricName: 'NumberOfBackupJobsCompleted',
      dimensionsMap: { BackupVaultName: vault.backupVaultName },
      statistic: Stats.SUM,
      period: Duration.days(1),
      label: 'Backups',
    }),
    threshold: tableArns.length,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    datapointsToAlarm: 2,
    evaluationPeriods: 2,
    treatMissingData: TreatMissingData.BREACHING,
  });
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
};

/** Backups of the tables by AWS Backup for so many days, beyond what DynamoDB can restore by itself. */
export const createBackups = (
  register: Construct,
  backed: Backed,
  backupDays: number,
  options: RegisterOptions,
): void => {
  const { name, backupEvery, backupCopyVaultArn } = options;
  const destination = backupCopyVaultArn === undefined ? undefined : parseDestination(backupCopyVaultArn);
  const days = Duration.days(backupDays);
  const scope = new Construct(register, 'Backups');
  const vault = createVault(scope, backed.key, name, days);
  const plan = new BackupPlan(scope, 'Plan', {
    backupPlanName: name,
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: backupEvery,
        backupVault: vault,
        scheduleExpression: schedules[backupEvery],
        scheduleExpressionTimezone: TimeZone.ETC_UTC,
        deleteAfter: days,
        ...(destination && {
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(scope, 'OtherVault', destination.arn),
              deleteAfter: days,
            },
          ],
        }),
      }),
    ],
  });
  plan.addSelection('Tables', {
    resources: backed.tableArns.map((arn) => BackupResource.fromArn(arn)),
    role: createRole(scope, backed, options, vault, destination),
    disableDefaultBackupPolicy: true,
  });
  if (destination && destination.account !== options.account) shareKey(backed.key, destination.account);
  createNotice(scope, backed);
  if (backupEvery === 'day') createAlarm(scope, backed, vault, name);
  addOutput(register, 'backupDays', String(backupDays));
  addOutput(register, 'backupEvery', backupEvery);
  addOutput(register, 'backupVault', vault.backupVaultName);
};
