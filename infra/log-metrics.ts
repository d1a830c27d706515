import type { IFilterPattern, ILogGroup } from 'aws-cdk-lib/aws-logs';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { OperationName } from '../shared/api/contract.ts';
import { contract } from '../shared/api/contract.ts';
import type { OperationDefinition } from '../shared/api/operations.ts';
import type { Actor } from './code.ts';
import { operations } from './code.ts';
import type { RegisterOptions } from './register-name.ts';
import { metricNamespace } from './register-name.ts';

/** How many log lines there are with one of the codes, and what else they must have. */
export interface LogMetric {
  readonly name: string;
  /** The functions whose logs it reads. */
  readonly actors: readonly Actor[];
  readonly codes: readonly string[];
  /** Whether calls without an answer count too, such as a function that crashed while loading. */
  readonly orEndedEarly?: true;
  readonly text?: readonly [field: string, value: string];
  /** Statuses in this range. */
  readonly statuses?: readonly [number, number];
  /** Whether it exists only where the stage keeps an access log. */
  readonly ofAccessLog?: true;
}

const showsConsents = (operation: OperationName): boolean => {
  const { shows }: OperationDefinition = contract[operation];
  return shows === true;
};

/** All metrics computed from logs. Each is what an alarm looks at, because each has a price. */
export const logMetrics = {
  faults: {
    name: 'Faults',
    actors: [...operations, 'keyFile', 'linkPage', 'linkWithdrawal', 'confirmationPage', 'confirmation'],
    codes: ['service.fault'],
    orEndedEarly: true,
  },
  /** One metric for all cases, because each metric has a price: a record changed by other means than the service, an unreadable record, one that no sum counts, and a sum to which nothing can be added. */
  logFaults: {
    name: 'Faults',
    actors: ['feedLog', 'publishCheckpoint'],
    codes: ['log.record-altered', 'log.record-set-aside', 'counts.version-missing', 'counts.damaged'],
  },
  loginFailures: { name: 'LoginFailures', actors: ['login'], codes: ['request.end'], statuses: [400, 499] },
  refreshTokensStolen: {
    name: 'RefreshTokensStolen',
    actors: ['refreshToken'],
    codes: ['refresh-token.refused'],
    text: ['outcome', 'stolen'],
  },
  historyIncomplete: {
    name: 'HistoryIncomplete',
    actors: ['getEvidence'],
    codes: ['evidence.history-incomplete'],
  },
  accessUnlogged: {
    name: 'AccessUnlogged',
    actors: operations.filter(showsConsents),
    codes: ['access-log.unwritten'],
    ofAccessLog: true,
  },
  withdrawalsUnfinished: {
    name: 'WithdrawalsUnfinished',
    actors: ['linkWithdrawal'],
    codes: ['request.end'],
    statuses: [500, 599],
    orEndedEarly: true,
  },
} as const satisfies Record<string, LogMetric>;

export type LogMetricName = keyof typeof logMetrics;

/** Lambda's JSON format puts logged objects under `message`. */
const field = (name: string): string => `$.message.${name}`;

/** Lambda's own line about a failed call, which is a warning and so kept (Lambda, "System log level event mapping"). */
const endedEarly = FilterPattern.all(
  FilterPattern.stringValue('$.type', '=', 'platform.report'),
  FilterPattern.stringValue('$.record.status', '!=', 'success'),
);

const toPattern = ({ codes, text, statuses, orEndedEarly }: LogMetric): IFilterPattern => {
  const [first, ...others] = codes.map((code) => FilterPattern.stringValue(field('code'), '=', code));
  if (first === undefined) throw new Error('A metric of logs counts no line.');
  const logged = FilterPattern.all(
    others.length === 0 ? first : FilterPattern.any(first, ...others),
    ...(text ? [FilterPattern.stringValue(field(text[0]), '=', text[1])] : []),
    ...(statuses
      ? [
          FilterPattern.numberValue(field('status'), '>=', statuses[0]),
          FilterPattern.numberValue(field('status'), '<=', statuses[1]),
        ]
      : []),
  );
  return orEndedEarly ? FilterPattern.any(logged, endedEarly) : logged;
};

/** Creates the metrics of one function's log. */
export const createLogMetrics = (
  scope: Construct,
  actor: Actor,
  logGroup: ILogGroup,
  { name, accessLog }: Pick<RegisterOptions, 'name' | 'accessLog'>,
): void => {
  const metrics: readonly LogMetric[] = Object.values(logMetrics);
  for (const metric of metrics.filter((each) => each.actors.includes(actor) && (accessLog || !each.ofAccessLog))) {
    new MetricFilter(scope, metric.name, {
      logGroup,
      filterPattern: toPattern(metric),
      metricNamespace: metricNamespace(name),
      metricName: metric.name,
      metricValue: '1',
    });
  }
};
