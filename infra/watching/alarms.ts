import type { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { lifetimes } from '../../shared/lifetimes.ts';
import { logFailures, logLag } from '../log/watching.ts';
import { serverErrorPercentage, slowestLatency } from './api-metrics.ts';
import type { Watched } from './metrics.ts';
import {
  alarmingFunctions,
  functionMetric,
  functionsMetric,
  indexMetrics,
  logMetric,
  sum,
  tableMetric,
} from './metrics.ts';

/** When an alarm is raised: at a value from `threshold` on, in so many of the last periods of five minutes. */
interface AlarmDefinition {
  readonly metric: (watched: Watched) => Metric | MathExpression;
  readonly threshold: number;
  readonly periods: readonly [breaching: number, of: number];
  /** What it means, in the message that is sent. */
  readonly meaning: string;
  /** Whether no stage goes without it. What the others tell ends in 5xx, which `ServerErrors` tells too, or is for a closer look. */
  readonly essential?: true;
  /** Whether it is about the log, and there where that is on. */
  readonly ofLog?: true;
}

/** The alarms by the name of their resource. docs/operations.md says what to do about each. */
export const alarms: Readonly<Record<string, AlarmDefinition>> = {
  ServerErrors: {
    metric: serverErrorPercentage,
    threshold: 1,
    periods: [2, 12],
    meaning: '1% of requests or more were answered with 5xx.',
    essential: true,
  },
  Latency: {
    metric: (watched) => slowestLatency(watched),
    threshold: 3_000,
    periods: [3, 3],
    meaning: 'One request in a hundred took 3 seconds or more, of 20 or more in five minutes.',
  },
  Faults: {
    metric: (watched) => logMetric(watched, 'faults'),
    threshold: 1,
    periods: [1, 1],
    meaning: 'A function met an error that it does not know, or ended without an answer.',
    essential: true,
  },
  FunctionErrors: {
    metric: (watched) => functionsMetric(watched, 'Errors', 'Errors', alarmingFunctions()),
    threshold: 1,
    periods: [1, 1],
    meaning: 'A function ended without an answer: out of time or memory, or it could not start.',
  },
  FunctionThrottles: {
    metric: (watched) => functionsMetric(watched, 'Throttles', 'Throttles', alarmingFunctions()),
    threshold: 1,
    periods: [2, 3],
    meaning: 'Lambda refused calls: a limit on concurrency was reached.',
  },
  TableThrottles: {
    metric: (watched) =>
      sum(
        [tableMetric(watched, 'ReadThrottleEvents', 'Reads'), tableMetric(watched, 'WriteThrottleEvents', 'Writes')],
        'Throttled',
      ),
    threshold: 1,
    periods: [2, 3],
    meaning: 'DynamoDB refused reads or writes of the table: more than it or one of its partitions gives.',
  },
  IndexReadThrottles: {
    metric: (watched) => sum(indexMetrics(watched, 'ReadThrottleEvents'), 'Throttled'),
    threshold: 1,
    periods: [2, 3],
    meaning: 'DynamoDB refused searches: more than an index or one of its lists gives.',
  },
  IndexWriteThrottles: {
    metric: (watched) => sum(indexMetrics(watched, 'WriteThrottleEvents'), 'Throttled'),
    threshold: 1,
    periods: [2, 3],
    meaning: 'DynamoDB refused consents or revocations, because an index or one of its lists cannot follow.',
  },
  TransactionConflicts: {
    metric: (watched) => tableMetric(watched, 'TransactionConflict', 'Conflicts'),
    threshold: 100,
    periods: [2, 3],
    meaning: 'Many writes were in the way of others. They are tried again, and some may be answered with 503.',
  },
  LoginFailures: {
    metric: (watched) => logMetric(watched, 'loginFailures'),
    threshold: 100,
    periods: [1, 1],
    meaning: 'Many logins failed or were refused: somebody may be guessing passwords.',
    essential: true,
  },
  StolenRefreshTokens: {
    metric: (watched) => logMetric(watched, 'refreshTokensStolen'),
    threshold: 1,
    periods: [1, 1],
    meaning: 'A used refresh token came back, so its session was ended.',
    essential: true,
  },
  DamagedCredentials: {
    metric: (watched) => logMetric(watched, 'damagedCredentials'),
    threshold: 1,
    periods: [1, 1],
    meaning: 'A stored password hash is not one: somebody or something wrote to the table.',
  },
  SigningKeysUnread: {
    metric: (watched) => logMetric(watched, 'signingKeysUnread'),
    threshold: 1,
    periods: [2, 3],
    meaning: `Functions cannot read the signing key again; each signs with the one it has, for ${lifetimes.signingKeySecondsLongest / 60} minutes at most.`,
  },
  SigningKeyRotation: {
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
    meaning: 'The signing key could not be rotated, or the first one not be made.',
    essential: true,
  },
  LogLag: {
    metric: logLag,
    threshold: 3_600_000,
    periods: [3, 12],
    meaning: 'The log is an hour or more behind the table.',
    essential: true,
    ofLog: true,
  },
  LogFailures: {
    metric: logFailures,
    threshold: 1,
    periods: [2, 24],
    meaning: 'Checkpoints are not published, or something of the log was given up and waits in a queue.',
    essential: true,
    ofLog: true,
  },
};
