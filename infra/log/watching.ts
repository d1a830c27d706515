import type { IWidget, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Watched } from '../watching/metrics.ts';
import { functionMetric, sum } from '../watching/metrics.ts';
import { graph, heading } from '../watching/widgets.ts';

/** By how many milliseconds the log was behind the table at the most. */
export const logLag = (watched: Watched): Metric =>
  functionMetric(watched, 'feedLog', 'IteratorAge', { statistic: Stats.MAXIMUM, label: 'Lag' });

/** Checkpoints that were not published, and whatever the feeding or the bus gave up and nobody has looked at yet. */
export const logFailures = (watched: Watched): MathExpression => {
  const queues = [watched.log?.failures, watched.log?.undelivered].filter((queue) => queue !== undefined);
  const waiting = queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ statistic: Stats.MAXIMUM }));
  return sum([functionMetric(watched, 'publishCheckpoint', 'Errors'), ...waiting], 'Failures');
};

/** What the dashboard shows of it. */
export const logWidgets = (watched: Watched): IWidget[][] => [
  [heading('## Log\nIt follows the table by a minute or so, and publishes what is new every few minutes.')],
  [
    graph('Lag of the log', [logLag(watched)], 'milliseconds'),
    graph('Failures of the log', [logFailures(watched)], 'in 5 minutes'),
    graph(
      'Runs of its jobs',
      [
        functionMetric(watched, 'feedLog', 'Invocations', { label: 'Batches' }),
        functionMetric(watched, 'feedLog', 'Errors', { label: 'Batches that come again' }),
        functionMetric(watched, 'publishCheckpoint', 'Invocations', { label: 'Runs that publish' }),
      ],
      'in 5 minutes',
    ),
  ],
];
