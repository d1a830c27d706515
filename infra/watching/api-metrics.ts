import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Watched } from './metrics.ts';

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
