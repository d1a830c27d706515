import type { IFilterPattern, ILogGroup } from 'aws-cdk-lib/aws-logs';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { OperationName } from '../../shared/contract.ts';
import { contract } from '../../shared/contract.ts';
import type { OperationDefinition } from '../../shared/operation-definition.ts';
import type { Actor } from '../actors.ts';
import { operations } from '../code.ts';
import { metricNamespace } from '../register-name.ts';
import type { Watching } from './extent.ts';
import { isWatched } from './extent.ts';

/** A number computed from log lines: how many have the code and fields, or the sum of one of their fields. */
export interface LogMetric {
  readonly name: string;
  /** The functions whose logs it reads, or API Gateway, of whose access log it counts what no function answered. */
  readonly actors: readonly (Actor | 'gateway')[];
  /** Any of these codes; none for API Gateway. */
  readonly codes: readonly string[];
  /** Whether calls without an answer count too, such as a function that crashed while loading. */
  readonly orEndedEarly?: true;
  readonly text?: readonly [field: string, value: string];
  /** Statuses in this range. */
  readonly statuses?: readonly [number, number];
  readonly sumOf?: string;
  /** Whether there is one for each operation, by its path. */
  readonly byOperation?: true;
  readonly essential?: true;
  readonly ofStamps?: true;
  readonly ofAccessLog?: true;
  readonly ofUnknownPeople?: true;
}

export const isExtension = (operation: OperationName): boolean => {
  const { extension }: OperationDefinition = contract[operation];
  return extension === true;
};

const showsConsents = (operation: OperationName): boolean => {
  const { shows }: OperationDefinition = contract[operation];
  return shows === true;
};

/** Extensions are counted together, because each metric has a price. */
const extensions = operations.filter(isExtension);
const seven = operations.filter((operation) => !isExtension(operation));

/** All metrics computed from logs. */
export const logMetrics = {
  refused: { name: 'Refused', actors: seven, codes: ['request.end'], statuses: [400, 499], byOperation: true },
  failed: { name: 'Failed', actors: seven, codes: ['request.end'], statuses: [500, 599], byOperation: true },
  extensionsRefused: { name: 'ExtensionsRefused', actors: extensions, codes: ['request.end'], statuses: [400, 499] },
  extensionsFailed: { name: 'ExtensionsFailed', actors: extensions, codes: ['request.end'], statuses: [500, 599] },
  /** Also where there is no metric of documents that were refused, because each metric has a price. */
  faults: {
    name: 'Faults',
    actors: operations,
    codes: ['service.fault', 'evidence.history-incomplete'],
    orEndedEarly: true,
    essential: true,
  },
  /** One metric for three cases, because each metric has a price: a record changed by other means than the service, an unreadable record, and one that no sum counts. */
  logFaults: {
    name: 'Faults',
    actors: ['feedLog', 'publishCheckpoint'],
    codes: ['log.record-altered', 'log.record-set-aside', 'sums.version-missing'],
    essential: true,
  },
  consentsRecorded: { name: 'ConsentsRecorded', actors: ['addConsent'], codes: ['consent.recorded'], sumOf: 'count' },
  consentsRevoked: { name: 'ConsentsRevoked', actors: ['revokeConsent'], codes: ['consent.revoked'] },
  logins: { name: 'Logins', actors: ['login'], codes: ['session.started'] },
  loginFailures: {
    name: 'LoginFailures',
    actors: ['login'],
    codes: ['request.end'],
    statuses: [400, 499],
    essential: true,
  },
  loginsThrottled: { name: 'LoginsThrottled', actors: ['login', 'changePassword'], codes: ['login.throttled'] },
  damagedCredentials: { name: 'DamagedCredentials', actors: ['login'], codes: ['credential.damaged'] },
  refreshTokensStolen: {
    name: 'RefreshTokensStolen',
    actors: ['refreshToken'],
    codes: ['refresh-token.refused'],
    text: ['outcome', 'stolen'],
    essential: true,
  },
  signingKeysUnread: { name: 'SigningKeysUnread', actors: ['login', 'refreshToken'], codes: ['signing-key.unread'] },
  unstamped: {
    name: 'Unstamped',
    actors: ['publishCheckpoint'],
    codes: ['log.unstamped'],
    essential: true,
    ofStamps: true,
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
    essential: true,
    ofAccessLog: true,
  },
  unknownPeople: {
    name: 'UnknownPeople',
    actors: ['checkPeople'],
    codes: ['people.checked'],
    sumOf: 'unknown',
    essential: true,
    ofUnknownPeople: true,
  },
  throttled: { name: 'Throttled', actors: ['gateway'], codes: [] },
  signingKeyRotations: { name: 'SigningKeyRotations', actors: ['rotateSigningKey'], codes: ['signing-key.rotated'] },
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

/**
 * 429 of API Gateway itself, of which HTTP APIs have no metric: a function that answers 429 was called, so its integration
 * has the status 200 (infra/api.ts has the fields).
 */
const throttledByGateway = FilterPattern.all(
  FilterPattern.stringValue('$.status', '=', '429'),
  FilterPattern.stringValue('$.integrationStatus', '!=', '200'),
);

/** Creates the metrics of one function's log, or of the access log. */
export const createLogMetrics = (
  scope: Construct,
  actor: Actor | 'gateway',
  logGroup: ILogGroup,
  options: Watching & { readonly name: string },
): void => {
  const metrics: readonly LogMetric[] = Object.values(logMetrics);
  for (const metric of metrics.filter((each) => each.actors.includes(actor) && isWatched(options, each))) {
    new MetricFilter(scope, metric.name, {
      logGroup,
      filterPattern: actor === 'gateway' ? throttledByGateway : toPattern(metric),
      metricNamespace: metricNamespace(options.name),
      metricName: metric.name,
      metricValue: metric.sumOf === undefined ? '1' : field(metric.sumOf),
      ...(metric.byOperation && { dimensions: { Path: field('path') } }),
    });
  }
};
