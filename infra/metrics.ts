import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IBackupVault } from 'aws-cdk-lib/aws-backup';
import type { IMetric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Actor } from './code.ts';
import type { Functions } from './functions.ts';
import type { LogMetricName } from './log-metrics.ts';
import { logMetrics } from './log-metrics.ts';
import type { RegisterOptions } from './register-name.ts';
import { metricNamespace } from './register-name.ts';
import type { LogStores } from './stores.ts';

/** What is watched. */
export interface Watched {
  readonly options: RegisterOptions;
  readonly api: HttpApi;
  readonly functions: Functions;
  readonly log: LogStores;
  /** Undefined without backups by AWS Backup. */
  readonly backups: { readonly vault: IBackupVault; readonly tables: number } | undefined;
}

/** The sum of metrics. Some may have no data. */
export const sum = (metrics: readonly IMetric[], label: string): MathExpression => {
  const prefix = label.toLowerCase().replace(/[^a-z]/g, '');
  const named = metrics.map((metric, i): [string, IMetric] => [`${prefix}${i}`, metric]);
  return new MathExpression({
    expression: `SUM([${named.map(([name]) => `FILL(${name}, 0)`).join(', ')}])`,
    usingMetrics: Object.fromEntries(named),
    label,
  });
};

/** A metric of the logs. */
export const logMetric = ({ options }: Watched, key: LogMetricName): Metric => {
  const { name } = logMetrics[key];
  return new Metric({
    namespace: metricNamespace(options.name),
    metricName: name,
    statistic: Stats.SUM,
    label: name,
  });
};

/** A metric of a function, of Lambda's own. */
export const functionMetric = (
  { functions }: Watched,
  actor: Actor,
  name: 'Invocations' | 'Errors' | 'Throttles' | 'IteratorAge',
  options: MetricOptions = {},
): Metric => functions[actor].metric(name, { statistic: Stats.SUM, ...options });

const runs = (watched: Watched, actor: Actor, expression: string, label: string): MathExpression =>
  new MathExpression({
    expression,
    usingMetrics: {
      runs: functionMetric(watched, actor, 'Invocations'),
      failures: functionMetric(watched, actor, 'Errors'),
    },
    label,
  });

/** Runs of a job that succeeded. Throttled and dropped ones are neither runs nor errors for Lambda. */
export const successfulRuns = (watched: Watched, actor: Actor): MathExpression =>
  runs(watched, actor, 'runs - failures', 'Successful runs');

/** Runs of a job that is repeated when it fails, none if two failed: one failure is over when it is repeated. */
export const runsUnlessTwoFailed = (watched: Watched, actor: Actor): MathExpression =>
  runs(watched, actor, 'IF(failures > 1, 0, runs)', 'Runs, none if two failed');

/** Percentage of requests answered with 5xx. */
export const serverErrorPercentage = ({ api }: Watched): MathExpression =>
  new MathExpression({
    expression: 'IF(requests > 0, 100 * FILL(errors, 0) / requests, 0)',
    usingMetrics: {
      requests: api.metricCount({ statistic: Stats.SUM }),
      errors: api.metricServerError({ statistic: Stats.SUM }),
    },
    label: '5xx, % of requests',
  });

/** The longest lag of the log behind the table, in milliseconds. */
export const logLag = (watched: Watched): Metric =>
  functionMetric(watched, 'feedLog', 'IteratorAge', { statistic: Stats.MAXIMUM, label: 'Lag' });

/** Checkpoints that were not published, and everything in queues that feeding or the bus gave up and nobody has removed. */
export const logFailures = (watched: Watched): MathExpression => {
  const queues = [watched.log.failures, watched.log.undelivered].filter((queue) => queue !== undefined);
  const waiting = queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }));
  return sum([functionMetric(watched, 'publishCheckpoint', 'Errors'), ...waiting], 'Failures');
};

/**
 * Backups of tables that were made. A weekly backup is a day with data among days without. CloudWatch judges a little more
 * than the seven days of the alarm, and data that is there goes before missing data (CloudWatch User Guide, "Configuring how
 * CloudWatch alarms treat missing data"): so a backup that ends a little later than the one before raises no alarm.
 */
export const completedBackups = ({ backupVaultName }: IBackupVault): Metric =>
  new Metric({
    namespace: 'AWS/Backup',
    metricName: 'NumberOfBackupJobsCompleted',
    dimensionsMap: { BackupVaultName: backupVaultName },
    statistic: Stats.SUM,
    label: 'Backups',
  });
