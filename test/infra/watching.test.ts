import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { alarms } from '../../infra/watching/alarms.ts';
import { logMetrics } from '../../infra/watching/log-metrics.ts';
import { consentIndexes } from '../../shared/consents/indexes.ts';
import { contract } from '../../shared/contract.ts';
import { synthesise } from '../support/stack.ts';

const { template } = await synthesise({ bundling: false });
const example = await synthesise({ bundling: false, options: { stage: 'example' } });

interface WatchedMetric {
  readonly MetricName?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

/** An alarm as CloudFormation has it. */
interface RaisedAlarm extends WatchedMetric {
  readonly AlarmName: string;
  readonly Metrics?: readonly { readonly MetricStat?: { readonly Metric: WatchedMetric } }[];
}

test('raises every alarm to the topic, and tells when it is over', () => {
  const raised = template.findResources('AWS::CloudWatch::Alarm');

  expect(Object.values(raised).map(({ Properties }) => Properties.AlarmName)).toEqual(
    Object.keys(alarms).map((name) => `ConsentRegister-dev-${name}`),
  );
  template.allResourcesProperties('AWS::CloudWatch::Alarm', {
    AlarmActions: [{ Ref: 'AlarmTopic' }],
    OKActions: [{ Ref: 'AlarmTopic' }],
    TreatMissingData: 'notBreaching',
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  });
});

/** What an alarm looks at: one metric of its own, or those of its expression. */
const metricsOf = (alarm: RaisedAlarm): WatchedMetric[] =>
  alarm.Metrics?.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : [])) ?? [alarm];

const alarmsOf = (of: typeof template): RaisedAlarm[] =>
  Object.values(of.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties);

test.each([
  ['dev', template],
  ['example', example.template],
])('%s: no alarm has more than the ten metrics that CloudWatch takes', (_, of) => {
  const counts = alarmsOf(of).map((alarm): [string, number] => [alarm.AlarmName, metricsOf(alarm).length]);

  expect(counts.length).toBe(Object.keys(alarms).length);
  expect(counts.filter(([, count]) => count < 1 || count > 10)).toEqual([]);
});

test('raises an alarm where the table or any of its indexes is throttled', () => {
  const watched = alarmsOf(template)
    .flatMap(metricsOf)
    .map(({ MetricName, Dimensions = [] }): string => {
      const index = Dimensions.find(({ Name }) => Name === 'GlobalSecondaryIndexName');
      return `${MetricName} ${index?.Value ?? 'table'}`;
    });

  for (const store of ['table', ...consentIndexes.map(({ name }) => name)]) {
    expect(watched).toContain(`ReadThrottleEvents ${store}`);
    expect(watched).toContain(`WriteThrottleEvents ${store}`);
  }
});

test('sends alarms to the mailbox, if there is one, through a topic that CloudWatch may encrypt for', () => {
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
  const [key] = Object.values(template.findResources('AWS::KMS::Key'));
  expect(key?.Properties.KeyPolicy.Statement).toContainEqual({
    Effect: 'Allow',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Action: ['kms:Decrypt', 'kms:GenerateDataKey'],
    Resource: '*',
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
});

test('has one dashboard, which shows every alarm, every operation and all that is counted', () => {
  const [dashboard, ...others] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
  const body = JSON.stringify(dashboard?.Properties.DashboardBody).replaceAll('\\"', '"');

  expect(others).toEqual([]);
  for (const name of Object.keys(alarms)) expect(body).toContain(`Alarms${name}`);
  for (const { path } of Object.values(contract)) expect(body).toContain(`"label":"${path}"`);
  for (const { name } of Object.values(logMetrics)) {
    if (name !== 'DamagedCredentials') expect(body).toContain(`"ConsentRegister/dev","${name}"`);
  }
  for (const { name } of consentIndexes) {
    for (const metric of ['ConsumedWriteCapacityUnits', 'ReadThrottleEvents', 'WriteThrottleEvents']) {
      expect(body).toMatch(new RegExp(`"${metric}"[^\\]]*"GlobalSecondaryIndexName","${name}"`));
    }
  }
  for (const shown of [
    'p50',
    'p99',
    'ConsumedWriteCapacityUnits',
    'TransactionConflict',
    'GB-seconds',
    'IncomingBytes',
  ]) {
    expect(body).toContain(shown);
  }
});
