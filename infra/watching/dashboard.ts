import { Duration } from 'aws-cdk-lib';
import type { Alarm, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { AlarmStatusWidget, Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { logWidgets } from '../log/watching.ts';
import type { Watched } from './metrics.ts';
import {
  byOperation,
  functionMetric,
  functionsMetric,
  indexMetrics,
  latency,
  logMetric,
  logMetricsByOperation,
  serverErrorPercentage,
  sum,
  tableMetric,
} from './metrics.ts';
import { graph, heading } from './widgets.ts';

const traffic = (watched: Watched): IWidget[][] => [
  [
    heading(
      '## Traffic\nCallers must correct refused requests (4xx). Failed requests (5xx) are faults of the service. For 401 and 429 of `/login`, see "Logins".',
    ),
  ],
  [
    graph(
      'Requests',
      byOperation((label, operation) => functionMetric(watched, operation, 'Invocations', { label })),
      'in 5 minutes',
    ),
    graph(
      'Refused requests (4xx)',
      [
        ...logMetricsByOperation(watched, 'refused'),
        logMetric(watched, 'throttled').with({ label: '429 of API Gateway' }),
      ],
      'in 5 minutes',
    ),
    graph('Failed requests (5xx)', logMetricsByOperation(watched, 'failed'), 'in 5 minutes'),
  ],
  [
    graph('Latency of all requests', [latency(watched, 'p50'), latency(watched, 'p99')], 'milliseconds'),
    graph(
      'Time in the function, p50',
      byOperation((label, operation) => functionMetric(watched, operation, 'Duration', { label, statistic: 'p50' })),
      'milliseconds',
    ),
    graph(
      'Time in the function, p99',
      byOperation((label, operation) => functionMetric(watched, operation, 'Duration', { label, statistic: 'p99' })),
      'milliseconds',
    ),
  ],
  [
    graph('5xx, gateway included', [serverErrorPercentage(watched)], '% of requests'),
    graph(
      'Functions without an answer',
      [functionsMetric(watched, 'Errors', 'Ended early'), functionsMetric(watched, 'Throttles', 'Throttled')],
      'in 5 minutes',
    ),
    graph('Unexpected errors', [logMetric(watched, 'faults')], 'in 5 minutes'),
  ],
];

const register = (watched: Watched): IWidget[][] => [
  [
    heading(
      '## Register\nConsents and revocations recorded. A request repeated with the same Idempotency-Key counts once.',
    ),
  ],
  [
    graph('Consents', [logMetric(watched, 'consentsRecorded'), logMetric(watched, 'consentsRevoked')], 'in 5 minutes'),
    graph(
      'Logins',
      [logMetric(watched, 'logins'), logMetric(watched, 'loginFailures'), logMetric(watched, 'loginsThrottled')],
      'logins in 5 minutes',
    ),
    graph(
      'Sessions ended for a stolen token, signing keys created and not read',
      [
        logMetric(watched, 'refreshTokensStolen'),
        logMetric(watched, 'signingKeyRotations'),
        logMetric(watched, 'signingKeysUnread'),
      ],
      'in 5 minutes',
    ),
  ],
];

const store = (watched: Watched): IWidget[][] => [
  [heading('## Table\ndocs/prices.md has the prices of its units, docs/benchmarks.md the units of each operation.')],
  [
    graph(
      'Consumed units',
      [
        tableMetric(watched, 'ConsumedReadCapacityUnits', 'Read units'),
        tableMetric(watched, 'ConsumedWriteCapacityUnits', 'Write units'),
        sum(indexMetrics(watched, 'ConsumedReadCapacityUnits'), 'Read units of the indexes'),
        sum(indexMetrics(watched, 'ConsumedWriteCapacityUnits'), 'Write units of the indexes'),
      ],
      'in 5 minutes',
    ),
    graph(
      'Throttles and conflicts of the table',
      [
        tableMetric(watched, 'ReadThrottleEvents', 'Throttled reads'),
        tableMetric(watched, 'WriteThrottleEvents', 'Throttled writes'),
        tableMetric(watched, 'TransactionConflict', 'Transaction conflicts'),
      ],
      'in 5 minutes',
    ),
  ],
  [
    graph('Write units of each index', indexMetrics(watched, 'ConsumedWriteCapacityUnits'), 'in 5 minutes'),
    graph('Throttled reads of each index', indexMetrics(watched, 'ReadThrottleEvents'), 'in 5 minutes'),
    graph('Throttled writes of each index', indexMetrics(watched, 'WriteThrottleEvents'), 'in 5 minutes'),
  ],
];

/** Everything an operator looks at, on one page. Dashboards are global, so the name includes the region to be unique in the account. */
export const createDashboard = (scope: Construct, watched: Watched, alarms: readonly Alarm[]): Dashboard =>
  new Dashboard(scope, 'Dashboard', {
    dashboardName: `${watched.options.name}-${watched.options.region}`,
    defaultInterval: Duration.days(1),
    widgets: [
      [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24, height: 3 })],
      ...traffic(watched),
      ...register(watched),
      ...store(watched),
      ...(watched.log ? logWidgets(watched) : []),
    ],
  });
