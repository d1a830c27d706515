import { Duration, Validations } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IBackupVault } from 'aws-cdk-lib/aws-backup';
import type { IMetric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Alarm, ComparisonOperator, MathExpression, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Subscription, SubscriptionProtocol, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { longestLogLag } from '../shared/api/limits.ts';
import type { Job } from './code.ts';
import type { Functions } from './functions.ts';
import type { LogMetricName } from './log-metrics.ts';
import { logMetrics } from './log-metrics.ts';
import type { Options } from './options.ts';
import type { RegisterOptions } from './register-name.ts';
import { metricNamespace, nameConfigurationSet } from './register-name.ts';
import type { LogStores } from './stores.ts';

/** What is watched. */
interface Watched {
  readonly options: RegisterOptions;
  readonly api: HttpApi;
  readonly functions: Functions;
  readonly log: LogStores;
  /** Undefined without backups by AWS Backup. */
  readonly backups: { readonly vault: IBackupVault; readonly tables: number } | undefined;
}

/** The sum of metrics. Some may have no data. */
const sum = (metrics: readonly IMetric[], label: string): MathExpression => {
  const prefix = label.toLowerCase().replace(/[^a-z]/g, '');
  const named = metrics.map((metric, i): [string, IMetric] => [`${prefix}${i}`, metric]);
  return new MathExpression({
    expression: `SUM([${named.map(([name]) => `FILL(${name}, 0)`).join(', ')}])`,
    usingMetrics: Object.fromEntries(named),
    label,
  });
};

/** A metric of the logs. */
const logMetric = ({ options }: Watched, key: LogMetricName): Metric => {
  const { name } = logMetrics[key];
  return new Metric({
    namespace: metricNamespace(options.name),
    metricName: name,
    statistic: Stats.SUM,
    label: name,
  });
};

/** A metric of a function, of Lambda's own. */
const functionMetric = (
  { functions }: Watched,
  job: Job,
  name: 'Invocations' | 'Errors' | 'Throttles' | 'IteratorAge',
  options: MetricOptions = {},
): Metric => functions[job].metric(name, { statistic: Stats.SUM, ...options });

const runs = (watched: Watched, actor: Job, expression: string, label: string): MathExpression =>
  new MathExpression({
    expression,
    usingMetrics: {
      runs: functionMetric(watched, actor, 'Invocations'),
      failures: functionMetric(watched, actor, 'Errors'),
    },
    label,
  });

/** Runs of a job that succeeded. Throttled and dropped ones are neither runs nor errors for Lambda. */
const successfulRuns = (watched: Watched, actor: Job): MathExpression =>
  runs(watched, actor, 'runs - failures', 'Successful runs');

/** Runs of a job that is repeated when it fails, none if two failed: one failure is over when it is repeated. */
const runsUnlessTwoFailed = (watched: Watched, actor: Job): MathExpression =>
  runs(watched, actor, 'IF(failures > 1, 0, runs)', 'Runs, none if two failed');

/** Percentage of requests answered with 5xx. */
const serverErrorPercentage = ({ api }: Watched): MathExpression =>
  new MathExpression({
    expression: 'IF(requests > 0, 100 * FILL(errors, 0) / requests, 0)',
    usingMetrics: {
      requests: api.metricCount({ statistic: Stats.SUM }),
      errors: api.metricServerError({ statistic: Stats.SUM }),
    },
    label: '5xx, % of requests',
  });

/** The longest lag of the log behind the table, in milliseconds. */
const logLag = (watched: Watched): Metric =>
  functionMetric(watched, 'feedLog', 'IteratorAge', { statistic: Stats.MAXIMUM, label: 'Lag' });

/** Checkpoints that were not published, and everything in queues that feeding or the bus gave up and nobody has removed. */
const logFailures = (watched: Watched): MathExpression => {
  const queues = [watched.log.failures, watched.log.undelivered].filter((queue) => queue !== undefined);
  const waiting = queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }));
  return sum([functionMetric(watched, 'publishCheckpoint', 'Errors'), ...waiting], 'Failures');
};

/**
 * Backups of tables that were made. A weekly backup is a day with data among days without. CloudWatch judges a little more
 * than the seven days of the alarm, and data that is there goes before missing data (CloudWatch User Guide, "Configuring how
 * CloudWatch alarms treat missing data"): so a backup that ends a little later than the one before raises no alarm.
 */
const completedBackups = ({ backupVaultName }: IBackupVault): Metric =>
  new Metric({
    namespace: 'AWS/Backup',
    metricName: 'NumberOfBackupJobsCompleted',
    dimensionsMap: { BackupVaultName: backupVaultName },
    statistic: Stats.SUM,
    label: 'Backups',
  });

/** The part of the mails of this register that bounced, or led to a complaint. Undefined for one that sends none. */
const mailRate = ({ options }: Watched, of: 'Bounce' | 'Complaint'): Metric | undefined =>
  options.mailFrom === undefined
    ? undefined
    : new Metric({
        namespace: 'AWS/SES',
        metricName: `Reputation.${of}Rate`,
        dimensionsMap: { 'ses:configuration-set': nameConfigurationSet(options.name) },
        statistic: Stats.MAXIMUM,
        label: `${of}s`,
      });

/** Makes the alarms of a stage, which go to the topic when they are raised, and when they are over. */
export const createAlarms = (scope: Construct, watched: Watched, topic: ITopic): void => {
  const parts = new Construct(scope, 'Alarms');
  for (const [name, definition] of Object.entries(alarms)) {
    const metric = definition.metric(watched);
    if (metric !== undefined) createAlarm(parts, name, { ...definition, metric }, watched, topic);
  }
};

/** When an alarm is raised, and what that means. */
interface AlarmDefinition {
  /** What the failure means for those who use the register: the message that is sent, and the table in docs/operate.md. */
  readonly meaning: string;
  /** Undefined in a stage that has no such alarm. */
  readonly metric: (watched: Watched) => Metric | MathExpression | undefined;
  readonly threshold: number | ((watched: Watched) => number);
  /** Raised by the threshold or more in this many of the last periods, of five minutes each. */
  readonly periods: readonly [breaching: number, of: number];
  /**
   * For what must happen again and again: the minutes of a period. Then less than the threshold raises the alarm, and so
   * does silence.
   */
  readonly heartbeat?: (options: Options) => number;
}

const createAlarm = (
  scope: Construct,
  name: string,
  {
    meaning,
    metric,
    threshold,
    periods,
    heartbeat,
  }: Omit<AlarmDefinition, 'metric'> & { metric: Metric | MathExpression },
  watched: Watched,
  topic: ITopic,
): void => {
  const { options } = watched;
  const period = Duration.minutes(heartbeat?.(options) ?? 5);
  const alarm = new Alarm(scope, name, {
    alarmName: `${options.name}-${name}`,
    alarmDescription: `${meaning} docs/operate.md says what to do.`,
    metric: metric.with({ period }),
    threshold: typeof threshold === 'number' ? threshold : threshold(watched),
    comparisonOperator: heartbeat
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    datapointsToAlarm: periods[0],
    evaluationPeriods: periods[1],
    treatMissingData: heartbeat ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  const action = new SnsAction(topic);
  alarm.addAlarmAction(action);
  alarm.addOkAction(action);
};

/** The alarms by the name of their resource. docs/operate.md says what to do about each. */
export const alarms: Readonly<Record<string, AlarmDefinition>> = {
  ServerErrors: {
    meaning:
      'At least 1% of requests got a 5xx answer: until callers repeat them, consents and withdrawals are not recorded.',
    metric: serverErrorPercentage,
    threshold: 1,
    periods: [2, 12],
  },
  Faults: {
    meaning:
      'A function met an unexpected error or ended without an answer, so a caller was not served; or somebody has changed the table without the register, so it may show people as consenting who have withdrawn.',
    metric: (watched) => logMetric(watched, 'faults'),
    threshold: 1,
    periods: [1, 1],
  },
  LoginFailures: {
    meaning: 'Many logins failed or were refused: somebody may be guessing passwords, and users may be kept out.',
    metric: (watched) => logMetric(watched, 'loginFailures'),
    threshold: 100,
    periods: [1, 1],
  },
  StolenRefreshTokens: {
    meaning:
      'A refresh token was used after it had been replaced. It may be stolen, so its session was ended, and its user must log in again.',
    metric: (watched) => logMetric(watched, 'refreshTokensStolen'),
    threshold: 1,
    periods: [1, 1],
  },
  SigningKeyRotation: {
    meaning:
      'The signing key could not be rotated: tokens are signed with the current one for longer. In a new stage the first one could not be created, so nobody can log in.',
    metric: (watched) =>
      sum(
        [
          functionMetric(watched, 'rotateSigningKey', 'Errors'),
          functionMetric(watched, 'rotateSigningKey', 'Throttles'),
        ],
        'Failed rotations',
      ),
    threshold: 1,
    periods: [1, 1],
  },
  KeyNotEnabled: {
    meaning:
      'A KMS key of the register is not enabled, or for an hour nothing could check that. Without its keys the register serves nobody.',
    metric: (watched) => runsUnlessTwoFailed(watched, 'checkKeys'),
    threshold: 1,
    periods: [1, 1],
    heartbeat: () => 60,
  },
  LogStopped: {
    meaning:
      'No run of PublishCheckpoint has succeeded for an hour, or in the time of two: no document proves that newer consents are in the log, or the log lacks some.',
    metric: (watched) => successfulRuns(watched, 'publishCheckpoint'),
    threshold: 1,
    periods: [1, 1],
    heartbeat: ({ checkpointMinutes }) => Math.max(60, 2 * checkpointMinutes),
  },
  LogLag: {
    meaning: 'The log is an hour or more behind the table: it does not yet show when newer consents were recorded.',
    metric: logLag,
    threshold: longestLogLag,
    periods: [3, 12],
  },
  LogFailures: {
    meaning:
      'Checkpoints are not published, or changes for the log were given up and wait in a queue: the evidence of some consents stays incomplete.',
    metric: logFailures,
    threshold: 1,
    periods: [2, 24],
  },
  HistoryIncomplete: {
    meaning:
      "Somebody has changed a table: the log has a withdrawal, an erasure or a version of a notice that the register's lacks, or does not prove what it has. Nobody gets a document of these consents, and checks and lists may name people who have withdrawn.",
    metric: (watched) => logMetric(watched, 'historyIncomplete'),
    threshold: 1,
    periods: [1, 1],
  },
  AccessUnlogged: {
    meaning:
      'Somebody looked at consents, and the access log has no entry of it: nobody can answer a person who asks about that time.',
    metric: (watched) => (watched.options.accessLog ? logMetric(watched, 'accessUnlogged') : undefined),
    threshold: 1,
    periods: [1, 1],
  },
  WithdrawalsUnfinished: {
    meaning:
      'Somebody withdrew by a link and could not be answered that all is withdrawn: some of their consents may still be in force, and they may not try again.',
    metric: (watched) => (watched.options.personLinks ? logMetric(watched, 'withdrawalsUnfinished') : undefined),
    threshold: 1,
    periods: [1, 1],
  },
  MailBounces: {
    meaning:
      'At least 5% of the requests to confirm came back: people do not get theirs, and Amazon SES may stop sending for the whole AWS account.',
    metric: (watched) => mailRate(watched, 'Bounce'),
    threshold: 0.05,
    periods: [1, 12],
  },
  MailComplaints: {
    meaning:
      'At least 0.1% of the requests to confirm were reported as spam: somebody may enter addresses of others, and Amazon SES may stop sending for the whole AWS account.',
    metric: (watched) => mailRate(watched, 'Complaint'),
    threshold: 0.001,
    periods: [1, 12],
  },
  BackupsMissing: {
    meaning:
      'For a week AWS Backup has not made a backup of each table: nobody can restore their newest weeks once DynamoDB cannot.',
    metric: ({ backups }) => backups && completedBackups(backups.vault),
    threshold: ({ backups }) => backups?.tables ?? 0,
    periods: [7, 7],
    heartbeat: () => 24 * 60,
  },
};

/**
 * The topic that CloudWatch sends this account's alarms to, and the mailbox if one is given. It is not encrypted with the key
 * of stored data: an alarm contains only names, and must arrive even when that key is disabled, which stops the whole register.
 */
const createTopic = (scope: Construct, email: string | undefined): Topic => {
  const topic = new Topic(scope, 'AlarmTopic', { displayName: 'Consent register', enforceSSL: true });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': topic.stack.account } },
    }),
  );
  // CDK's own way names it by the address, which a template for everybody does not know.
  if (email !== undefined) {
    new Subscription(topic, 'Email', { topic, endpoint: email, protocol: SubscriptionProtocol.EMAIL });
  }
  Validations.of(topic).acknowledge({
    id: 'Serverless-SNSRedrivePolicy',
    reason: 'A mailbox that misses a message gets the next one; the alarm stays visible in CloudWatch.',
  });
  return topic;
};

/** Where alarms go: the topic of the options, whose own policy admits them, or the stack's. */
export const chooseTopic = (
  scope: Construct,
  { alarmTopicArn, alarmEmail }: Pick<Options, 'alarmTopicArn' | 'alarmEmail'>,
): ITopic =>
  alarmTopicArn === undefined
    ? createTopic(scope, alarmEmail)
    : Topic.fromTopicArn(scope, 'ExistingAlarmTopic', alarmTopicArn);
