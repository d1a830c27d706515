import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { synthesise } from '../support/make/stack.ts';
import type { RaisedAlarm, Series } from './watched.ts';
import { alarmsOf, madeOfLogs, metricsOf, toSeries } from './watched.ts';

const { template } = await synthesise();
const whole = await synthesise({
  accessLog: true,
  backupDays: 90,
  personLinks: true,
  mailFrom: 'consents@shop.example',
});
const example = await synthesise({ stage: 'example' });

const sumOf = (prefix: string, count: number): string =>
  `SUM([${Array.from({ length: count }, (_, i) => `FILL(${prefix}${i}, 0)`).join(', ')}])`;

/** An alarm, written by hand: from which value on, in how many of the last periods, and of what. */
interface Told {
  readonly threshold: number;
  readonly periods: readonly [breaching: number, of: number];
  readonly expression?: string;
  readonly series: readonly Series[];
  /** Minutes of a period, for an alarm that less than the threshold raises, or silence. */
  readonly heartbeat?: number;
}

const told: Readonly<Record<string, Told>> = {
  ServerErrors: {
    threshold: 1,
    periods: [2, 12],
    expression: 'IF(requests > 0, 100 * FILL(errors, 0) / requests, 0)',
    series: ['requests: Sum AWS/ApiGateway Count Api', 'errors: Sum AWS/ApiGateway 5xx Api'],
  },
  Faults: { threshold: 1, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev Faults'] },
  LoginFailures: {
    threshold: 100,
    periods: [1, 1],
    series: ['m1: Sum ConsentRegister/dev LoginFailures'],
  },
  StolenRefreshTokens: { threshold: 1, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev RefreshTokensStolen'] },
  SigningKeyRotation: {
    threshold: 1,
    periods: [1, 1],
    expression: sumOf('failedrotations', 2),
    series: [
      'failedrotations0: Sum AWS/Lambda Errors RotateSigningKeyFunction',
      'failedrotations1: Sum AWS/Lambda Throttles RotateSigningKeyFunction',
    ],
  },
  KeyNotEnabled: {
    threshold: 1,
    periods: [1, 1],
    heartbeat: 60,
    expression: 'IF(failures > 1, 0, runs)',
    series: ['runs: Sum AWS/Lambda Invocations CheckKeysFunction', 'failures: Sum AWS/Lambda Errors CheckKeysFunction'],
  },
  LogStopped: {
    threshold: 1,
    periods: [1, 1],
    heartbeat: 60,
    expression: 'runs - failures',
    series: [
      'runs: Sum AWS/Lambda Invocations PublishCheckpointFunction',
      'failures: Sum AWS/Lambda Errors PublishCheckpointFunction',
    ],
  },
  LogLag: {
    threshold: 3_600_000,
    periods: [3, 12],
    series: ['m1: Maximum AWS/Lambda IteratorAge FeedLogFunction'],
  },
  LogFailures: {
    threshold: 1,
    periods: [2, 24],
    expression: sumOf('failures', 2),
    series: [
      'failures0: Sum AWS/Lambda Errors PublishCheckpointFunction',
      'failures1: Maximum AWS/SQS ApproximateNumberOfMessagesVisible LogFailures',
    ],
  },
  HistoryIncomplete: { threshold: 1, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev HistoryIncomplete'] },
};

/** Those that only some stages have. */
const optional: Readonly<Record<string, Told>> = {
  AccessUnlogged: { threshold: 1, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev AccessUnlogged'] },
  WithdrawalsUnfinished: {
    threshold: 1,
    periods: [1, 1],
    series: ['m1: Sum ConsentRegister/dev WithdrawalsUnfinished'],
  },
  MailBounces: {
    threshold: 0.05,
    periods: [1, 12],
    series: ['m1: Maximum AWS/SES Reputation.BounceRate ConsentRegister-dev-mail'],
  },
  MailComplaints: {
    threshold: 0.001,
    periods: [1, 12],
    series: ['m1: Maximum AWS/SES Reputation.ComplaintRate ConsentRegister-dev-mail'],
  },
  BackupsMissing: {
    threshold: 3,
    periods: [7, 7],
    heartbeat: 24 * 60,
    series: ['m1: Sum AWS/Backup NumberOfBackupJobsCompleted BackupsVault'],
  },
};

const namesIn = (of: Template): readonly string[] => alarmsOf(of).map(({ AlarmName }) => AlarmName);

test('there are these alarms and no other', () => {
  expect(namesIn(template).toSorted()).toEqual(
    Object.keys(told)
      .map((name) => `ConsentRegister-dev-${name}`)
      .toSorted(),
  );
  expect(namesIn(whole.template).toSorted()).toEqual(
    Object.keys({ ...told, ...optional })
      .map((name) => `ConsentRegister-dev-${name}`)
      .toSorted(),
  );
});

test('every alarm says what its failure means, as the page of alarms does', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operate.md'), 'utf8');
  const rows = page.split('\n').flatMap((line) => /^\| `(\w+)` \| ([^|]+) \|/.exec(line)?.slice(1, 3).join(': ') ?? []);
  const sent = alarmsOf(whole.template).map(
    ({ AlarmName, AlarmDescription }) =>
      `${AlarmName.replace('ConsentRegister-dev-', '')}: ${AlarmDescription.replace(' docs/operate.md says what to do.', '')}`,
  );

  expect(sent.filter((line) => !rows.includes(line))).toEqual([]);
});

test('no metric is made of logs but those that alarms look at', () => {
  const looked = alarmsOf(whole.template)
    .flatMap(metricsOf)
    .map(({ Metric }) => Metric)
    .filter(({ Namespace }) => Namespace === 'ConsentRegister/dev')
    .map(({ MetricName }) => MetricName);

  expect(madeOfLogs(whole.template)).toEqual(new Set(looked));
  expect(madeOfLogs(template)).not.toContain('AccessUnlogged');
});

/** What an alarm says, in the form of what is told. */
const toTold = (alarm: RaisedAlarm): Told => {
  const expressions = alarm.Metrics?.flatMap(({ Expression }) => Expression ?? []) ?? [];
  return {
    threshold: alarm.Threshold,
    periods: [alarm.DatapointsToAlarm, alarm.EvaluationPeriods],
    ...(expressions.length > 0 && { expression: expressions.join('; ') }),
    series: metricsOf(alarm).map(toSeries),
  };
};

/** How often a key is rotated in so many years, of those rotations that are paid for. */
const countRotations = ({ Properties }: { readonly Properties?: Record<string, unknown> }, years: number): number =>
  Properties?.EnableKeyRotation === true
    ? Math.min(2, Math.floor((years * 365) / Number(Properties.RotationPeriodInDays)))
    : 0;

test('a stage costs at most 5.10 dollars a month before anything is called, in its first seven years: then KMS rotates its key', () => {
  const count = (type: string): number => Object.keys(template.findResources(type)).length;
  const keys = Object.values(template.findResources('AWS::KMS::Key'));
  const rotations = keys.reduce((sum, key) => sum + countRotations(key, 6), 0);
  const cents =
    (keys.length + rotations) * 100 +
    count('AWS::SecretsManager::Secret') * 40 +
    alarmsOf(template).flatMap(metricsOf).length * 10 +
    madeOfLogs(template).size * 30;

  expect(cents).toBeLessThanOrEqual(510);
});

test.each(Object.entries({ ...told, ...optional }))(
  '%s is raised at the value that is told',
  (name, { heartbeat, ...expected }) => {
    const alarm = alarmsOf(whole.template).find(({ AlarmName }) => AlarmName === `ConsentRegister-dev-${name}`);
    if (alarm === undefined) throw new Error('There is no such alarm.');

    expect(toTold(alarm)).toEqual(expected);
    expect(new Set(metricsOf(alarm).map(({ Period }) => Period))).toEqual(new Set([60 * (heartbeat ?? 5)]));
    expect(alarm.ComparisonOperator).toBe(heartbeat ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold');
    expect(alarm.TreatMissingData).toBe(heartbeat ? 'breaching' : 'notBreaching');
  },
);

test('a job that must run has two runs in the period of its alarm', () => {
  const rules = Object.values(example.template.findResources('AWS::Events::Rule'));
  const minutesOf = (target: string): string[] =>
    rules
      .filter(({ Properties }) => JSON.stringify(Properties.Targets).includes(`"${target}Function"`))
      .map(({ Properties }) => Properties.ScheduleExpression);
  const periodOf = (alarm: string): (number | undefined)[] =>
    alarmsOf(example.template)
      .filter(({ AlarmName }) => AlarmName.endsWith(`-${alarm}`))
      .flatMap((found) => metricsOf(found).map(({ Period }) => Period));

  expect(minutesOf('CheckKeys')).toEqual(['rate(30 minutes)']);
  expect(periodOf('KeyNotEnabled')).toEqual([3_600, 3_600]);
  expect(minutesOf('PublishCheckpoint')).toEqual(['rate(1 hour)']);
  expect(periodOf('LogStopped')).toEqual([7_200, 7_200]);
});

test('a check of keys that fails once is repeated, and raises the alarm when it fails again', () => {
  const configs = template.findResources('AWS::Lambda::EventInvokeConfig', {
    Properties: { FunctionName: { Ref: 'CheckKeysFunction' } },
  });

  expect(Object.values(configs).map(({ Properties }) => Properties.MaximumRetryAttempts)).toEqual([1]);
});

test('every alarm goes to the topic, and tells when it is over', () => {
  whole.template.allResourcesProperties('AWS::CloudWatch::Alarm', {
    AlarmActions: [{ Ref: 'AlarmTopic' }],
    OKActions: [{ Ref: 'AlarmTopic' }],
  });
});
