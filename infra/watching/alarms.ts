import { Duration } from 'aws-cdk-lib';
import type { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { lifetimes, longestLogLag } from '../../shared/lifetimes.ts';
import { logFailures, logLag } from '../log/watching.ts';
import type { Options } from '../options.ts';
import { isWatched } from './extent.ts';
import type { Watched } from './metrics.ts';
import {
  alarmingFunctions,
  functionMetric,
  functionsMetric,
  indexMetrics,
  logMetric,
  runsUnlessTwoFailed,
  serverErrorPercentage,
  slowestLatency,
  successfulRuns,
  sum,
  tableMetric,
} from './metrics.ts';

/** Sends alarms to the topic when they are raised, and when they are over. */
export const createAlarms = (scope: Construct, watched: Watched, topic: ITopic): Alarm[] => {
  const parts = new Construct(scope, 'Alarms');
  const action = new SnsAction(topic);
  const { options } = watched;
  const raised = Object.entries(alarms).filter(
    ([, alarm]) => isWatched(options, alarm) && (options.log || !alarm.ofLog),
  );
  return raised.map(([name, { metric: toMetric, threshold, periods, meaning, heartbeat, hourly }]) => {
    const minutes = heartbeat?.(options) ?? (hourly ? 60 : 5);
    const metric = toMetric(watched).with({ period: Duration.minutes(minutes) });
    const alarm = new Alarm(parts, name, {
      alarmName: `${options.name}-${name}`,
      alarmDescription: `${meaning} docs/operations.md says what to do.`,
      metric,
      threshold: typeof threshold === 'number' ? threshold : threshold(options),
      comparisonOperator: heartbeat
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      datapointsToAlarm: periods[0],
      evaluationPeriods: periods[1],
      treatMissingData: heartbeat ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    return alarm;
  });
};

/** When an alarm is raised: `threshold` or more in this many of the last periods, of five minutes each. */
interface AlarmDefinition {
  readonly metric: (watched: Watched) => Metric | MathExpression;
  /** By itself or by the options of the stage. */
  readonly threshold: number | ((options: Options) => number);
  readonly periods: readonly [breaching: number, of: number];
  /** Whether a period is an hour, for what may fail for a while. */
  readonly hourly?: true;
  /**
   * For what must happen again and again: the minutes in which it must. Then less than the threshold raises the alarm,
   * and so does silence.
   */
  readonly heartbeat?: (options: Options) => number;
  /** Its meaning, in the message that is sent. */
  readonly meaning: string;
  /** Whether every stage has it. The others end in 5xx answers, which `ServerErrors` reports too, or serve a closer look. */
  readonly essential?: true;
  /** Whether it is about the log, and needs it. */
  readonly ofLog?: true;
  /** Whether it is about time stamps, and needs an authority. */
  readonly ofStamps?: true;
  /** Whether it is about the access log, and needs it. */
  readonly ofAccessLog?: true;
  /** Whether it is about people whom checks do not know, and needs a number of them. */
  readonly ofUnknownPeople?: true;
}

/** The alarms by the name of their resource. docs/operations.md says what to do about each. */
export const alarms: Readonly<Record<string, AlarmDefinition>> = {
  ServerErrors: {
    metric: serverErrorPercentage,
    threshold: 1,
    periods: [2, 12],
    meaning: 'At least 1% of requests got a 5xx answer.',
    essential: true,
  },
  Latency: {
    metric: (watched) => slowestLatency(watched),
    threshold: 3_000,
    periods: [3, 3],
    meaning: 'At least 1 in 100 requests took 3 seconds or more (of 20 or more in five minutes).',
  },
  Faults: {
    metric: (watched) => logMetric(watched, 'faults'),
    threshold: 1,
    periods: [1, 1],
    meaning:
      'A function met an unexpected error or ended without an answer, so a caller was not served; or somebody has changed the table without the register, so it may show people as consenting who have withdrawn.',
    essential: true,
  },
  Throttled: {
    metric: (watched) => logMetric(watched, 'throttled'),
    threshold: 100,
    periods: [2, 3],
    meaning: 'API Gateway refused at least 100 requests with 429: more came than the limits of the stage allow.',
  },
  FunctionErrors: {
    metric: (watched) => functionsMetric(watched, 'Errors', 'Errors', alarmingFunctions()),
    threshold: 1,
    periods: [1, 1],
    meaning: 'A function ended without an answer: it ran out of time or memory, or could not start.',
  },
  FunctionThrottles: {
    metric: (watched) => functionsMetric(watched, 'Throttles', 'Throttles', alarmingFunctions()),
    threshold: 1,
    periods: [2, 3],
    meaning: 'Lambda refused calls: they reached a limit on concurrency.',
  },
  TableThrottles: {
    metric: (watched) =>
      sum(
        [tableMetric(watched, 'ReadThrottleEvents', 'Reads'), tableMetric(watched, 'WriteThrottleEvents', 'Writes')],
        'Throttled',
      ),
    threshold: 1,
    periods: [2, 3],
    meaning: 'DynamoDB refused reads or writes: they exceeded the throughput of the table or of one of its partitions.',
  },
  IndexReadThrottles: {
    metric: (watched) => sum(indexMetrics(watched, 'ReadThrottleEvents'), 'Throttled'),
    threshold: 1,
    periods: [2, 3],
    meaning: 'DynamoDB refused searches: they exceeded the throughput of an index or of one of its lists.',
  },
  IndexWriteThrottles: {
    metric: (watched) => sum(indexMetrics(watched, 'WriteThrottleEvents'), 'Throttled'),
    threshold: 1,
    periods: [2, 3],
    meaning: 'DynamoDB refused consents or revocations, because an index or one of its lists cannot keep up.',
  },
  TransactionConflicts: {
    metric: (watched) => tableMetric(watched, 'TransactionConflict', 'Conflicts'),
    threshold: 100,
    periods: [2, 3],
    meaning: 'Many writes conflicted with others. The functions retry them; some callers may get 503.',
  },
  LoginFailures: {
    metric: (watched) => logMetric(watched, 'loginFailures'),
    threshold: 100,
    periods: [1, 1],
    meaning: 'Many logins failed or were refused. Somebody may be guessing passwords.',
    essential: true,
  },
  StolenRefreshTokens: {
    metric: (watched) => logMetric(watched, 'refreshTokensStolen'),
    threshold: 1,
    periods: [1, 1],
    meaning: 'A refresh token was used after it had been replaced, so its session was ended. It may be stolen.',
    essential: true,
  },
  DamagedCredentials: {
    metric: (watched) => logMetric(watched, 'damagedCredentials'),
    threshold: 1,
    periods: [1, 1],
    meaning: 'A stored password hash is damaged: something other than the service wrote to the table.',
  },
  SigningKeysUnread: {
    metric: (watched) => logMetric(watched, 'signingKeysUnread'),
    threshold: 1,
    periods: [2, 3],
    meaning: `Functions cannot read the signing key again. Each signs with its last key for ${lifetimes.signingKeySecondsLongest / 60} minutes at most.`,
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
    meaning: 'The signing key could not be rotated, or the first one could not be created.',
    essential: true,
  },
  KeyNotEnabled: {
    metric: (watched) => runsUnlessTwoFailed(watched, 'checkKeys'),
    threshold: 1,
    periods: [1, 1],
    heartbeat: () => 60,
    meaning: 'A KMS key of the register is not enabled, or for an hour nothing could check that.',
    essential: true,
  },
  LogStopped: {
    metric: (watched) => successfulRuns(watched, 'publishCheckpoint'),
    threshold: 1,
    periods: [1, 1],
    heartbeat: ({ checkpointMinutes }) => Math.max(60, 2 * checkpointMinutes),
    meaning:
      'No run of PublishCheckpoint has succeeded for an hour, or in the time of two: no checkpoint is published, or the log lacks consents.',
    essential: true,
    ofLog: true,
  },
  LogLag: {
    metric: logLag,
    threshold: longestLogLag,
    periods: [3, 12],
    meaning: 'The log is an hour or more behind the table.',
    essential: true,
    ofLog: true,
  },
  LogFailures: {
    metric: logFailures,
    threshold: 1,
    periods: [2, 24],
    meaning: 'Checkpoints are not published, or changes for the log were given up and wait in a queue.',
    essential: true,
    ofLog: true,
  },
  HistoryIncomplete: {
    metric: (watched) => logMetric(watched, 'historyIncomplete'),
    threshold: 1,
    periods: [1, 1],
    meaning:
      'Somebody has changed the table: the log has a withdrawal, an erasure or a version of a notice that it lacks. Nobody gets a document of these consents, and checks and lists may name people who have withdrawn.',
    ofLog: true,
  },
  Unstamped: {
    metric: (watched) => logMetric(watched, 'unstamped'),
    threshold: 1,
    periods: [2, 2],
    hourly: true,
    meaning: 'The time-stamp authority gave no stamp in this hour and the one before.',
    essential: true,
    ofLog: true,
    ofStamps: true,
  },
  AccessUnlogged: {
    metric: (watched) => logMetric(watched, 'accessUnlogged'),
    threshold: 1,
    periods: [1, 1],
    meaning: 'Somebody looked at consents, and the access log has no entry of it.',
    essential: true,
    ofAccessLog: true,
  },
  UnknownPeople: {
    metric: (watched) => logMetric(watched, 'unknownPeople'),
    threshold: ({ unknownPeoplePerHour }) => unknownPeoplePerHour,
    periods: [1, 1],
    hourly: true,
    meaning: 'Checks found no consent of many people within an hour. Somebody may be trying out addresses.',
    essential: true,
    ofUnknownPeople: true,
  },
};
