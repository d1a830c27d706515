import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { memorySize } from '../memory.ts';
import type { Watched } from './metrics.ts';
import { byOperation, functionMetric, indexMetrics, sum, tableMetric } from './metrics.ts';

const compute = (watched: Watched): MathExpression => {
  const durations = byOperation((_path, operation) => ({
    duration: functionMetric(watched, operation, 'Duration'),
    gigabytes: memorySize(operation, watched.options) / 1024,
  }));
  return new MathExpression({
    expression: durations.map(({ gigabytes }, i) => `FILL(d${i}, 0) * ${gigabytes} / 1000`).join(' + '),
    usingMetrics: Object.fromEntries(durations.map(({ duration }, i) => [`d${i}`, duration])),
    label: 'Compute, GB-seconds',
  });
};

const logBytes = (watched: Watched): MathExpression => {
  const bytes = byOperation(
    (_path, operation) =>
      new Metric({
        namespace: 'AWS/Logs',
        metricName: 'IncomingBytes',
        statistic: Stats.SUM,
        dimensionsMap: { LogGroupName: watched.functions[operation].logGroup.logGroupName },
      }),
  );
  return new MathExpression({
    expression: 'bytes / 1024',
    usingMetrics: { bytes: sum(bytes, 'Logs') },
    label: 'Logs, KB',
  });
};

/** Total consumption of the table and its indexes. */
const units = (
  watched: Watched,
  name: 'ConsumedReadCapacityUnits' | 'ConsumedWriteCapacityUnits',
  label: string,
): MathExpression => sum([tableMetric(watched, name, 'Table'), ...indexMetrics(watched, name)], label);

/** What the bill consists of, except storage: no metric shows the size of a table. */
export const costDrivers = (watched: Watched): IMetric[] => [
  sum([watched.api.metricCount({ statistic: Stats.SUM })], 'Requests'),
  units(watched, 'ConsumedWriteCapacityUnits', 'Write units'),
  units(watched, 'ConsumedReadCapacityUnits', 'Read units'),
  compute(watched),
  logBytes(watched),
];
