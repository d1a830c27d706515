import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ConsentIndex } from '../../shared/consents/indexes.ts';
import { consentIndexes } from '../../shared/consents/indexes.ts';
import { contract } from '../../shared/contract.ts';
import type { OperationDefinition } from '../../shared/operation-definition.ts';
import type { Actor, ConstantActor, LogActor } from '../actors.ts';
import { operations } from '../code.ts';
import type { LogStores } from '../log/log-stores.ts';
import type { RegisterOptions } from '../register-name.ts';
import { metricNamespace } from '../register-name.ts';
import type { UsedTable } from '../table.ts';
import { isWatched } from './extent.ts';
import type { LogMetric, LogMetricName } from './log-metrics.ts';
import { isExtension, logMetrics } from './log-metrics.ts';

/** What is watched. */
export interface Watched {
  readonly options: RegisterOptions;
  readonly api: HttpApi;
  readonly table: UsedTable;
  readonly functions: Readonly<Record<ConstantActor, LambdaFunction> & Partial<Record<LogActor, LambdaFunction>>>;
  /** Set if the log is on. */
  readonly log: LogStores | undefined;
}

/** The sum of metrics. Some may have no data. @param label also distinguishes them in a graph */
export const sum = (metrics: readonly IMetric[], label: string): MathExpression => {
  const prefix = label.toLowerCase().replace(/[^a-z]/g, '');
  const named = metrics.map((metric, i): [string, IMetric] => [`${prefix}${i}`, metric]);
  return new MathExpression({
    expression: `SUM([${named.map(([name]) => `FILL(${name}, 0)`).join(', ')}])`,
    usingMetrics: Object.fromEntries(named),
    label,
  });
};

/**
 * A metric of the logs; for those by operation, the metric of the path.
 *
 * @throws Error when the stage does not create it: an alarm or graph of it would stay silent
 */
export const logMetric = ({ options }: Watched, key: LogMetricName, path?: string): Metric => {
  const metric: LogMetric = logMetrics[key];
  const { name } = metric;
  if (!isWatched(options, metric)) throw new Error(`${name} is not made with the options of this stage.`);
  return new Metric({
    namespace: metricNamespace(options.name),
    metricName: name,
    statistic: Stats.SUM,
    ...(path !== undefined && { dimensionsMap: { Path: path } }),
    label: path ?? name,
  });
};

/** A metric of every operation, labelled by its path. */
export const byOperation = <Result>(make: (path: string, operation: keyof typeof contract) => Result): Result[] =>
  operations.map((operation) => make(contract[operation].path, operation));

/** A metric of every operation's logs: of the seven labelled by path, of extensions together. */
export const logMetricsByOperation = (watched: Watched, ofSeven: 'refused' | 'failed'): Metric[] => [
  ...byOperation((path, operation) => ({ path, operation }))
    .filter(({ operation }) => !isExtension(operation))
    .map(({ path }) => logMetric(watched, ofSeven, path)),
  logMetric(watched, ofSeven === 'refused' ? 'extensionsRefused' : 'extensionsFailed'),
];

type FunctionMetric = 'Invocations' | 'Errors' | 'Throttles' | 'Duration' | 'IteratorAge';

/**
 * A metric of a function in `functions`: of an operation or a job.
 *
 * @throws Error when the stage does not have the function
 */
export const functionMetric = (
  { functions }: Watched,
  actor: Actor,
  name: FunctionMetric,
  options: { readonly statistic?: string; readonly label?: string } = {},
): Metric => {
  const { [actor]: of } = functions;
  if (of === undefined) throw new Error(`${actor} is not in a stage without a log.`);
  return of.metric(name, { statistic: Stats.SUM, ...options });
};

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

/** A metric of several functions together; of all without `actors`. */
export const functionsMetric = (
  watched: Watched,
  name: FunctionMetric,
  label: string,
  actors = Object.keys(watched.functions) as Actor[],
): MathExpression =>
  sum(
    actors.map((actor) => functionMetric(watched, actor, name)),
    label,
  );

/**
 * The functions that an alarm observes: CloudWatch allows ten for an alarm, and charges for each. It leaves out functions that
 * only list, since the alarms for faults and 5xx cover them, and the jobs of the log, which have alarms of their own.
 */
export const alarmingFunctions = (): Actor[] => {
  const alarming = operations.filter((operation) => {
    const { extension, attests }: OperationDefinition = contract[operation];
    return !extension || attests;
  });
  return [...alarming, 'rotateSigningKey'];
};

type TableMetric =
  | 'ReadThrottleEvents'
  | 'WriteThrottleEvents'
  | 'TransactionConflict'
  | 'ConsumedReadCapacityUnits'
  | 'ConsumedWriteCapacityUnits';

/** A metric of the table without its indexes, or of one index. */
export const tableMetric = ({ table }: Watched, name: TableMetric, label: string, index?: ConsentIndex): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName: name,
    statistic: Stats.SUM,
    dimensionsMap: {
      TableName: table.tableName,
      ...(index && { GlobalSecondaryIndexName: index.name }),
    },
    label,
  });

/** A metric of every index, labelled by its name. */
export const indexMetrics = (watched: Watched, name: TableMetric): Metric[] =>
  consentIndexes.map((index) => tableMetric(watched, name, index.name, index));

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

/** The 99th percentile of latency in milliseconds, if there are enough requests. */
export const slowestLatency = (watched: Watched): MathExpression =>
  new MathExpression({
    expression: 'IF(requests >= 20, latency, 0)',
    usingMetrics: { requests: watched.api.metricCount({ statistic: Stats.SUM }), latency: latency(watched, 'p99') },
    label: 'p99 of 20 requests or more',
  });

/** Milliseconds from request to answer, as the gateway measures them. */
export const latency = ({ api }: Watched, percentile: 'p50' | 'p99'): Metric =>
  api.metricLatency({ statistic: percentile, label: percentile });
