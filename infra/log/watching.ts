import type { IWidget, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Watched } from '../watching/metrics.ts';
import { functionMetric, sum } from '../watching/metrics.ts';
import { graph, heading } from '../watching/widgets.ts';

/** The longest lag of the log behind the table, in milliseconds. */
export const logLag = (watched: Watched): Metric =>
  functionMetric(watched, 'feedLog', 'IteratorAge', { statistic: Stats.MAXIMUM, label: 'Lag' });

/** Checkpoints that were not published, and everything in queues that feeding or the bus gave up and nobody has removed. */
export const logFailures = (watched: Watched): MathExpression => {
  const queues = [watched.log?.failures, watched.log?.undelivered].filter((queue) => queue !== undefined);
  const waiting = queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }));
  return sum([functionMetric(watched, 'publishCheckpoint', 'Errors'), ...waiting], 'Failures');
};

/** The log's part of the dashboard. */
export const logWidgets = (watched: Watched): IWidget[][] => [
  [heading('## Log\nThe log follows the table within about a minute. A checkpoint is published every few minutes.')],
  [
    graph('Lag of the log', [logLag(watched)], 'milliseconds'),
    graph('Failures of the log', [logFailures(watched)], 'in 5 minutes'),
    graph(
      'Runs of its jobs',
      [
        functionMetric(watched, 'feedLog', 'Invocations', { label: 'Batches' }),
        functionMetric(watched, 'feedLog', 'Errors', { label: 'Batches to be retried' }),
        functionMetric(watched, 'publishCheckpoint', 'Invocations', { label: 'Publishing runs' }),
      ],
      'in 5 minutes',
    ),
  ],
];
