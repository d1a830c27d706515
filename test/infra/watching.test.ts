import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { synthesise } from '../support/stack.ts';
import type { RaisedAlarm, Series } from '../support/watching.ts';
import { alarmsOf, madeOfLogs, metricsOf, readWidgets, toSeries } from '../support/watching.ts';

const { template } = await synthesise({ watching: 'full' });
const essential = await synthesise();
const example = await synthesise({ stage: 'example' });

/** The service as it is watched, written by hand: what infra/ says is judged by this, and must not stand here as its own judge. */
const functions = [
  'Login',
  'Details',
  'RefreshToken',
  'AddConsent',
  'SearchConsents',
  'RevokeConsent',
  'GetNotices',
  'GetEvidence',
  'CheckPeople',
  'ListConsents',
  'ListDueConsents',
  'ListNotices',
  'GetNoticeVersion',
  'ListProjects',
  'GetOverview',
  'RequestErasure',
  'ListErasureRequests',
  'ChangePassword',
  'Logout',
];
const all = [...functions, 'RotateSigningKey', 'CheckKeys', 'FeedLog', 'PublishCheckpoint'].map(
  (name) => `${name}Function`,
);
/** Those that alarms look at by themselves. */
const alarming = [...functions.slice(0, 8), 'RotateSigningKey'].map((name) => `${name}Function`);
const seven = ['login', 'details', 'refresh-token'].concat(
  ['add', 'search', 'revoke', 'information/get'].map((name) => `consent-register/${name}`),
);
const paths = seven.concat(
  [
    'evidence/get',
    'check',
    'list',
    'due',
    'notices/list',
    'notices/get',
    'projects/list',
    'overview/get',
    'erasures/request',
    'erasures/list',
  ].map((name) => `consent-register/${name}`),
  'password',
  'logout',
);
const indexes = ['project', 'first_name', 'last_name', 'email', 'phone', 'mobile_phone', 'tax_code'];

const sumOf = (prefix: string, count: number): string =>
  `SUM([${Array.from({ length: count }, (_, i) => `FILL(${prefix}${i}, 0)`).join(', ')}])`;

/** An alarm: from which value on, in how many of the last periods, and of what. */
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
  Latency: {
    threshold: 3_000,
    periods: [3, 3],
    expression: 'IF(requests >= 20, latency, 0)',
    series: ['requests: Sum AWS/ApiGateway Count Api', 'latency: p99 AWS/ApiGateway Latency Api'],
  },
  Faults: { threshold: 1, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev Faults'] },
  Throttled: { threshold: 100, periods: [2, 3], series: ['m1: Sum ConsentRegister/dev Throttled'] },
  FunctionErrors: {
    threshold: 1,
    periods: [1, 1],
    expression: sumOf('errors', 9),
    series: alarming.map((name, i) => `errors${i}: Sum AWS/Lambda Errors ${name}`),
  },
  FunctionThrottles: {
    threshold: 1,
    periods: [2, 3],
    expression: sumOf('throttles', 9),
    series: alarming.map((name, i) => `throttles${i}: Sum AWS/Lambda Throttles ${name}`),
  },
  TableThrottles: {
    threshold: 1,
    periods: [2, 3],
    expression: sumOf('throttled', 2),
    series: [
      'throttled0: Sum AWS/DynamoDB ReadThrottleEvents Table',
      'throttled1: Sum AWS/DynamoDB WriteThrottleEvents Table',
    ],
  },
  IndexReadThrottles: {
    threshold: 1,
    periods: [2, 3],
    expression: sumOf('throttled', 7),
    series: indexes.map((index, i) => `throttled${i}: Sum AWS/DynamoDB ReadThrottleEvents ${index} Table`),
  },
  IndexWriteThrottles: {
    threshold: 1,
    periods: [2, 3],
    expression: sumOf('throttled', 7),
    series: indexes.map((index, i) => `throttled${i}: Sum AWS/DynamoDB WriteThrottleEvents ${index} Table`),
  },
  TransactionConflicts: {
    threshold: 100,
    periods: [2, 3],
    series: ['m1: Sum AWS/DynamoDB TransactionConflict Table'],
  },
  LoginFailures: {
    threshold: 100,
    periods: [1, 1],
    series: ['m1: Sum ConsentRegister/dev LoginFailures'],
  },
  StolenRefreshTokens: { threshold: 1, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev RefreshTokensStolen'] },
  DamagedCredentials: { threshold: 1, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev DamagedCredentials'] },
  SigningKeysUnread: { threshold: 1, periods: [2, 3], series: ['m1: Sum ConsentRegister/dev SigningKeysUnread'] },
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

const essentials = [
  'ServerErrors',
  'Faults',
  'LoginFailures',
  'StolenRefreshTokens',
  'SigningKeyRotation',
  'KeyNotEnabled',
  'LogStopped',
  'LogLag',
  'LogFailures',
];

test.each([
  ['full', template, Object.keys(told)],
  ['essential', essential.template, essentials],
])('where watching is %s, there are these alarms and no other', (_, of, expected) => {
  const names = alarmsOf(of).map(({ AlarmName }) => AlarmName);

  expect(names.toSorted()).toEqual(expected.map((name) => `ConsentRegister-dev-${name}`).toSorted());
});

test('a stage with a time-stamp authority, and no other, tells of two hours without its stamps', async () => {
  const { template: stamped } = await synthesise({ timestampAuthority: 'https://tsa.example' });
  const [alarm, ...others] = alarmsOf(stamped).filter(
    ({ AlarmName }) => !essentials.some((name) => AlarmName.endsWith(`-${name}`)),
  );

  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ AlarmName: 'ConsentRegister-dev-Unstamped', TreatMissingData: 'notBreaching' });
  expect(alarm && toTold(alarm)).toEqual({
    threshold: 1,
    periods: [2, 2],
    series: ['m1: Sum ConsentRegister/dev Unstamped'],
  });
  expect(alarm && metricsOf(alarm).map(({ Period }) => Period)).toEqual([3_600]);
  const [filter, ...more] = Object.values(stamped.findResources('AWS::Logs::MetricFilter')).filter(({ Properties }) =>
    Properties.MetricTransformations.some(({ MetricName }: { MetricName: string }) => MetricName === 'Unstamped'),
  );
  expect(more).toEqual([]);
  expect(filter?.Properties).toMatchObject({
    LogGroupName: { Ref: 'PublishCheckpointLogs' },
    FilterPattern: '{ $.message.code = "log.unstamped" }',
  });
});

test('a stage with an access log, or a number of unknown people that is too many, and no other, tells of gaps and of such checks', async () => {
  const { template: asking } = await synthesise({ accessLog: true, unknownPeoplePerHour: 500 });
  const further = alarmsOf(asking).filter(
    ({ AlarmName }) => !essentials.some((name) => AlarmName.endsWith(`-${name}`)),
  );

  const told = further.map(toTold).toSorted(({ threshold: one }, { threshold: other }) => one - other);
  expect(told).toEqual([
    { threshold: 1, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev AccessUnlogged'] },
    { threshold: 500, periods: [1, 1], series: ['m1: Sum ConsentRegister/dev UnknownPeople'] },
  ]);
  const unknown = further.find(({ AlarmName }) => AlarmName.endsWith('-UnknownPeople'));
  expect(unknown && metricsOf(unknown).map(({ Period }) => Period)).toEqual([3_600]);
  asking.hasResourceProperties('AWS::Logs::MetricFilter', {
    LogGroupName: { Ref: 'CheckPeopleLogs' },
    FilterPattern: '{ $.message.code = "people.checked" }',
    MetricTransformations: [Match.objectLike({ MetricName: 'UnknownPeople', MetricValue: '$.message.unknown' })],
  });
});

test('what is essential is watched as it is where everything is', () => {
  const all = new Map(alarmsOf(template).map((alarm) => [alarm.AlarmName, alarm]));

  for (const alarm of alarmsOf(essential.template)) expect(alarm).toEqual(all.get(alarm.AlarmName));
});

test('where watching is essential, no metric is made of logs but those that alarms look at, and there is no dashboard', () => {
  const looked = alarmsOf(essential.template)
    .flatMap(metricsOf)
    .map(({ Metric }) => Metric)
    .filter(({ Namespace }) => Namespace === 'ConsentRegister/dev')
    .map(({ MetricName }) => MetricName);

  expect(madeOfLogs(essential.template)).toEqual(new Set(looked));
  essential.template.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
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

test('a stage costs at most 5 dollars a month before anything is called, in its first seven years: then KMS rotates its key', () => {
  const count = (type: string): number => Object.keys(essential.template.findResources(type)).length;
  const keys = Object.values(essential.template.findResources('AWS::KMS::Key'));
  const rotations = keys.reduce((sum, key) => sum + countRotations(key, 6), 0);
  const cents =
    (keys.length + rotations) * 100 +
    count('AWS::SecretsManager::Secret') * 40 +
    count('AWS::CloudWatch::Dashboard') * 300 +
    alarmsOf(essential.template).flatMap(metricsOf).length * 10 +
    madeOfLogs(essential.template).size * 30;

  expect(cents).toBeLessThanOrEqual(500);
});

test.each(Object.entries(told))('%s is raised at the value that is told', (name, { heartbeat, ...expected }) => {
  const alarm = alarmsOf(template).find(({ AlarmName }) => AlarmName === `ConsentRegister-dev-${name}`);
  if (alarm === undefined) throw new Error('There is no such alarm.');

  expect(toTold(alarm)).toEqual(expected);
  expect(new Set(metricsOf(alarm).map(({ Period }) => Period))).toEqual(new Set([60 * (heartbeat ?? 5)]));
  expect(alarm.ComparisonOperator).toBe(heartbeat ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold');
  expect(alarm.TreatMissingData).toBe(heartbeat ? 'breaching' : 'notBreaching');
});

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
  const configs = essential.template.findResources('AWS::Lambda::EventInvokeConfig', {
    Properties: { FunctionName: { Ref: 'CheckKeysFunction' } },
  });

  expect(Object.values(configs).map(({ Properties }) => Properties.MaximumRetryAttempts)).toEqual([1]);
});

test('every alarm goes to the topic, and tells when it is over', () => {
  template.allResourcesProperties('AWS::CloudWatch::Alarm', {
    AlarmActions: [{ Ref: 'AlarmTopic' }],
    OKActions: [{ Ref: 'AlarmTopic' }],
  });
});

test.each([
  ['dev', 20, template],
  ['example, with daily backups, time stamps, an access log and a limit of unknown people', 24, example.template],
])('%s: none of the %i alarms has more than the ten metrics that CloudWatch takes', (_, alarms, of) => {
  const counts = alarmsOf(of).map((alarm): [string, number] => [alarm.AlarmName, metricsOf(alarm).length]);

  expect(counts).toHaveLength(alarms);
  expect(counts.filter(([, count]) => count < 1 || count > 10)).toEqual([]);
});

test('sends alarms to the mailbox, if there is one, through a topic that needs no key', () => {
  template.resourceCountIs('AWS::SNS::Subscription', 0);
  example.template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'operations@shop.example',
  });
  template.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: 'sns:Publish',
          Resource: { Ref: 'AlarmTopic' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        }),
      ]),
    },
  });
  template.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.absent() });
});

test('a budget of the account tells the topic of alarms, which admits it', async () => {
  const { template: budgeted } = await synthesise({
    account: '111122223333',
    region: 'eu-west-1',
    alarmEmail: 'operations@shop.example',
    monthlyBudgetDollars: 100,
  });
  template.resourceCountIs('AWS::Budgets::Budget', 0);
  const toTopic = (NotificationType: string) => ({
    Notification: {
      NotificationType,
      ComparisonOperator: 'GREATER_THAN',
      Threshold: 100,
      ThresholdType: 'PERCENTAGE',
    },
    Subscribers: [{ SubscriptionType: 'SNS', Address: { Ref: 'AlarmTopic' } }],
  });
  const { Properties, DependsOn } = budgeted.toJSON().Resources.Budget;

  expect(Properties).toEqual({
    Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 100, Unit: 'USD' } },
    NotificationsWithSubscribers: [toTopic('ACTUAL'), toTopic('FORECASTED')],
  });
  expect(DependsOn).toContain('AlarmTopicPolicy');
  const { Statement } = budgeted.toJSON().Resources.AlarmTopicPolicy.Properties.PolicyDocument;
  expect(Statement).toContainEqual({
    Sid: expect.any(String),
    Effect: 'Allow',
    Principal: { Service: 'budgets.amazonaws.com' },
    Action: 'sns:Publish',
    Resource: { Ref: 'AlarmTopic' },
    Condition: {
      StringEquals: { 'aws:SourceAccount': '111122223333' },
      ArnLike: { 'aws:SourceArn': 'arn:aws:budgets::111122223333:*' },
    },
  });
});

test('a stage tells the topic of its alarms, if somebody gets them', async () => {
  const arn = 'arn:aws:sns:us-east-1:111122223333:operations';
  const topicOf = (of: typeof template) => of.toJSON().Outputs.AlarmTopicArn?.Value;

  expect(topicOf(template)).toBeUndefined();
  expect(topicOf(example.template)).toEqual({ Ref: 'AlarmTopic' });
  expect(topicOf((await synthesise({ alarmTopicArn: arn })).template)).toBe(arn);
});

/** What a graph shows: the label and the metric of each line, and the expressions that stand for others. */
const shown: Readonly<Record<string, readonly string[]>> = {
  Requests: functions.map((name, i) => `/${paths[i]}: Sum AWS/Lambda Invocations ${name}Function`),
  'Refused requests (4xx)': [
    ...seven.map((path) => `/${path}: Sum ConsentRegister/dev Refused /${path}`),
    'ExtensionsRefused: Sum ConsentRegister/dev ExtensionsRefused',
    '429 of API Gateway: Sum ConsentRegister/dev Throttled',
  ],
  'Failed requests (5xx)': [
    ...seven.map((path) => `/${path}: Sum ConsentRegister/dev Failed /${path}`),
    'ExtensionsFailed: Sum ConsentRegister/dev ExtensionsFailed',
  ],
  'Latency of all requests': ['p50: p50 AWS/ApiGateway Latency Api', 'p99: p99 AWS/ApiGateway Latency Api'],
  'Time in the function, p50': functions.map((name, i) => `/${paths[i]}: p50 AWS/Lambda Duration ${name}Function`),
  'Time in the function, p99': functions.map((name, i) => `/${paths[i]}: p99 AWS/Lambda Duration ${name}Function`),
  '5xx, gateway included': ['5xx, % of requests: IF(requests > 0, 100 * FILL(errors, 0) / requests, 0)'],
  'Functions without an answer': [`Ended early: ${sumOf('endedearly', 23)}`, `Throttled: ${sumOf('throttled', 23)}`],
  'Unexpected errors': ['Faults: Sum ConsentRegister/dev Faults'],
  Consents: ['ConsentsRecorded', 'ConsentsRevoked'].map((name) => `${name}: Sum ConsentRegister/dev ${name}`),
  Logins: ['Logins', 'LoginFailures', 'LoginsThrottled'].map((name) => `${name}: Sum ConsentRegister/dev ${name}`),
  'Sessions ended for a stolen token, signing keys created and not read': [
    'RefreshTokensStolen',
    'SigningKeyRotations',
    'SigningKeysUnread',
  ].map((name) => `${name}: Sum ConsentRegister/dev ${name}`),
  'Consumed units': [
    'Read units: Sum AWS/DynamoDB ConsumedReadCapacityUnits Table',
    'Write units: Sum AWS/DynamoDB ConsumedWriteCapacityUnits Table',
    `Read units of the indexes: ${sumOf('readunitsoftheindexes', 7)}`,
    `Write units of the indexes: ${sumOf('writeunitsoftheindexes', 7)}`,
  ],
  'Throttles and conflicts of the table': [
    'Throttled reads: Sum AWS/DynamoDB ReadThrottleEvents Table',
    'Throttled writes: Sum AWS/DynamoDB WriteThrottleEvents Table',
    'Transaction conflicts: Sum AWS/DynamoDB TransactionConflict Table',
  ],
  'Write units of each index': indexes.map(
    (index) => `${index}: Sum AWS/DynamoDB ConsumedWriteCapacityUnits ${index} Table`,
  ),
  'Throttled reads of each index': indexes.map(
    (index) => `${index}: Sum AWS/DynamoDB ReadThrottleEvents ${index} Table`,
  ),
  'Throttled writes of each index': indexes.map(
    (index) => `${index}: Sum AWS/DynamoDB WriteThrottleEvents ${index} Table`,
  ),
  'Lag of the log': ['Lag: Maximum AWS/Lambda IteratorAge FeedLogFunction'],
  'Failures of the log': [`Failures: ${sumOf('failures', 2)}`],
  'Runs of its jobs': [
    'Batches: Sum AWS/Lambda Invocations FeedLogFunction',
    'Batches to be retried: Sum AWS/Lambda Errors FeedLogFunction',
    'Publishing runs: Sum AWS/Lambda Invocations PublishCheckpointFunction',
  ],
};

test('has one dashboard, which shows every alarm, every operation and all that is counted, of five minutes each', () => {
  const { alarms, graphs } = readWidgets(template);

  expect(alarms.toSorted()).toEqual(
    Object.keys(told)
      .map((name) => `Alarms${name}`)
      .toSorted(),
  );
  expect(Object.fromEntries(graphs.map(({ title, lines }) => [title, lines]))).toEqual(shown);
  expect(graphs.map(({ period }) => period)).toEqual(Object.keys(shown).map(() => 300));
});

/** What expressions of the dashboard are made of, which no line of its own shows. */
const behind: Readonly<Record<string, readonly string[]>> = {
  '5xx, gateway included': ['requests: Sum AWS/ApiGateway Count Api', 'errors: Sum AWS/ApiGateway 5xx Api'],
  'Functions without an answer': [
    ...all.map((name, i) => `endedearly${i}: Sum AWS/Lambda Errors ${name}`),
    ...all.map((name, i) => `throttled${i}: Sum AWS/Lambda Throttles ${name}`),
  ],
  'Consumed units': [
    ...indexes.map(
      (index, i) => `readunitsoftheindexes${i}: Sum AWS/DynamoDB ConsumedReadCapacityUnits ${index} Table`,
    ),
    ...indexes.map(
      (index, i) => `writeunitsoftheindexes${i}: Sum AWS/DynamoDB ConsumedWriteCapacityUnits ${index} Table`,
    ),
  ],
};

test.each(Object.entries(behind))('%s: the expressions are made of what they say', (title, expected) => {
  expect(readWidgets(template).graphs.find((graph) => graph.title === title)?.hidden).toEqual(expected);
});
